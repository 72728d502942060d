import type { Messages } from '../message.ts';

export const messages = {
  title: ['Kase', 'Cash registers'],
  intro: [
    'Kasa (ENU) sa svojim kodovima. Račun ide na podrazumijevanu kasu, osim kad API ključ ima svoju.',
    'A cash register (TCR) with its codes. Invoices go to the default one, unless an API key has its own.',
  ],
  add: ['Dodaj kasu', 'Add a cash register'],
  empty: {
    title: ['Još nema kase u ovom okruženju', 'No cash register in this environment yet'],
    text: [
      'Dodajte je s kodovima sa portala Poreske uprave, pa je registrujte jednim dugmetom.',
      'Add it with the codes of the tax authority’s portal, then register it with one button.',
    ],
  },
  isDefault: ['Podrazumijevana', 'Default'],
  registered: ['Registrovana', 'Registered'],
  notRegistered: ['Nije registrovana', 'Not registered'],
  drawer: ['Gotovina u kasi', 'Drawer'],
  makeDefault: ['Postavi kao podrazumijevanu', 'Make it the default'],
  madeDefault: [
    '{{name}} je sada podrazumijevana kasa.',
    '{{name}} is the default cash register now.',
  ],
  type: {
    REGULAR: ['Obična', 'Regular'],
    VENDING: ['Samouslužni uređaj', 'Vending machine'],
  },
  tcr: {
    action: ['Registruj kod Poreske uprave', 'Register with the tax authority'],
    askTitle: ['Registrovati kasu?', 'Register the cash register?'],
    askText: [
      'Poreskoj upravi se šalju poslovni prostor, interni broj i kodovi kase {{name}}. Odgovor je ENU kod.',
      'Business unit, internal number and codes of {{name}} are sent to the tax authority, which replies with the TCR code.',
    ],
    askAgain: [
      'Kasa već ima ENU kod {{tcrCode}}. Nova registracija ga mijenja.',
      'The cash register has the TCR code {{tcrCode}} already. Registering it again replaces it.',
    ],
    done: [
      'Kasa je registrovana: {{tcrCode}}. Račune s nje Poreska uprava ponekad prihvata tek poslije sat vremena.',
      'The cash register is registered: {{tcrCode}}. The tax authority may accept its invoices only an hour later.',
    ],
  },
  end: {
    lastDay: ['Posljednji dan upotrebe', 'Last day of use'],
    title: ['Posljednji dan upotrebe: {{name}}', 'Last day of use: {{name}}'],
    text: [
      'Dan se prijavljuje Poreskoj upravi. Od 00:00 poslije njega kasa ne izdaje ništa; ono što je izdato ranije dostavlja se kao i dosad. Dan se može mijenjati dok ne prođe, poslije više ne.',
      'The day is registered with the tax authority. From 00:00 after it the cash register issues nothing; what was issued before is delivered as ever. The day can be changed until it has passed, and not after.',
    ],
    moved: [
      'Kasa koja se seli u drugi poslovni prostor odjavljuje se ovdje, a tamo se dodaje i registruje nova: dobija svoj ENU kod.',
      'A cash register that moves to another business unit ends here; there a new one is added and registered, with a TCR code of its own.',
    ],
    isDefault: [
      'Ovo je podrazumijevana kasa: prije toga postavite drugu, da ključevi bez svoje kase prodaju dalje.',
      'This is the default one: make another one the default before, so that keys without a cash register of their own sell on.',
    ],
    done: ['Prijavljeno: {{day}}', 'Registered: {{day}}'],
    until: ['U upotrebi do {{day}}', 'In use until {{day}}'],
    passed: [
      '{{day}} bio je posljednji dan upotrebe. Korektivni računi njenih računa izdaju se na drugoj kasi. Odjavljena kasa se ne može vratiti: dodajte i registrujte novu.',
      '{{day}} was the last day of use. Correctives of its invoices are issued on another cash register. An end cannot be undone: add and register a new one.',
    ],
    unconfirmed: [
      'Posljednji dan upotrebe {{day}} je poslat, a odgovor Poreske uprave nije stigao: možda ga ima, pa kasa poslije njega ne izdaje ništa. Pošaljite ga ponovo.',
      'The last day of use {{day}} was sent, and the tax authority has not replied: it may have it, so that nothing is issued after it. Send it again.',
    ],
  },
  unit: {
    title: ['Poslovni prostori', 'Business units'],
    intro: [
      'Mjesto izdavanja na računu je mjesto poslovnog prostora kase.',
      'The place of issue on an invoice is the town of the cash register’s business unit.',
    ],
    code: ['Kod', 'Code'],
    name: ['Naziv', 'Name'],
    place: ['Adresa i mjesto', 'Address and town'],
    address: ['Adresa', 'Address'],
    town: ['Mjesto', 'Town'],
    missing: ['Nije uneseno', 'Not entered'],
    missingText: ['Na računu stoji sjedište: {{town}}.', 'Invoices say the seat: {{town}}.'],
    enter: ['Unesi mjesto', 'Enter the place'],
    form: ['Poslovni prostor {{code}}', 'Business unit {{code}}'],
    saved: ['Poslovni prostor je sačuvan.', 'The business unit is saved.'],
  },
  held: {
    title: ['Posljednji broj nije siguran', 'The last number is not certain'],
    text: [
      'Baza podataka je vraćena iz kopije. Posljednji broj koji ona zna je {{lastOrdinal}}; ako je poslije njega bilo računa, na njima stoji veći. Kasa ne prodaje dok se broj ne potvrdi.',
      'The database was restored. The last number that it knows is {{lastOrdinal}}; if invoices were issued after that, a larger one stands on them. The cash register sells nothing until the number is confirmed.',
    ],
    textNone: [
      'Baza podataka je vraćena iz kopije i ne zna nijedan broj ovog ENU koda ove godine. Ako je kasa tada već izdavala račune, na posljednjem stoji njen broj; ako ove godine nije izdala nijedan, potvrdite 0. Kasa ne prodaje dok se broj ne potvrdi.',
      'The database was restored and knows no number of this TCR code this year. If the cash register had issued invoices, its last number stands on the last one; if it has issued none this year, confirm 0. The cash register sells nothing until the number is confirmed.',
    ],
    action: ['Potvrdi posljednji broj', 'Confirm the last number'],
    confirmedTitle: [
      'Potvrđen je posljednji broj {{lastOrdinal}}',
      'The last number was confirmed as {{lastOrdinal}}',
    ],
    confirmedText: [
      'Poslije njega nije izdat nijedan račun. Ako je na posljednjem računu veći broj, potvrdite ga prije sljedeće prodaje; manji se ne može potvrditi.',
      'No invoice was issued after it. If a larger number stands on the last receipt, confirm that one before the next sale; a smaller one cannot be confirmed.',
    ],
    raise: ['Potvrdi veći broj', 'Confirm a larger number'],
    dialog: ['Posljednji broj: {{name}}', 'Last number: {{name}}'],
    way: ['Kako se potvrđuje', 'How it is confirmed'],
    byHand: ['Upisati broj sa posljednjeg računa', 'Enter the number on the last receipt'],
    byReceipt: [
      'Zalijepiti QR kod posljednjeg računa, koji se provjerava kod Poreske uprave',
      'Paste the QR code of the last receipt, which is checked at the tax authority',
    ],
    link: ['Tekst QR koda', 'Text of the QR code'],
    linkHint: [
      'Skenirajte QR kod posljednjeg odštampanog računa i kopirajte link koji se otvori.',
      'Scan the QR code of the last receipt that was printed, and copy the link that it opens.',
    ],
    linkText: [
      'Provjera dokazuje da račun postoji i koji mu je broj. Ne dokazuje da je posljednji: to potvrđujete vi.',
      'The check proves that the receipt exists, and its number. It does not prove that it was the last one: that is what you confirm.',
    ],
    linkMissing: ['Zalijepite tekst QR koda.', 'Paste the text of the QR code.'],
    number: ['Posljednji broj ove godine', 'Last number of this year'],
    numberHint: [
      'Na posljednjem računu: drugi dio njegovog broja, na primjer 128 u bb123bb123/128/2026/ab123ab123. Nova kasa, bez ijednog računa ove godine: 0.',
      'On the last invoice: the second part of its number, such as 128 in bb123bb123/128/2026/ab123ab123. A new cash register, without an invoice this year: 0.',
    ],
    numberWrong: ['Broj je {{lastOrdinal}} ili veći.', 'The number is {{lastOrdinal}} or larger.'],
    evidence: ['Odakle se to zna', 'From where it is known'],
    evidenceHint: [
      'Na primjer: posljednji račun u kasi, ili: nova kasa.',
      'For example: the last receipt in the till, or: a new cash register.',
    ],
    evidenceMissing: ['Napišite odakle se to zna.', 'Say from where it is known.'],
    done: [
      'Kasa nastavlja poslije broja {{lastOrdinal}}.',
      'The cash register goes on after {{lastOrdinal}}.',
    ],
  },
  deposit: {
    action: ['Početni depozit', 'Initial deposit'],
    title: ['Početni depozit za danas: {{name}}', 'Initial deposit of today: {{name}}'],
    text: [
      'Gotovina u kasi na početku dana. Ako ga ne prijavite, servis sam prijavi iznos iz podešavanja kase prije prvog gotovinskog računa.',
      'The cash in the drawer when the day begins. If you register none, the service registers the amount of the cash register’s settings before the first cash invoice.',
    ],
    amount: ['Iznos u eurima', 'Amount in euro'],
    amountWrong: [
      'Iznos je 0 ili više, s najviše dvije decimale.',
      'The amount is 0 or more, with at most two decimals.',
    ],
    submit: ['Prijavi', 'Register'],
    done: ['Depozit od {{amount}} je prijavljen.', 'The deposit of {{amount}} is registered.'],
    already: ['Za danas je već bio prijavljen.', 'One had been registered for today before.'],
    alreadyWith: [
      'Za danas je već prijavljen depozit od {{amount}}; iznos se više ne može mijenjati.',
      'A deposit of {{amount}} is registered for today; it cannot be changed any more.',
    ],
  },
  form: {
    add: ['Nova kasa', 'New cash register'],
    edit: ['Izmjena kase', 'Edit the cash register'],
    environment: {
      test: ['u testnom okruženju', 'in the test environment'],
      live: ['u produkciji', 'in live'],
    },
    name: ['Naziv', 'Name'],
    nameHint: [
      'Kako je vi zovete, na primjer "Kasa 1, Podgorica".',
      'What you call it, "Cash register 1, Podgorica" for example.',
    ],
    internalId: ['Interni broj', 'Internal number'],
    internalIdHint: [
      'Vaša oznaka kase, šalje se Poreskoj upravi.',
      'Your own mark of the cash register, sent to the tax authority.',
    ],
    type: ['Vrsta', 'Kind'],
    initialCashAmount: ['Početni depozit', 'Initial deposit'],
    initialCashAmountHint: [
      'Toliko gotovine ima na početku dana: prijavljuje se prije prvog gotovinskog računa, ako taj dan niste prijavili drugi iznos.',
      'The cash in the drawer when a day begins: registered before the first cash invoice, unless you have registered another amount for the day.',
    ],
    codes: ['Kodovi', 'Codes'],
    ofProvider: [
      'Kod pružaoca ovog servisa, već upisan.',
      'Of the provider of this service, filled in already.',
    ],
    providerUnset: [
      'Podesite {{name}} servisa, i svaka nova kasa počinje kodovima pružaoca.',
      'Set {{name}} of the service, and every new cash register begins with the provider’s codes.',
    ],
    codesHint: [
      'Sa portala Poreske uprave. Svaki ima oblik ab123cd456.',
      'Of the tax authority’s portal. Each looks like ab123cd456.',
    ],
    businessUnitCode: ['Poslovni prostor', 'Business unit'],
    operatorCode: ['Operater', 'Operator'],
    softwareCode: ['Softver', 'Software'],
    maintainerCode: ['Održavalac', 'Maintainer'],
    tcrCode: ['ENU kod', 'TCR code'],
    tcrCodeHint: [
      'Ostavite prazno ako kasa još nije registrovana.',
      'Leave it empty while the cash register is not registered.',
    ],
    wrongCode: [
      'Kod ima dva slova i tri cifre, dvaput: ab123cd456.',
      'A code has two letters and three digits, twice: ab123cd456.',
    ],
    missing: ['Ovo polje je obavezno.', 'This field is needed.'],
    internalIdTaken: [
      'Druga kasa istog poslovnog prostora već ima ovaj broj.',
      'Another cash register of the business unit has this number.',
    ],
    tcrCodeTaken: ['Druga kasa već ima ovaj ENU kod.', 'Another cash register has this TCR code.'],
    tcrCodeTakenBy: [
      'Ovaj ENU kod ima kasa {{name}}. Prvo ga obrišite tamo.',
      'The cash register {{name}} has this TCR code. Clear it there first.',
    ],
    saved: ['Kasa je sačuvana.', 'The cash register is saved.'],
  },
} satisfies Messages;

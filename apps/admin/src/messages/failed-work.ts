import type { Schema } from '../api/contract.ts';
import type { Message, Messages } from '../message.ts';

type Cause = Schema<'AdminFailureCause'>['code'];
type RemedyKey = NonNullable<Schema<'AdminFailureCause'>['remedyKey']>;

/** Texts of failed and waiting work. */
export const messages = {
  title: ['Neuspjeli i zaglavljeni', 'Failed and stuck'],
  intro: [
    'Sve što nije stiglo do Poreske uprave ili do štampe, po uzroku. Ništa se ne gubi.',
    'Everything that did not reach the tax authority or the printer, by its cause. Nothing is lost.',
  ],
  nothing: ['Sve je u redu', 'All is well'],
  nothingHint: [
    'Nema neuspjelih ni zaglavljenih računa u ovom okruženju.',
    'No invoice of this environment has failed or is stuck.',
  ],
  causes: ['Uzroka: {{count}}', 'Causes: {{count}}'],
  invoices: ['Računa: {{count}}', 'Invoices: {{count}}'],
  oldest: ['Najstariji: {{age}}', 'Oldest: {{age}}'],
  efiCode: ['Šifra Poreske uprave: {{code}}', 'Code of the tax authority: {{code}}'],
  authoritySays: ['Riječi Poreske uprave', 'The tax authority’s words'],
  inEnglish: ['Pojedinosti, na engleskom', 'Details, in English'],
  serviceSays: ['Riječi servisa', 'The service’s words'],
  whatToDo: ['Šta uraditi', 'What to do'],
  urgent: ['Hitno', 'Urgent'],
  senderRefused: [
    'Poreska uprava odbija poruke firme, ne ovaj račun. On važi i šalje se sam, dok se ne otkloni uzrok ili ne istekne rok.',
    'The tax authority refuses the messages of the company, not this invoice. It is valid and sent again by itself, until the cause is removed or its time runs out.',
  ],
  urgentHint: [
    'Kupac već ima ovaj račun, a Poreska uprava ga je odbila.',
    'The buyer has this invoice already, and the tax authority refused it.',
  ],
  urgentCount: ['Hitno: {{count}}', 'Urgent: {{count}}'],
  urgentText: [
    'Kupac već ima ove račune, a Poreska uprava ih je odbila: {{count}}. Riješite ih prije ostalih.',
    'Buyers have these invoices already, and the tax authority refused them: {{count}}. Resolve them before all others.',
  ],
  nothingFound: ['Ništa ne odgovara izboru', 'Nothing matches the choice'],
  nothingFoundHint: [
    'Možda ima drugih neuspjelih računa: poništite filtere.',
    'Other invoices may have failed: clear the filters.',
  ],
  causeMeans: ['{{cause}}: {{meaning}}', '{{cause}}: {{meaning}}'],
  causeWords: ['{{cause}} ({{words}})', '{{cause}} ({{words}})'],
  filter: {
    label: ['Suzi prikaz', 'Narrow the page'],
    any: ['Sve', 'All'],
    till: ['Kasa', 'Cash register'],
    cause: ['Uzrok', 'Cause'],
    from: ['Od dana', 'From day'],
    to: ['Do dana', 'To day'],
  },
  batch: {
    title: ['Pokušano ponovo', 'Tried again'],
    progress: ['Završeno {{done}} od {{total}}', '{{done}} of {{total}} done'],
    fiscalized: ['Fiskalizovano {{done}} od {{total}}', '{{done}} of {{total}} fiscalized'],
    good: ['Fiskalizovano: {{count}}', 'Fiscalized: {{count}}'],
    offline: ['Čeka dostavu: {{count}}', 'Waits for delivery: {{count}}'],
    failed: ['Ponovo neuspjelo: {{count}}', 'Failed again: {{count}}'],
    putAway: ['Skloni ovaj ishod', 'Put this result away'],
  },
  tills: {
    label: ['Kase sa ovim uzrokom', 'Cash registers with this cause'],
    show: ['Prikaži kase: {{count}}', 'Show cash registers: {{count}}'],
    hide: ['Sakrij kase', 'Hide cash registers'],
    more: ['Prikaži još: {{count}}', 'Show more: {{count}}'],
    invoices: ['Računa', 'Invoices'],
    register: ['Registruj sve kase: {{count}}', 'Register all cash registers: {{count}}'],
    registerText: [
      'Kase ({{count}}) se registruju jedna za drugom. Ono što je već registrovano ostaje kako jeste.',
      'The cash registers ({{count}}) are registered one after the other. What is registered already stays as it is.',
    ],
    progress: ['Registrovanje: {{done}} od {{total}}', 'Registering: {{done}} of {{total}}'],
    registered: ['Registrovano {{count}} od {{total}}', '{{count}} of {{total}} registered'],
    refused: ['Nijesu registrovane: {{count}}', 'Not registered: {{count}}'],
  },
  soldAgain: {
    found: ['Vjerovatno već prodato ponovo: {{count}}', 'Probably sold again already: {{count}}'],
    possible: [
      'Kasa ih je možda prodala ponovo: {{count}}',
      'The cash register may have sold again: {{count}}',
    ],
    text: [
      'Ove prodaje su stare, a kupac nije dobio račun. Ako je kasa izdala novi račun, ponavljanje bi prijavilo istu prodaju dva puta. Takav račun sklonite.',
      'These sales are old, and no buyer got an invoice. If the cash register issued a new one, a retry would register the same sale twice. Dismiss such an invoice.',
    ],
    sale: [
      '{{till}}, {{total}}, {{time}}; poslije toga izdato: {{numbers}}',
      '{{till}}, {{total}}, {{time}}; issued since: {{numbers}}',
    ],
    more: ['i još {{count}}', 'and {{count}} more'],
  },
  message: {
    title: ['Poruka koja se šalje', 'The message that is sent'],
    newNumber: [
      'Kako je zapisana posljednji put. Broj, vrijeme, IKOF, podaci firme, kodovi kase, oznaka poruke i potpis dobijaju se nanovo.',
      'As it was written last. Number, time, IIC, the company’s data, the codes of the cash register, the message’s own id and the signature are set anew.',
    ],
    keepsNumber: [
      'Kako je zapisana posljednji put. Broj, vrijeme i IKOF ostaju; oznaka poruke, vrijeme slanja i potpis dobijaju se nanovo.',
      'As it was written last. Number, time and IIC stay; the message’s own id, the sending time and the signature are set anew.',
    ],
    notXml: ['Ovo nije XML.', 'This is no XML.'],
  },
  retryNot: ['Odustani', 'Cancel'],
  retryCount: ['Pokušaj ponovo: {{count}}', 'Try again: {{count}}'],
  retryable: ['Ponavljanje može pomoći', 'Trying again can help'],
  notRetryable: ['Prvo otklonite uzrok', 'Remove the cause first'],
  show: ['Prikaži račune', 'Show invoices'],
  hide: ['Sakrij račune', 'Hide invoices'],
  affected: ['Računi sa ovim uzrokom', 'Invoices with this cause'],
  retryAll: ['Pokušaj sve ponovo', 'Try all again'],
  retrySelected: ['Pokušaj izabrane ponovo', 'Try selected again'],
  retryOne: ['Pokušaj ponovo', 'Try again'],
  dismissSelected: ['Skloni izabrane', 'Dismiss selected'],
  dismissOne: ['Skloni', 'Dismiss'],
  selected: ['Izabrano: {{count}}', 'Selected: {{count}}'],
  selectAll: ['Izaberi sve prikazane', 'Select all that are shown'],
  selectOne: ['Izaberi račun {{invoice}}', 'Select invoice {{invoice}}'],
  choice: ['Izbor', 'Choice'],
  stuck: ['Ide dalje samo, ali sporo', 'Goes on by itself, but slowly'],
  bringForwardAll: ['Pokušaj odmah', 'Try now'],
  bringForwardSelected: ['Izabrane odmah', 'Try selected now'],
  bringForwardTitle: ['Ne čekati sljedeći pokušaj?', 'Not wait for the next attempt?'],
  bringForwardText: [
    'Sve što čeka po ovom uzroku ({{count}}) dolazi odmah na red.',
    'Everything that waits for this cause ({{count}}) is due at once.',
  ],
  clearSelection: ['Poništi izbor', 'Clear selection'],
  column: {
    invoice: ['Račun', 'Invoice'],
    company: ['Firma', 'Company'],
    amount: ['Iznos', 'Amount'],
    attempts: ['Pokušaja', 'Attempts'],
    nextAttempt: ['Sljedeći pokušaj', 'Next attempt'],
    deadline: ['Rok dostave', 'Deliver before'],
    noDeadline: ['bez roka', 'no deadline'],
    since: ['Od', 'Since'],
  },
  withoutNumber: ['bez broja', 'no number'],
  onlyByHand: ['samo ručno', 'by hand only'],
  retryTitle: ['Pokušati ponovo?', 'Try again?'],
  retryText: [
    'Računi sa ovim uzrokom ({{count}}) šalju se ponovo Poreskoj upravi. Broj i IKOF računa koji je već uručen ostaju isti.',
    'The invoices of this cause ({{count}}) are sent to the tax authority again. The number and IIC of an invoice that was handed out stay the same.',
  ],
  retried: ['Ponovo pokrenuto: {{count}}', 'Started again: {{count}}'],
  someSkipped: ['Preskočeno: {{count}}', 'Skipped: {{count}}'],
  skipped: {
    NOT_FOUND: ['Računa više nema.', 'The invoice does not exist any more.'],
    NOT_FAILED: ['Račun više nije neuspio.', 'The invoice is not failed any more.'],
    COMPANY_PAUSED: ['Firma je pauzirana.', 'The company is paused.'],
    NEWER_FORM: [
      'Servis se upravo nadograđuje: pokušajte ponovo za nekoliko minuta.',
      'The service is being upgraded: try again in a few minutes.',
    ],
    SUPERSEDED: [
      'Drugi račun je preuzeo njegov externalId: od ovog više nema ništa.',
      'Another invoice has its externalId: nothing comes of this one.',
    ],
    IN_PROGRESS: ['Račun je upravo u obradi.', 'The invoice is being worked on.'],
  },
  refused: {
    cancelled: [
      'Od originala nije ostalo ništa: drugi korektivni račun ga je već stornirao u cjelini. Preskočeno sklonite.',
      'Nothing is left of the original: another corrective has cancelled it in full already. Dismiss what was skipped.',
    ],
    moreOfItem: [
      'Stavka {{item}} vraća više nego što je ostalo; ostala je količina {{left}}. Izdajte novi korektivni račun, a preskočeni sklonite.',
      'Item {{item}} takes back more than is left; the quantity left is {{left}}. Issue a new corrective, and dismiss the skipped one.',
    ],
    advanceExceeded: [
      'Od avansa je preostalo {{left}}; ovaj dokument uzima više.',
      'The advance has {{left}} left; this document takes more.',
    ],
    notCancelled: [
      'Račun koji ovaj zamjenjuje nije storniran u cjelini.',
      'The invoice that this one replaces is not cancelled in full.',
    ],
    notAnAdvance: [
      'Račun kojim se plaća nije avansni.',
      'The invoice that it is paid with is no advance.',
    ],
    moreOfRate: [
      'Vraća više nego što je ostalo; bez PDV-a ostaje {{left}}. Izdajte novi korektivni račun, a preskočeni sklonite.',
      'It takes back more than is left; {{left}} without VAT is left. Issue a new corrective, and dismiss the skipped one.',
    ],
    moreOfMethod: [
      'Vraća jednim načinom plaćanja više nego što je ostalo; ostaje {{left}}. Izdajte novi korektivni račun, a preskočeni sklonite.',
      'It gives back by one payment method more than is left; {{left}} is left. Issue a new corrective, and dismiss the skipped one.',
    ],
    outdated: [
      'Od prijema ovog računa drugi korektivni račun je izdat ili nije uspio; iznos bi sada bio {{total}}. Izdajte novi korektivni račun, a preskočeni sklonite.',
      'Since this invoice was accepted another corrective was issued or failed; its amount would be {{total}} now. Issue a new corrective, and dismiss the skipped one.',
    ],
    byCorrective: ['Prikaži taj korektivni račun', 'Show that corrective'],
    invoice: ['Prikaži račun', 'Show the invoice'],
  },
  moreReasons: ['Drugih razloga: {{count}}', 'Other reasons: {{count}}'],
  dismissTitle: ['Skloniti sa liste neuspjelih?', 'Dismiss from the failed invoices?'],
  dismissText: [
    'Računi ({{count}}) se ne brišu i ne mijenjaju. Nestaju sa ove liste dok ponovo ne zakažu. Razlog se upisuje u dnevnik izmjena.',
    'The invoices ({{count}}) are neither deleted nor changed. They leave this list until they fail again. The reason goes into the audit log.',
  ],
  reason: ['Razlog', 'Reason'],
  reasonHint: [
    'Na primjer: račun je izdat ponovo pod drugim brojem.',
    'For example: issued again under another number.',
  ],
  reasonMissing: [
    'Napišite razlog: ostaje u dnevniku izmjena.',
    'Write a reason: it stays in the audit log.',
  ],
  dismissed: ['Sklonjeno: {{count}}', 'Dismissed: {{count}}'],
  remedyAction: {
    'register-tcr': ['Registruj kasu (ENU)', 'Register the cash register (TCR)'],
    'initial-deposit': ['Prijavi početni depozit', 'Register the initial deposit'],
    'upload-certificate': ['Postavi sertifikat', 'Upload a certificate'],
    'edit-cash-register': ['Ispravi kodove kase', 'Correct the codes of the cash register'],
    'edit-company': ['Provjeri podatke firme', 'Check the company’s data'],
    'confirm-number': ['Potvrdi posljednji broj', 'Confirm the last number'],
  },
  registerTitle: ['Registrovati kasu kod Poreske uprave?', 'Register it with the tax authority?'],
  registerText: [
    'Kasa „{{register}}“ dobija svoj ENU kod. Ono što je već registrovano ostaje kako jeste.',
    'The cash register “{{register}}” gets its TCR code. What is registered already stays as it is.',
  ],
  registered: ['Kasa je registrovana: {{tcrCode}}', 'Registered: {{tcrCode}}'],
  deposit: {
    title: ['Prijaviti početni depozit?', 'Register the initial deposit?'],
    text: ['Za kasu „{{name}}“ danas.', 'Of the cash register “{{name}}”, for today.'],
    amount: ['Gotovina u kasi', 'Cash in the drawer'],
    amountWrong: ['Iznos je 0 ili više.', 'The amount is 0 or more.'],
    submit: ['Prijavi početni depozit', 'Register the initial deposit'],
    done: ['Početni depozit je prijavljen.', 'The initial deposit is registered.'],
  },
  cause: {
    EFI_REFUSED: ['Poreska uprava je odbila račun', 'The tax authority refused the invoice'],
    EFI_SIGNATURE_REFUSED: [
      'Poreska uprava ne prihvata potpis',
      'The tax authority does not accept the signature',
    ],
    EFI_CLOCK_REFUSED: [
      'Poreska uprava ne prihvata vrijeme',
      'The tax authority does not accept the time',
    ],
    EFI_UNAVAILABLE: ['Poreska uprava nije odgovorila', 'The tax authority did not reply'],
    CERTIFICATE_ERROR: ['Sertifikat se ne može koristiti', 'The certificate cannot be used'],
    VAULT_IDENTITY_WRONG: [
      'Servis ne može da otvori ključ sertifikata',
      'The service cannot open the key of the certificate',
    ],
    INITIAL_DEPOSIT_FAILED: [
      'Početni depozit nije prihvaćen',
      'The initial deposit was not accepted',
    ],
    WITHDRAWAL_REFUSED: ['Podizanje gotovine je odbijeno', 'The withdrawal was refused'],
    CLOCK_WRONG: ['Sat servisa nije tačan', 'The clock of the service is wrong'],
    NUMBERS_UNCONFIRMED: [
      'Posljednji broj kase nije potvrđen',
      'The last number of the cash register is not confirmed',
    ],
    TCR_NOT_REGISTERED: ['Kasa nije registrovana', 'The cash register is not registered'],
    TCR_CODE_TAKEN: ['ENU kod pripada drugoj kasi', 'The TCR code is on another cash register'],
    CASH_REGISTER_ENDED: ['Kasa se više ne koristi', 'The cash register is not in use any more'],
    ORDER_NUMBER_TAKEN: ['Traženi broj je zauzet', 'The number asked for is taken'],
    ORDER_NUMBER_TOO_FAR: [
      'Traženi broj je predaleko od posljednjeg',
      'The number asked for is too far ahead',
    ],
    MESSAGE_TOO_LARGE: [
      'Račun je prevelik za jednu poruku',
      'The invoice is too large for one message',
    ],
    ORIGINAL_NOT_FOUND: [
      'Poreska uprava ne zna za original',
      'The tax authority does not know the original',
    ],
    ORIGINAL_TYPE_MISMATCH: [
      'Original je druge vrste (gotovinski ili bezgotovinski)',
      'The original is of the other type (cash or non-cash)',
    ],
    PAYMENT_METHOD_NOT_ALLOWED: [
      'Original je plaćen na drugi način',
      'The original was paid in another way',
    ],
    CORRECTIVE_VAT_RATE_MISMATCH: [
      'Stopa PDV-a nije kao na originalu',
      'A VAT rate is not that of the original',
    ],
    MORE_THAN_PAID: [
      'Jednim načinom plaćanja vraća više nego što je ostalo',
      'It gives back more by a payment method than is left',
    ],
    MORE_THAN_SOLD: [
      'Vraća više nego što je od originala ostalo',
      'It takes back more than is left of the original',
    ],
    ALREADY_CANCELLED: [
      'Original je već storniran u cjelini',
      'The original was cancelled in full already',
    ],
    REQUEST_NOT_VALID: [
      'Račun se ne može zapisati po pravilima',
      'The invoice cannot be written by the rules',
    ],
    OFFLINE_LATE: [
      'Rok od {{hours}} sati je prošao ili ističe',
      'The {{hours}} hours are over or run out',
    ],
    PENDING_STUCK: ['Predugo u obradi', 'In progress for too long'],
    PRINT_FAILING: ['PDF se ne može napraviti', 'The PDF cannot be made'],
  } satisfies Record<Cause, Message>,
  remedy: {
    wait: ['Ništa: servis sam šalje ponovo.', 'Nothing: the service sends it again by itself.'],
    retry: [
      'Pokušajte ponovo kad se Poreska uprava javi: broj i IKOF ostaju isti.',
      'Try again once the tax authority replies: the number and the IIC stay the same.',
    ],
    repeatCall: [
      'Ponovite kad se Poreska uprava javi: što je već registrovano ostaje kako jeste.',
      'Repeat it once the tax authority replies: what is registered already stays as it is.',
    ],
    report: [
      'Javite operateru servisa: oblik poruke nije ispravan.',
      'Tell the operator of the service: the form of the message is not right.',
    ],
    split: ['Podijelite račun na više manjih.', 'Split the invoice into smaller ones.'],
    masterData: [
      'Provjerite kodove kase i podatke firme, pa pokušajte ponovo.',
      'Check the codes of the cash register and the company’s data, then try again.',
    ],
    registerCodes: [
      'Ispravite kod kase na koji ukazuje poruka Poreske uprave, pa pokušajte ponovo.',
      'Correct the code of the cash register that the tax authority’s words name, then try again.',
    ],
    taxpayerUnknown: [
      'Provjerite PIB firme. Ako je tačan, firma se prijavljuje Poreskoj upravi, jer je nema u registru poreskih obveznika; zatim pokušajte ponovo.',
      'Check the TIN of the company. If it is right, the company registers with the tax authority, which has it not among its taxpayers; then try again.',
    ],
    taxpayerInactive: [
      'Firma rješava sa Poreskom upravom zašto nije aktivan poreski obveznik; zatim pokušajte ponovo. U panelu nema šta da se ispravi.',
      'The company settles with the tax authority why it is no active taxpayer; then try again. Nothing in the panel is wrong.',
    ],
    newCertificate: [
      'Postavite važeći fiskalni sertifikat firme, pa pokušajte ponovo.',
      'Upload a valid fiscal certificate of the company, then try again.',
    ],
    certificateTin: [
      'PIB firme i PIB u sertifikatu nijesu isti. Ispravite PIB ili postavite sertifikat firme.',
      'The TIN of the company is not the one in the certificate. Correct it, or upload the company’s own certificate.',
    ],
    vaultIdentity: [
      'Javite operateru servisa: radnici nemaju identitet koji otvara sačuvane ključeve. Ništa ne treba postavljati; zatim pokušajte ponovo.',
      'Tell the operator of the service: its workers lack the identity that opens the stored keys. Nothing has to be uploaded; then try again.',
    ],
    vatStatus: [
      'Provjerite da li je firma u sistemu PDV-a: status mora biti kao u poreskom registru.',
      'Check whether the company is in VAT: it must be as in the tax register.',
    ],
    tcr: [
      'Provjerite ENU kod kase i registrujte je, pa pokušajte ponovo.',
      'Check the TCR code of the cash register and register it, then try again.',
    ],
    tcrInactive: [
      'Provjerite ENU kod: Poreska uprava ga ne zna za ovu kasu, ili kasa nije aktivna. Zatim pokušajte ponovo.',
      'Check the TCR code: the tax authority does not know it for this cash register, or the cash register is not active. Then try again.',
    ],
    tcrOrData: [
      'Provjerite ENU kod i da li je kasa aktivna, pa pokušajte ponovo. Ako je to u redu, ispravite podatke u kasi, izdajte novi račun, a ovaj sklonite.',
      'Check the TCR code, and that the cash register is active, then try again. If both are right, correct the data in the cash register, issue a new invoice, and dismiss this one.',
    ],
    correctData: [
      'Ispravite u kasi podatke na koje ukazuje poruka Poreske uprave, izdajte novi račun, a ovaj sklonite.',
      'Correct in the cash register the data that the tax authority’s words name, issue a new invoice, and dismiss this one.',
    ],
    correctCorrective: [
      'Pogledajte razlog, izdajte novi korektivni račun ako ima šta da se vrati, a ovaj sklonite.',
      'See the reason, issue a new corrective if something is left to take back, and dismiss this one.',
    ],
    tcrDeactivated: [
      'Ova kasa je odjavljena i ne može se mijenjati. Registrujte novu.',
      'This cash register was deactivated and cannot be changed. Register a new one.',
    ],
    tcrLastDay: [
      'Izaberite dan koji nije prošao i nije prije prvog dana kase.',
      'Choose a day that is not over, and not before the first day of the cash register.',
    ],
    tcrUnchangeable: [
      'Vratite kodove i vrstu s kojima je kasa registrovana; za drugi poslovni prostor dodajte novu kasu.',
      'Restore the codes and the kind that the cash register was registered with; for another business unit add a new one.',
    ],
    otherCashRegister: [
      'Posljednji dan upotrebe kase je prošao. Izdajte račun na drugoj kasi, a ovaj sklonite.',
      'The last day of use of the cash register has passed. Issue the invoice on another one, and dismiss this one.',
    ],
    depositExists: [
      'Ništa: početni depozit dana je već prijavljen.',
      'Nothing: the initial deposit of the day is registered already.',
    ],
    deposit: [
      'Prijavite početni depozit dana, pa pokušajte ponovo.',
      'Register the initial deposit of the day, then try again.',
    ],
    clock: [
      'Operater servisa podešava sat; potom pokušajte ponovo.',
      'The operator of the service sets the clock of the service right; then try again.',
    ],
    confirmNumber: [
      'Baza podataka je vraćena iz kopije: potvrdite posljednji broj kase, pa pokušajte ponovo.',
      'The database was restored: confirm the last number of the cash register, then try again.',
    ],
    orderNumber: [
      'Izdajte račun ponovo sa slobodnim brojem, ili sa 0 da ga servis sam dodijeli.',
      'Issue it again with a free number, or with 0 to have one assigned.',
    ],
    lookAtIt: [
      'Pogledajte poruku Poreske uprave i ispravite ono na šta ukazuje.',
      'Look at the tax authority’s message and correct what it points at.',
    ],
    PENDING_STUCK: [
      'Provjerite rade li procesi servisa; servis nastavlja sam gdje je stao.',
      'Check that the workers run; the service goes on by itself where it stopped.',
    ],
    OFFLINE_LATE: [
      'Računi se i dalje šalju sami. Provjerite vezu sa Poreskom upravom i obavijestite firmu.',
      'They are still sent by themselves. Check the connection to the tax authority and tell the company.',
    ],
    PRINT_FAILING: [
      'Račun je fiskalizovan i važi. Provjerite štampu u stanju servisa; pokušava se sama.',
      'The invoice is fiscalized and valid. Check printing in service health; it is tried again by itself.',
    ],
  } satisfies Record<RemedyKey, Message>,
  offline: {
    title: ['Čekaju dostavu', 'Waiting for delivery'],
    intro: [
      'Izdati bez odgovora Poreske uprave. Važe, ali moraju stići u roku od {{hours}} sati. Servis ih šalje sam, najprije one kojima rok prvi ističe.',
      'Issued without a reply of the tax authority. They are valid but must arrive within {{hours}} hours. The service sends them by itself, those that run out first before all others.',
    ],
    nothing: ['Ništa ne čeka dostavu', 'Nothing waits for delivery'],
    nothingHint: [
      'Poreska uprava ima svaki račun koji je izdat u ovom okruženju.',
      'The tax authority has every invoice that was issued in this environment.',
    ],
    buckets: ['Po preostalom vremenu', 'By time left'],
    drawers: [
      'Podizanja gotovine koja čekaju, po kasama',
      'Withdrawals that wait, by cash register',
    ],
    list: ['Računi koji čekaju, najhitniji prvi', 'Waiting invoices, the most urgent first'],
    bucket: {
      late: ['rok je prošao', 'deadline passed'],
      between: ['ostaje {{from}} do {{to}} h', '{{from}} to {{to}} h left'],
    },
    level: {
      late: ['kasni', 'late'],
      critical: ['ističe', 'running out'],
      urgent: ['žuri se', 'hurry'],
      soon: ['danas', 'today'],
      calm: ['ima vremena', 'enough time'],
    },
    refused: ['dostava odbijena, šifra {{code}}', 'delivery refused, code {{code}}'],
    next: ['Sljedeći pokušaj', 'Next attempt'],
    now: ['upravo se šalje ili je na redu', 'being sent, or next in line'],
  },
} satisfies Messages;

import type { Messages } from '../message.ts';

/** Texts of the companies. */
export const messages = {
  list: {
    title: ['Firme', 'Companies'],
    intro: ['Sve firme koje koriste servis.', 'All companies that use the service.'],
    label: ['Firme', 'Companies'],
    add: ['Nova firma', 'New company'],
    search: ['Traži', 'Search'],
    searchHint: ['Dio naziva ili početak PIB-a', 'Part of the name or beginning of the TIN'],
    status: ['Status', 'Status'],
    anyStatus: ['Sve', 'All'],
    name: ['Naziv', 'Name'],
    town: ['Mjesto', 'Town'],
    environment: ['Okruženje', 'Environment'],
    certificate: ['Sertifikat ističe', 'Certificate ends'],
    certificateState: ['Sertifikat', 'Certificate'],
    sort: ['Redoslijed', 'Order'],
    since: ['Od', 'Since'],
    empty: ['Još nema firmi', 'No companies yet'],
    emptyText: [
      'Dodajte prvu. Počinje u testnom okruženju i ništa ne šalje dok je ne podesite.',
      'Add the first one. It begins in the test environment and sends nothing until it is set up.',
    ],
    notFound: ['Ništa nije nađeno', 'Nothing was found'],
    notFoundText: [
      'Probajte drugi naziv ili PIB, ili skinite filter.',
      'Try another name or TIN, or take the filter away.',
    ],
  },
  certificateState: {
    missing: ['nema ga', 'none'],
    expired: ['istekao', 'expired'],
    ending: ['ističe za najviše 60 dana', 'ends within 60 days'],
  },
  status: {
    active: ['Aktivna', 'Active'],
    paused: ['Pauzirana', 'Paused'],
  },
  create: {
    title: ['Nova firma', 'New company'],
    intro: [
      'Podaci kako stoje u Registru. Firma počinje u testnom okruženju.',
      'As it stands in the registry. A company begins in the test environment.',
    ],
    submit: ['Napravi firmu', 'Create the company'],
    created: ['Firma je napravljena.', 'The company is created.'],
    tinTaken: ['Firma s ovim PIB-om već postoji.', 'A company with this TIN exists already.'],
  },
  profile: {
    title: ['Podaci firme', 'Company profile'],
    intro: [
      'Naziv, adresa i PIB idu na svaki račun.',
      'Name, address and TIN stand on every invoice.',
    ],
    saved: ['Podaci su sačuvani.', 'Saved.'],
    tinFixed: [
      'PIB je na izdatim računima i više se ne može mijenjati.',
      'The TIN stands on issued invoices and cannot change any more.',
    ],
    tinByOperator: [
      'PIB mijenja samo operater servisa.',
      'Only an operator of the service changes the TIN.',
    ],
  },
  field: {
    identity: ['Firma', 'Company'],
    tin: ['PIB', 'TIN (PIB)'],
    tinHint: ['8 cifara, ili 13 za fizičko lice.', '8 digits, or 13 for a natural person.'],
    name: ['Naziv', 'Name'],
    address: ['Adresa', 'Address'],
    town: ['Mjesto', 'Town'],
    country: ['Država', 'Country'],
    countryHint: ['Tri slova, na primjer MNE.', 'Three letters, MNE for example.'],
    tax: ['Porez i plaćanje', 'Tax and payment'],
    isInVat: ['U sistemu PDV-a', 'Registered for VAT'],
    isInVatHint: [
      'Firma van sistema izdaje račune samo sa stopom 0.',
      'Without VAT a company issues invoices at rate 0 only.',
    ],
    vatNumber: ['PDV broj', 'VAT number'],
    bankAccount: ['Žiro račun', 'Bank account'],
    invoices: ['Računi', 'Invoices'],
    pricesIncludeVat: ['Cijene sadrže PDV', 'Prices include VAT'],
    pricesIncludeVatHint: [
      'Kako aplikacija šalje cijene stavki.',
      'How the application sends the prices of items.',
    ],
    offlineIssuing: [
      'Izdaj račun i kad Poreska uprava ne odgovara',
      'Issue invoices while the tax authority does not reply',
    ],
    offlineIssuingHint: [
      'Kupac odmah dobija račun sa IKOF-om; dostavlja se sam, u roku od {{hours}} sati.',
      'The buyer gets the invoice with its IIC at once; it is delivered by itself within {{hours}} hours.',
    ],
    strictCorrectives: [
      'Odbij korektivni račun koji vraća više nego što je preostalo',
      'Refuse a corrective that takes back more than is left',
    ],
    strictCorrectivesHint: [
      'Inače se izdaje, sa upozorenjem. Drugo potpuno storniranje istog računa uvijek se odbija.',
      'Otherwise it is issued, with a warning. A second full cancellation of an invoice is always refused.',
    ],
    originalsFromElsewhere: [
      'Primaj korektivne račune čiji original nije izdat ovdje',
      'Accept correctives whose original was not issued here',
    ],
    originalsFromElsewhereHint: [
      'Prije izdavanja se od Poreske uprave provjerava original: iznos, stope, vrsta i način plaćanja. Inače se takav račun odbija.',
      'Before one is issued, the tax authority is asked about the original: total, rates, type and payment. Otherwise such a corrective is refused.',
    ],
    operatorNames: [
      'Primaj samo imena unesenih operatera',
      'Accept only the names of operators that are entered',
    ],
    operatorNamesHint: [
      'Inače se nepoznato ime štampa, a kod operatera je onaj sa kase.',
      'Otherwise an unknown name is printed, and the operator code is that of the cash register.',
    ],
    printsAtOnce: [
      'Napravi PDF odmah po izdavanju',
      'Make the PDF as soon as an invoice is issued',
    ],
    printsAtOnceHint: [
      'Inače se PDF pravi kad ga neko prvi put zatraži.',
      'Otherwise a PDF is made when it is first asked for.',
    ],
    paper: ['Papir', 'Paper'],
    paperHint: [
      'Na njemu se pravi PDF ako poziv ne navede papir. Što je već odštampano, ostaje kako jeste.',
      'Where a call names no paper, the PDF is made on this one. What is printed already stays as it is.',
    ],
    logo: ['Logo na računu', 'Logo on the invoice'],
    logoHint: [
      'PNG, JPEG ili WebP, do 220 kB i 25 miliona piksela. Čuva se do 2000 piksela po dužoj strani.',
      'PNG, JPEG or WebP, up to 220 kB and 25 million pixels. Kept with up to 2,000 pixels on the longer side.',
    ],
    logoChoose: ['Izaberi sliku', 'Choose a picture'],
    logoRemove: ['Ukloni logo', 'Remove the logo'],
    logoAlt: ['Logo firme', 'Logo of the company'],
    logoTooLarge: ['Slika je veća od 220 kB.', 'The picture is larger than 220 kB.'],
    logoWrong: ['Ovo nije PNG, JPEG ili WebP slika.', 'This is no PNG, JPEG or WebP picture.'],
  },
  problem: {
    tin: ['PIB ima 8 ili 13 cifara.', 'A TIN has 8 or 13 digits.'],
    missing: ['Ovo polje je obavezno.', 'This field is needed.'],
    country: [
      'Oznaka države ima tri velika slova.',
      'The code of a country has three capital letters.',
    ],
  },
  limits: {
    title: ['Ograničenja', 'Limits'],
    text: [
      'Koliko poziva u minutu smije svaki API ključ firme. Prazno: kako je podešeno za servis.',
      'How many calls a minute each API key of the company may make. Empty: as set for the service.',
    ],
    writesPerMinute: ['Upisa u minutu', 'Writes a minute'],
    readsPerMinute: ['Čitanja u minutu', 'Reads a minute'],
    saved: ['Ograničenja su sačuvana.', 'The limits are saved.'],
  },
  operate: {
    title: ['Pauza', 'Pause'],
    pausedText: [
      'API ključevi firme se odbijaju. Ono što je već izdato i dalje se dostavlja.',
      'The company’s API keys are refused. What was issued is still delivered.',
    ],
    activeText: [
      'Pauza odbija sve pozive API ključeva. Ono što je izdato i dalje se dostavlja.',
      'A pause refuses all calls of the API keys. What was issued is still delivered.',
    ],
    pause: ['Pauziraj firmu', 'Pause the company'],
    resume: ['Ponovo aktiviraj', 'Make active again'],
    askTitle: ['Pauzirati firmu?', 'Pause the company?'],
    askText: [
      '{{name}} od ovog trenutka ne može da izdaje račune preko servisa.',
      'From now on {{name}} cannot issue invoices through the service.',
    ],
    paused: ['Firma je pauzirana.', 'The company is paused.'],
    resumed: ['Firma je ponovo aktivna.', 'The company is active again.'],
  },
} satisfies Messages;

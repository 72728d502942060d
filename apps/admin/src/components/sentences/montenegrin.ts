// The service's own sentences about an invoice in Montenegrin, by key; in English they are said as
// the service says them. `{{name}}` stands for a value of the sentence, or for a sentence in it.

import type { Schema } from '../../api/contract.ts';

type Key = Schema<'AdminSentence'>['said'][number]['key'];

/** What is to be done has its texts in both languages: `remedy` of failed work. */
export const MONTENEGRIN = {
  refusedInvoice: 'Poreska uprava je odbila račun (šifra {{efiCode}}): {{efiMessage}}',
  refusedDeposit: 'Početni depozit nije prihvaćen (šifra {{efiCode}}): {{efiMessage}}',
  refusedWithdrawal:
    'Poreska uprava je odbila podizanje gotovine (šifra {{efiCode}}): {{efiMessage}}',
  refusedCashRegister: 'Poreska uprava je odbila kasu (šifra {{efiCode}}): {{efiMessage}}',
  unavailable: 'Poreska uprava nije odgovorila: {{why}}',
  serviceClock: 'Sat servisa je {{seconds}} s {{side}} sata Poreske uprave.',
  workerClock: 'Sat radnika je {{seconds}} s {{side}} sata baze podataka.',
  issueTimeAhead:
    'Posljednje vrijeme izdavanja ovog ENU koda, {{lastIssuedAt}}, je {{seconds}} s {{side}} sata baze podataka.',
  nothingSigned: 'Ništa se ne potpisuje dok se ne podesi.',
  nothingNumbered: 'Nijedan račun ne dobija broj dok to vrijeme ne dođe.',
  numbersUnconfirmed:
    'Baza podataka je vraćena iz kopije ili zamijenjena. Ništa se ne potpisuje dok se ne potvrdi posljednji broj kase.',
  tcrMissing: 'Kasa nije registrovana kod Poreske uprave.',
  cashRegisterEnded: 'Posljednji dan upotrebe kase je prošao.',
  tcrCodeTaken:
    'Poreska uprava je dala ENU kod {{tcrCode}}. Ima ga kasa „{{name}}“, pa za ovu kasu nije sačuvan.',
  tcrCodeTakenElsewhere:
    'Poreska uprava je dala ENU kod {{tcrCode}}. Ima ga kasa druge firme, pa za ovu kasu nije sačuvan.',
  orderNumberTaken: 'Broj {{orderNumber}} pripada drugom računu ove kase i godine.',
  orderNumberTooFar:
    'Broj {{orderNumber}} je predaleko od najvećeg iskorišćenog broja ove kase i godine: sada se može uzeti najviše {{largest}}.',
  messageTooLarge:
    'Poruka Poreskoj upravi imala bi do {{bytes}} bajtova, a prima se najviše {{bytesMax}}: podijelite račun.',
  messageInvalid: 'Poruka se ne može zapisati onako kako Poreska uprava traži. Ništa nije poslato.',
  liveEndpointMissing:
    'Ovaj servis nije povezan sa produkcionim servisom Poreske uprave: ovdje se u produkciji ništa ne prodaje.',
  certificateMissing: 'Firma nema sertifikat za ovo okruženje.',
  certificateEarly: 'Sertifikat još ne važi.',
  certificateExpired: 'Sertifikat je istekao.',
  certificateOfOther: 'Sertifikat pripada drugom PIB-u.',
  certificateUnreadable: 'Sertifikat u fajlu nije X.509 sertifikat.',
  keyOfOther: 'Privatni ključ ne pripada sertifikatu.',
  keyUnreadable: 'Privatni ključ se ne može pročitati.',
  keySealed: 'Zapečaćeni privatni ključ se ne može otvoriti ovim identitetom.',

  setClock: 'Operater servisa podešava sat; potom fiskalizujte ponovo.',
  waitForTime: 'Fiskalizujte ponovo poslije tog vremena, ili javite operateru servisa.',
  registerTcr: 'Provjerite ENU kod u panelu, ili pozovite POST /api/tcr/register sa {}.',
  clearTcrCode:
    'Obrišite kod te kase u panelu ako joj ne pripada; zatim ponovite poziv: Poreska uprava daje isti kod.',
  clearTcrCodeElsewhere:
    'Operater servisa briše kod gdje mu nije mjesto; zatim ponovite poziv: Poreska uprava daje isti kod.',
  lowerOrderNumber: 'Izdajte račun ponovo sa manjim brojem, ili sa 0 da ga servis sam dodijeli.',
  smallerInvoices: 'Umjesto njega izdajte više manjih računa.',
  tellOperator: 'Javite operateru servisa.',
  repeatUnsent: 'Fiskalizujte ponovo: ništa nije poslato.',
  connectEndpoint: 'Operater servisa ga povezuje; potom fiskalizujte ponovo.',
  enterAgain: 'Potom unesite podizanje ponovo ako to već nije učinjeno, sa drugim externalId.',
  enterAgainIfMissing:
    'Ranija poruka o njemu je možda registrovana: provjerite kod Poreske uprave prije nego što podizanje unesete ponovo, sa drugim externalId.',
  askAgain: 'Pitajte ponovo, ili potvrdite broj ručno.',

  originalUnknown:
    'Poreska uprava ne zna za račun PIB-a {{tin}} sa IKOF-om {{iic}} i vremenom izdavanja {{issueDateTime}}.',
  originalType: 'typeOfInvoice mora biti {{typeOfInvoice}}, kao na originalu.',
  originalPayment: 'Način plaćanja nije dozvoljen: original je plaćen sa {{paymentMethods}}.',
  originalRate: '{{path}} mora biti stopa sa stavke originala: {{rates}}.',
  originalLine: '{{path}} mora biti kao na stavci originala: {{values}}.',
  originalCancelled:
    'Od originala nije ostalo ništa: u cjelini ga je stornirao korektivni račun čiji je id {{id}}.',
  oneLeftOfItem:
    '{{path}} vraća više nego što je prodato: {{quantity}} od „{{name}}“, a ostalo je 1.',
  moreOfItem:
    '{{path}} vraća više nego što je prodato: {{quantity}} od „{{name}}“, a ostalo je {{left}}.',
  moreOfRate:
    'Stavke{{ofRate}} vraćaju više nego što je prodato: {{amount}} bez PDV-a, a ostalo je {{left}}.',
  moreInAll:
    'Korektivni račun vraća više nego što je prodato: {{amount}} sa PDV-om, a ostalo je {{left}}.',
  moreOfMethod:
    'Korektivni račun vraća {{amount}} na način plaćanja {{method}}, a ostalo je {{left}}.',
  moreOfAdvance:
    'Korektivni račun vraća {{amount}} od avansa kojim nije plaćen nijedan račun koji navodi, a ostalo je {{left}}.',
  moreThanAdvance: 'Račun uzima {{amount}} od avansa, a ostalo je {{left}}.',

  moreThanInDrawer:
    'Iz kase je podignuto više nego što je u njoj bilo: po računima, depozitima i podizanjima tog dana nedostaje {{amount}}.',
  idempotencyKey:
    'Zaglavlje Idempotency-Key nema dejstva: ponovljen poziv pravi drugi račun. Pošaljite externalId u tijelu: isti poziv ponovo nalazi prvi račun.',
  externalIdAfterLoss:
    'Baza podataka je vraćena iz kopije ili zamijenjena, što je primijećeno {{time}}. Ovdje se ne zna da li je ova prodaja prije toga već registrovana pod istim externalId: uporedite je sa računima koje je izdala vaša kasa',
  superseding:
    'externalId je bio od računa {{id}}, koji ovaj zamjenjuje: taj se više ne može fiskalizovati',
  originalElsewhere:
    'original.id nije račun ove firme na ovom servisu: Poreska uprava se pita za njega prije nego što korektivni račun dobije broj.',
  unknownField: '{{path}} nije poznato polje i zanemareno je.',
  oneMoreWarning: 'Još 1 napomena nije navedena.',
  moreWarnings: 'Broj napomena koje nijesu navedene: {{count}}.',
  advanceIicUnused:
    'advancePaymentIic se koristi samo za plaćanje avansom (ADVANCE) i zanemaren je.',
  originalUnused: 'original se koristi samo na korektivnom računu i zanemaren je.',
  nonCash:
    'paymentMethod {{paymentMethod}} je za Poresku upravu bezgotovinski: račun se registruje i štampa kao bezgotovinski (NonCash).',
  textCutWritten:
    '{{path}} ima više od {{length}} znakova kada se ispiše osnovnim latiničnim slovima; Poreska uprava prima prvih {{cutTo}}.',
  textCut: '{{path}} ima više od {{length}} znakova; Poreska uprava prima prvih {{cutTo}}.',
  textUnprinted: '{{path}} ima slova koja nijedan font ne štampa: pored stoji „{{written}}“.',
  tookMoreOfItem: 'Vraćeno je više nego što je prodato: {{quantity}} od „{{name}}“ previše.',
  tookMoreOfRate: 'Vraćeno je više nego što je prodato: {{amount}} bez PDV-a{{ofRate}} previše.',
  discountLost:
    'Original je prodat sa popustom na račun (discountAmount) od {{discount}}, a ovo storniranje svih stavki ga nema: vraća {{amount}} umjesto {{sold}}.',
  advanceUnknown:
    'advancePaymentIic nije račun ove firme na ovom servisu, pa se ne zna koliko je od avansa ostalo.',
  advanceReduced:
    'Korektivni račun ovog avansa navodi račun {{iic}} sa {{amount}}, a avans sada plaća {{paid}}.',
  buyerLost: 'Korektivni račun nema kupca; original je prodat kupcu {{sold}}.',
  buyerOther: 'Kupac nije onaj sa originala: {{sold}}.',
  operatorUnknown:
    'operatorName nije nijedan od operatera firme: ime se štampa samo, a kod je onaj sa kase.',
  advanceOther: 'advancePaymentIic nije onaj sa originala: {{iic}}.',
  replacedTwice: 'Dokument {{id}} zamjenjuje i {{other}}.',

  noConnection: 'Veza nije uspostavljena ili se prekinula.',
  replyUnreadable: 'Odgovor se ne može pročitati.',
  noTimeLeft: 'Nije ostalo vremena za slanje.',
  noTimeOnceConnected: 'Kad je veza uspostavljena, nije ostalo vremena za slanje.',
  authoritySilent: 'Poreska uprava trenutno ne odgovara.',
  depositUnanswered: 'Na početni depozit dana nije stigao odgovor na vrijeme.',
  depositBusy: 'Drugi depozit dana se još registruje.',
  originalUnclear: 'njena javna provjera računa ne kaže o originalu ništa što se može koristiti.',
  givenUpBefore: 'Odustalo se prije slanja.',
  givenUp: 'Odustalo se od čekanja.',
  connectTimeout: 'Veza nije uspostavljena za {{ms}} ms.',
  replyTimeout: 'Cio odgovor nije stigao za {{ms}} ms.',
  connectionEnded: 'Veza je prekinuta bez odgovora.',
  connectionFailed: 'Veza nije uspjela: {{words}}',
  simulatorReplied: 'Odgovorio je simulator: {{words}}',
  replyTooLarge: 'Odgovor ima više od {{bytes}} bajtova.',
  replyBroken: 'Odgovor se ne može pročitati: {{words}}',
  httpError: 'HTTP status {{status}} bez poruke o grešci.',
  faultOfOther: 'Greška se odnosi na {{requestUuid}}.',
  faultUndocumented: 'Greška {{efiCode}}, koja nije dokumentovana: {{efiMessage}}',
  faultWithoutCode: 'Greška bez šifre: {{efiMessage}}',
  fault: 'Greška {{efiCode}}: {{efiMessage}}',
  xmlDoctype: 'Dokument ima DOCTYPE, koji nijednom odgovoru ne treba.',
  xmlBroken: 'Dokument nije XML: {{words}}',
  xmlNoEnvelope: 'Dokument nije SOAP koverta nego <{{name}}>.',
  xmlMessages: 'SOAP koverta ne sadrži tačno jednu poruku.',
  replyOtherMessage: 'Odgovor je <{{name}}>, a ne {{expected}}.',
  replyOtherParts: 'Odgovor nije Header i {{identifier}}.',
  replyToOther: 'Odgovor je na {{requestUuid}}, a to nije naš zahtjev.',
  replyIdentifier: '{{identifier}} u odgovoru nije ispravan.',
  signatureWrong: 'Potpis odgovora nije ispravan.',
  signatureChanged: 'Odgovor je izmijenjen poslije potpisivanja.',
  signatureCount: 'Odgovor nema tačno jedan potpis.',
  signatureElsewhere: 'Potpis se ne odnosi na odgovor.',
  signatureForm: '{{element}} u potpisu nema poznat oblik.',
  signatureAlgorithm: '{{element}} u potpisu nije {{algorithm}}.',
  certificatesMany: 'Odgovor nosi {{count}} sertifikata, više nego što ih ima ijedan lanac.',
  certificatesNone: 'Odgovor ne nosi sertifikat koji se može pročitati.',
  certificateUnpinned:
    'Odgovor je potpisan sertifikatom Poreske uprave koji nije među zadatim: SHA-256 {{fingerprints}}.',
  certificateTime: 'Sertifikat odgovora važi od {{from}} do {{to}}.',
  certificateOfCa: 'Odgovor je potpisalo sertifikaciono tijelo, koje potpisuje samo sertifikate.',
  certificateOfOthers: 'Odgovor je potpisao {{organization}}, a to nije Poreska uprava.',
  certificateOfServer: 'Odgovor je potpisan sertifikatom TLS servera.',
  certificateUse: 'Odgovor je potpisan sertifikatom koji nije za digitalni potpis.',
  certificateUnanchored:
    'Odgovore Poreske uprave potpisuje {{certificate}}, koji nije među sertifikatima kojima servis vjeruje, niti su ga oni izdali.',
  receiptHttp: 'Provjera računa je odgovorila sa HTTP statusom {{status}}.',
  receiptNoJson: 'Provjera računa nije odgovorila u JSON-u.',
  receiptNoObject: 'Provjera računa nije odgovorila objektom.',
  receiptOfOther: 'Provjera računa je odgovorila o drugom računu.',
  receiptNoFic: 'Provjera računa je odgovorila bez JIKR-a.',
  foundByReceiptCheck: 'Nađen javnom provjerom računa.',

  ahead: 'ispred',
  behind: 'iza',
  atRate: ' po stopi {{rate}} %',
  ofExemption: ' sa oslobođenjem {{exemption}}',
  itHasNone: 'nema ga',
} as const satisfies Record<Exclude<Key, `remedy.${string}`>, string>;

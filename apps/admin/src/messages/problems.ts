import type { Messages } from '../message.ts';

/** Texts of the API’s codes; a code that is missing here shows the API’s own sentence. */
export const messages = {
  title: ['Nije uspjelo', 'That did not work'],
  requestId: ['Oznaka zahtjeva: {{requestId}}', 'Request id: {{requestId}}'],
  fallback: ['Nešto nije u redu. Pokušajte ponovo.', 'Something is not right. Try again.'],
  passkey: {
    givenUp: [
      'Pristupni ključ nije potvrđen. Pokušajte ponovo ili izaberite drugi način.',
      'The passkey was not confirmed. Try again, or choose another way.',
    ],
    there: [
      'Ovaj uređaj već ima pristupni ključ za vaš nalog.',
      'This device holds a passkey of your account already.',
    ],
    unusable: [
      'Pregledač ovdje ne može da koristi pristupni ključ. Izaberite drugi način.',
      'The browser cannot use a passkey here. Choose another way.',
    ],
  },
  field: {
    required: ['Ovo polje je obavezno.', 'This field is needed.'],
    tooLong: ['Najviše {{limit}} znakova.', 'At most {{limit}} characters.'],
    tooLongWritten: [
      'Najviše {{limit}} znakova kada se ispiše osnovnim latiničnim slovima (đ je dj).',
      'At most {{limit}} characters once written in basic Latin letters (đ is dj).',
    ],
    tooShort: ['Najmanje {{limit}} znakova.', 'At least {{limit}} characters.'],
    tooMuch: ['Najviše {{limit}}.', 'At most {{limit}}.'],
    tooLittle: ['Najmanje {{limit}}.', 'At least {{limit}}.'],
    control: [
      'U tekstu je nevidljiv znak, na primjer novi red. Upišite ga ponovo.',
      'The text has an invisible character, such as a line break. Type it again.',
    ],
    tin: ['PIB ima 8 cifara, JMB 13.', 'A TIN has 8 digits, a personal number 13.'],
    country: ['Tri slova, na primjer MNE.', 'Three letters, such as MNE.'],
    registrationCode: [
      'Dva mala slova i tri cifre, pa još jednom: ab123cd456.',
      'Two small letters and three digits, twice: ab123cd456.',
    ],
    pictureSize: ['Slika je veća od 220 kB.', 'The picture is larger than 220 kB.'],
    picture: [
      'Ova slika se ne može koristiti. Izaberite PNG, JPEG ili WebP.',
      'This picture cannot be used. Choose a PNG, JPEG or WebP.',
    ],
    tinFixed: ['Ovaj PIB se ne može promijeniti.', 'This TIN cannot be changed.'],
    amount: ['Nula ili više, najviše dvije decimale.', 'Zero or more, with at most two decimals.'],
    email: [
      'Ovo nije adresa e-pošte. Treba da liči na ana@firma.me.',
      'This is no e-mail address. It should look like ana@company.me.',
    ],
    appCode: [
      'Šest cifara iz aplikacije, na primjer 123456.',
      'The six digits of the app, such as 123456.',
    ],
    wholeNumber: ['Cio broj, na primjer 60.', 'A whole number, such as 60.'],
    number: ['Upišite broj, na primjer 60.', 'Type a number, such as 60.'],
    choice: [
      'Izaberite jednu od ponuđenih vrijednosti.',
      'Choose one of the values that are offered.',
    ],
    instant: [
      'Izaberite dan u kalendaru ili ga upišite, na primjer 31.12.2026.',
      'Choose a day of the calendar, or type one, such as 31/12/2026.',
    ],
    future: [
      'Taj trenutak je već prošao. Izaberite kasniji dan.',
      'That time is over. Choose a later day.',
    ],
    file: [
      'Fajl se ne može pročitati. Izaberite ga ponovo.',
      'The file cannot be read. Choose it again.',
    ],
    fileSize: [
      'Fajl je veći od {{limit}}, a sertifikat je manji. Izaberite drugi fajl.',
      'The file is larger than {{limit}}, which no certificate is. Choose another file.',
    ],
    issueTime: [
      'Kako piše na računu: 2026-07-11T15:51:04+02:00.',
      'As it stands on the invoice: 2026-07-11T15:51:04+02:00.',
    ],
    total: [
      'Sa dvije decimale i tačkom, na primjer 99.01.',
      'With two decimals and a point, such as 99.01.',
    ],
    iic: [
      'IKOF ima 32 znaka, samo cifre i slova od A do F.',
      'An IIC has 32 characters, only digits and the letters A to F.',
    ],
    otherCompany: [
      'Ovaj račun je izdala druga firma. Otvorite provjeru u njoj.',
      'Another company issued this invoice. Open the check there.',
    ],
    rolePlace: [
      'Operater i podrška cijelog servisa su bez firme, vlasnik i računovođa imaju firmu.',
      'An operator or the support of the whole service has no company; an owner or an accountant has one.',
    ],
    receiptLink: [
      'Zalijepite cijeli tekst QR koda sa računa: počinje sa https:// i sadrži iic=, tin= i crtd=.',
      'Paste the whole text of the QR code on the receipt: it begins with https:// and has iic=, tin= and crtd=.',
    ],
    receiptOfOther: [
      'Račun je druge kase: na njemu je ENU kod {{limit}}.',
      'The receipt is of another cash register: its TCR code is {{limit}}.',
    ],
    receiptOfYear: [
      'Račun nije iz {{limit}}. godine. Ako ove godine nema nijednog, upišite 0 ručno.',
      'The receipt is not of {{limit}}. If there is none of this year, enter 0 by hand.',
    ],
    receiptUnknown: [
      'Poreska uprava ne zna za ovaj račun. Ako je izdat bez veze, možda još nije dostavljen: upišite njegov broj ručno.',
      'The tax authority does not know this receipt. If it was issued offline, it may not have been delivered yet: enter its number by hand.',
    ],
    receiptUnsigned: [
      'Nijedan ovdje sačuvan sertifikat firme ne daje IKOF ovog računa. Upišite njegov broj ručno.',
      'No certificate of the company that is stored here makes the IIC of this receipt. Enter its number by hand.',
    ],
    operatorTaken: [
      'Drugi aktivan operater već ima to ime.',
      'Another active operator has this name.',
    ],
    operatorLine: [
      'Ime i kod operatera, između njih tačka-zarez: Ana Marić;ab123cd456.',
      'A name and the code of the operator, with a semicolon between them: Ana Marić;ab123cd456.',
    ],
    other: [
      'Servis ne prihvata ovu vrijednost. Uporedite je s primjerom uz polje.',
      'The service does not take this value. Compare it with the example at the field.',
    ],
  },
  code: {
    UNREACHABLE: [
      'Servis se ne javlja. Provjerite vezu i pokušajte ponovo.',
      'The service does not respond. Check your connection and try again.',
    ],
    UNREADABLE: [
      'Servis trenutno ne odgovara kako treba. Pokušajte malo kasnije.',
      'The service does not respond properly at the moment. Try again a little later.',
    ],
    SIGN_IN_REQUIRED: [
      'Prijava je istekla. Prijavite se ponovo.',
      'Your sign-in has expired. Sign in again.',
    ],
    SIGN_IN_REFUSED: [
      'E-pošta ili lozinka nije tačna.',
      'The e-mail or the password is not right.',
    ],
    SECOND_FACTOR_REQUIRED: [
      'Potreban je i drugi korak: kod iz aplikacije ili pristupni ključ.',
      'A second step is needed, too: a code of your app, or a passkey.',
    ],
    SECOND_FACTOR_MISSING: [
      'Prvo dodajte svom nalogu drugi korak, na stranici Nalog i bezbjednost.',
      'Add a second step to your account first, on the page Account and security.',
    ],
    CONFIRMATION_REQUIRED: [
      'Za ovu izmjenu prvo potvrdite da ste to vi.',
      'Confirm first that it is you who changes this.',
    ],
    PASSWORD_TOO_WEAK: [
      'Ovu lozinku je prelako pogoditi: kratka je, često se bira ili se u njoj ponavljaju isti znakovi. Izaberite nekoliko nepovezanih riječi, najmanje 12 znakova.',
      'This password is too easy to guess: it is short, often chosen, or repeats the same characters. Choose a few unrelated words, at least 12 characters.',
    ],
    TOO_MANY_ATTEMPTS: [
      'Previše pokušaja. Sačekajte malo pa pokušajte ponovo.',
      'Too many attempts. Wait a little and try again.',
    ],
    TOO_MANY_API_KEYS: [
      'Firma ima najveći dozvoljeni broj aktivnih ključeva. Opozovite ključ koji se ne koristi.',
      'The company has as many active keys as it may have. Revoke one that is not used.',
    ],
    DAY_NOT_OVER: ['Taj dan još traje.', 'That day is not over.'],
    RATE_LIMITED: [
      'Previše zahtjeva za kratko vrijeme. Sačekajte minut pa pokušajte ponovo.',
      'Too many calls in a short time. Wait a minute and try again.',
    ],
    MAIL_NOT_SENT: [
      'Poruka nije poslata. Provjerite adresu i pošaljite poziv ponovo.',
      'The mail was not sent. Check the address and send the invitation again.',
    ],
    CSRF_TOKEN_INVALID: [
      'Stranica je zastarjela. Učitajte je ponovo.',
      'The page is out of date. Load it again.',
    ],
    INVOICE_DETACHED: [
      'Sadržaj računa je stariji nego što zakon traži i sklonjen je. Pitajte operatera servisa.',
      'What the invoice says is older than the law asks for and put away. Ask the operator of the service.',
    ],
    METHOD_NOT_ALLOWED: [
      'Stranica je starija od servisa. Učitajte je ponovo.',
      'The page is older than the service. Load it again.',
    ],
    BODY_TOO_LARGE: [
      'Ovo je preveliko za servis. Skratite tekst ili izaberite manji fajl.',
      'This is too large for the service. Shorten the text, or choose a smaller file.',
    ],
    UNSUPPORTED_MEDIA_TYPE: [
      'Stranica je starija od servisa. Učitajte je ponovo.',
      'The page is older than the service. Load it again.',
    ],
    MALFORMED_JSON: [
      'Zahtjev je stigao nepotpun. Pokušajte ponovo.',
      'The request arrived incomplete. Try again.',
    ],
    VERSION_REQUIRED: [
      'Stranica je starija od servisa. Učitajte je ponovo, upisano ostaje.',
      'The page is older than the service. Load it again; what you typed is kept.',
    ],
    NOT_FOUND: [
      'Toga nema ili nemate pristup. Vratite se na spisak i otvorite ga odatle.',
      'It does not exist, or you have no access. Go back to the list and open it from there.',
    ],
    CONFLICT: [
      'Neko je ovo u međuvremenu promijenio ili već postoji. Učitajte stranicu ponovo i pogledajte.',
      'Somebody has changed this meanwhile, or it exists already. Load the page again and look.',
    ],
    CHANGED_MEANWHILE: [
      'Neko je ovo u međuvremenu promijenio. Pogledajte novo stanje, pa ponovite.',
      'Somebody has changed this meanwhile. Look at how it is now, then try again.',
    ],
    TCR_CODE_TAKEN: [
      'Ovaj ENU kod ima druga kasa. Obrišite ga tamo ako joj ne pripada, pa ponovite.',
      'Another cash register has this TCR code. Clear it there if it does not belong there, then try again.',
    ],
    FIELD_INVALID: ['Provjerite označena polja.', 'Check the marked fields.'],
    QUERY_INVALID: [
      'Filter nije ispravan. Poništite filtere pa izaberite ponovo.',
      'The filter is not valid. Clear the filters, then choose again.',
    ],
    CERTIFICATE_REFUSED: [
      'Sertifikat se ne može koristiti. Ispravite ono što piše ispod, ili izaberite drugi fajl.',
      'The certificate cannot be used. Put right what is listed, or choose another file.',
    ],
    VAULT_RECIPIENT_WRONG: [
      'Servis sada ne može da sačuva sertifikat. Ništa nije sačuvano. Obratite se operateru servisa.',
      'The service cannot keep a certificate now. Nothing was stored. Contact the operator of the service.',
    ],
    GO_LIVE_INCOMPLETE: [
      'Još nijesu ispunjeni svi uslovi za produkciju. Završite korake na stranici Prvi koraci.',
      'Not everything that going live needs is done yet. Finish the steps of the page Getting started.',
    ],
    CALL_NOT_ANSWERED: [
      'Servis nije stigao da uputi zahtjev Poreskoj upravi. Pokušajte malo kasnije.',
      'The service did not get to make the request to the tax authority. Try again a little later.',
    ],
    PDF_NOT_READY: [
      'PDF još nije napravljen. Pokušajte malo kasnije.',
      'The PDF is not made yet. Try again a little later.',
    ],
    CERTIFICATE_PASSWORD_WRONG: [
      'Lozinka ne otvara ovaj fajl. Treba ona koju ste dobili uz sertifikat; pazite na velika i mala slova.',
      'The password does not open this file. It is the one that came with the certificate; mind capital and small letters.',
    ],
    CERTIFICATE_UNREADABLE: [
      'Ovo nije fajl sertifikata (.p12 ili .pfx) ili je oštećen. Izaberite drugi ili ga izvezite ponovo.',
      'This is no certificate file (.p12 or .pfx), or it is damaged. Choose another, or export it again.',
    ],
    CERTIFICATE_MISSING: [
      'U fajlu nema sertifikata. Izvezite ga ponovo, zajedno s ključem.',
      'The file holds no certificate. Export it again, together with its key.',
    ],
    CERTIFICATE_WITHOUT_KEY: [
      'U fajlu nema privatnog ključa. Izvezite sertifikat zajedno s ključem.',
      'The file holds no private key. Export the certificate together with it.',
    ],
    CERTIFICATE_WITH_SEVERAL_KEYS: [
      'U fajlu je više ključeva. Izvezite samo onaj za fiskalizaciju.',
      'The file holds several keys. Export only the one for fiscalization.',
    ],
    CERTIFICATE_KEY_MISMATCH: [
      'Ključ u fajlu ne pripada njegovom sertifikatu. Izvezite sertifikat ponovo, zajedno s njegovim ključem.',
      'The key in the file does not belong to its certificate. Export the certificate again, together with its own key.',
    ],
    CERTIFICATE_EXPIRED: [
      'Sertifikat je istekao. Naručite novi od izdavaoca i postavite ga.',
      'The certificate has expired. Order a new one from its issuer, and upload it.',
    ],
    CERTIFICATE_NOT_YET_VALID: [
      'Sertifikat još nije počeo da važi. Postavite ga kad počne.',
      'The certificate is not valid yet. Upload it when it is.',
    ],
    CERTIFICATE_KEY_UNSUITABLE: [
      'Ključ mora biti RSA od 2048 bita. Naručite novi sertifikat od izdavaoca.',
      'The key has to be RSA with 2048 bits. Order a new certificate from its issuer.',
    ],
    CERTIFICATE_TIN_MISSING: [
      'U sertifikatu nema PIB-a: to nije sertifikat za fiskalizaciju. Izaberite fiskalni sertifikat firme.',
      'The certificate names no TIN, so it is none for fiscalization. Choose the company’s fiscal certificate.',
    ],
    CERTIFICATE_TIN_MISMATCH: [
      'Sertifikat glasi na drugi PIB. Provjerite PIB firme i izabrani fajl.',
      'The certificate is for another TIN. Check the TIN of the company and the file.',
    ],
    CERTIFICATE_TOO_LARGE: [
      'Sertifikat je prevelik za poruku Poreskoj upravi. Naručite novi od izdavaoca.',
      'The certificate is too large for a message to the tax authority. Order a new one from its issuer.',
    ],
    SERVICE_BUSY: [
      'Servis je trenutno prezauzet. Pokušajte ponovo za trenutak.',
      'The service is too busy now. Try again in a moment.',
    ],
    STORAGE_UNAVAILABLE: [
      'Servis trenutno ne može do svojih podataka. Sačekajte malo, učitajte stranicu ponovo i provjerite prije nego što ponovite.',
      'The service cannot reach its data now. Wait a moment, load the page again, and look before you repeat anything.',
    ],
    SERVICE_CLOCK_WRONG: [
      'Sat servisa je pogrešan, pa trenutno ne prima nove račune. Ništa nije sačuvano. Javite se operateru servisa.',
      'The clock of the service is wrong, so that it takes no new invoices now. Nothing was stored. Tell the operator of the service.',
    ],
    NEWER_FORM: [
      'Servis se upravo nadograđuje. Ništa nije sačuvano: pokušajte ponovo za nekoliko minuta.',
      'The service is being upgraded. Nothing was stored: try again in a few minutes.',
    ],
    OBJECT_STORE_UNAVAILABLE: [
      'Arhiva starih računa i poruka trenutno ne odgovara. Pokušajte ponovo za pola minuta.',
      'The store of old prints and messages does not respond now. Try again in half a minute.',
    ],
    OBJECT_NOT_INTACT: [
      'Ovaj stari dokument je izgubljen ili izmijenjen. Javite oznaku zahtjeva operateru servisa.',
      'This old document was lost or changed. Tell the operator of the service the request id.',
    ],
    INTERNAL_ERROR: [
      'Greška u servisu. Pokušajte ponovo; ako se ponovi, javite oznaku zahtjeva.',
      'Something broke in the service. Try again; if it happens again, tell us the request id.',
    ],
  },
} satisfies Messages;

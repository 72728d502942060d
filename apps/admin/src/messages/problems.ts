import type { Messages } from '../i18n/text-in.ts';

/** Texts of the API’s codes; a code that is missing here shows the API’s own sentence. */
export const messages = {
  title: ['Nije uspjelo', 'That did not work'],
  authority: ['Poreska uprava, šifra {{code}}', 'Tax authority, code {{code}}'],
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
    other: ['Ovo nije ispravno upisano.', 'This is not written correctly.'],
  },
  code: {
    UNREACHABLE: [
      'Servis se ne javlja. Provjerite vezu i pokušajte ponovo.',
      'The service does not answer. Check your connection and try again.',
    ],
    UNREADABLE: [
      'Servis trenutno ne odgovara kako treba. Pokušajte malo kasnije.',
      'The service does not answer properly at the moment. Try again a little later.',
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
      'Potrebna je i potvrda u drugom koraku.',
      'A second step is needed, too.',
    ],
    SECOND_FACTOR_MISSING: [
      'Prvo dodajte potvrdu u dva koraka svom nalogu.',
      'Add a second factor to your account first.',
    ],
    CONFIRMATION_REQUIRED: [
      'Za ovu izmjenu prvo potvrdite da ste to vi.',
      'Confirm first that it is you who changes this.',
    ],
    PASSWORD_TOO_WEAK: [
      'Ovu lozinku je prelako pogoditi. Uzmite najmanje 12 znakova, na primjer nekoliko nepovezanih riječi.',
      'This password is too easy to guess. Take at least 12 characters, a few unrelated words for example.',
    ],
    TOO_MANY_ATTEMPTS: [
      'Previše pokušaja. Sačekajte malo pa pokušajte ponovo.',
      'Too many attempts. Wait a little and try again.',
    ],
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
    NOT_FOUND: ['Toga nema ili nemate pristup.', 'It does not exist or you have no access.'],
    CONFLICT: [
      'Neko je ovo u međuvremenu promijenio ili već postoji.',
      'Somebody has changed this meanwhile, or it exists already.',
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
    QUERY_INVALID: ['Filter nije ispravan.', 'The filter is not valid.'],
    CERTIFICATE_REFUSED: ['Sertifikat se ne može koristiti.', 'The certificate cannot be used.'],
    GO_LIVE_INCOMPLETE: [
      'Još nijesu ispunjeni svi uslovi za produkciju.',
      'Not everything that going live needs is done yet.',
    ],
    CALL_FAILED: [
      'Poreska uprava nije prihvatila zahtjev.',
      'The tax authority did not accept the request.',
    ],
    CALL_NOT_ANSWERED: [
      'Poreska uprava ne odgovara. Pokušajte malo kasnije.',
      'The tax authority does not answer. Try again a little later.',
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
    CERTIFICATE_EXPIRED: ['Sertifikat je istekao.', 'The certificate has expired.'],
    CERTIFICATE_NOT_YET_VALID: [
      'Sertifikat još nije počeo da važi.',
      'The certificate is not valid yet.',
    ],
    CERTIFICATE_KEY_UNSUITABLE: [
      'Ključ mora biti RSA od 2048 bita.',
      'The key has to be RSA with 2048 bits.',
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
      'Sertifikat je prevelik za poruku Poreskoj upravi.',
      'The certificate is too large for a message to the tax authority.',
    ],
    CERTIFICATE_EXPIRES_SOON: [
      'Sertifikat uskoro ističe. Naručite novi na vrijeme.',
      'The certificate expires soon. Order its successor in time.',
    ],
    CERTIFICATE_FILE_LEGACY: [
      'Fajl je zaključan zastarjelim postupkom. Radi, ali ga čuvajte na sigurnom ili obrišite.',
      'The file is locked in an outdated way. It works, but keep it in a safe place, or delete it.',
    ],
    CERTIFICATE_ERROR: [
      'Sertifikat firme ne može da potpiše. Postavite ispravan sertifikat.',
      'The certificate of the company cannot sign. Upload a proper one.',
    ],
    TCR_NOT_REGISTERED: [
      'Kasa nije registrovana kod Poreske uprave.',
      'The cash register is not registered with the tax authority.',
    ],
    EFI_REFUSED: ['Poreska uprava je odbila zahtjev.', 'The tax authority refused the request.'],
    EFI_UNAVAILABLE: [
      'Poreska uprava trenutno ne odgovara.',
      'The tax authority does not answer at the moment.',
    ],
    EFI_SIGNATURE_REFUSED: [
      'Poreska uprava nije prihvatila potpis.',
      'The tax authority did not accept the signature.',
    ],
    EFI_CLOCK_REFUSED: [
      'Poreska uprava nije prihvatila vrijeme u zahtjevu.',
      'The tax authority did not accept the time of the request.',
    ],
    INITIAL_DEPOSIT_FAILED: [
      'Početni depozit nije prihvaćen.',
      'The initial deposit was not accepted.',
    ],
    STORAGE_UNAVAILABLE: [
      'Servis trenutno ne može do svojih podataka. Sačekajte malo, učitajte stranicu ponovo i provjerite prije nego što ponovite.',
      'The service cannot reach its data now. Wait a moment, load the page again, and look before you repeat anything.',
    ],
    INTERNAL_ERROR: [
      'Greška u servisu. Pokušajte ponovo; ako se ponovi, javite oznaku zahtjeva.',
      'Something broke in the service. Try again; if it happens again, tell us the request id.',
    ],
  },
} satisfies Messages;

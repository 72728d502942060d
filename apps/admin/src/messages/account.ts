import type { Messages } from '../message.ts';

/** Texts of what people change about themselves. */
export const messages = {
  title: ['Nalog i bezbjednost', 'Account and security'],
  profile: {
    title: ['Moji podaci', 'About me'],
    name: ['Ime i prezime', 'Name'],
    email: ['E-pošta', 'E-mail'],
    emailHint: [
      'Adresu mijenja operater servisa.',
      'An operator of the service changes the address.',
    ],
    language: ['Jezik', 'Language'],
    nameMissing: ['Unesite ime.', 'Enter your name.'],
    saved: ['Podaci su sačuvani.', 'Saved.'],
  },
  password: {
    title: ['Lozinka', 'Password'],
    text: [
      'Kad je promijenite, sve druge prijave se odjavljuju, a linkovi koji su vam poslati više ne važe.',
      'When you change it, all other sessions are signed out, and links that were sent to you work no more.',
    ],
    current: ['Sadašnja lozinka', 'Current password'],
    next: ['Nova lozinka', 'New password'],
    hint: [
      'Najmanje 12 znakova. Nekoliko nepovezanih riječi je dobra lozinka.',
      'At least 12 characters. A few unrelated words make a good password.',
    ],
    repeat: ['Ponovite novu lozinku', 'Repeat the new password'],
    change: ['Promijeni lozinku', 'Change password'],
    missing: ['Unesite sadašnju lozinku.', 'Enter your current password.'],
    wrong: ['Sadašnja lozinka nije tačna.', 'The current password is not right.'],
    tooShort: [
      'Lozinka mora imati najmanje 12 znakova.',
      'The password needs at least 12 characters.',
    ],
    different: ['Lozinke nijesu iste.', 'The passwords are not the same.'],
    tooEasy: [
      'Ovu lozinku je prelako pogoditi: često se bira ili se u njoj ponavljaju isti znakovi. Izaberite nekoliko nepovezanih riječi.',
      'This password is too easy to guess: it is often chosen, or repeats the same characters. Choose a few unrelated words.',
    ],
    changed: [
      'Lozinka je promijenjena. Druge prijave su odjavljene.',
      'The password is changed. Other sessions are signed out.',
    ],
  },
  totp: {
    short: ['Unesite svih šest cifara.', 'Enter all six digits.'],
    title: ['Aplikacija za potvrdu', 'Authenticator app'],
    text: [
      'Poslije lozinke traži se i kod iz aplikacije na telefonu. Ko sazna lozinku, ne može da uđe.',
      'After the password, a code of an app on your phone is asked for. The password alone is not enough.',
    ],
    on: ['Uključena', 'On'],
    off: ['Isključena', 'Off'],
    enable: ['Uključi', 'Switch on'],
    disable: ['Isključi', 'Switch off'],
    scan: [
      'Skenirajte kod aplikacijom za potvrdu (na primjer Google Authenticator ili 1Password).',
      'Scan the code with an authenticator app (Google Authenticator or 1Password, for example).',
    ],
    secret: [
      'Ako ne možete da skenirate, unesite ovaj ključ:',
      'If you cannot scan, enter this key:',
    ],
    secretName: ['ključ za aplikaciju', 'key for the app'],
    code: ['Kod iz aplikacije', 'Code of the app'],
    codeHint: ['Šest cifara.', 'Six digits.'],
    wrong: [
      'Kod nije tačan. Provjerite i da li telefon ima tačno vrijeme.',
      'The code is not right. Also check that the phone’s clock is.',
    ],
    confirm: ['Potvrdi i uključi', 'Confirm and switch on'],
    qr: ['QR kod za aplikaciju za potvrdu', 'QR code for the authenticator app'],
    enabled: [
      'Aplikacija za potvrdu je uključena. Druge prijave su odjavljene.',
      'The authenticator app is switched on. Other sessions are signed out.',
    ],
    disabled: ['Aplikacija za potvrdu je isključena.', 'The authenticator app is switched off.'],
  },
  passkeys: {
    nameMissing: ['Unesite naziv.', 'Enter a name.'],
    title: ['Pristupni ključevi', 'Passkeys'],
    text: [
      'Umjesto koda: prst, lice, PIN uređaja ili sigurnosni ključ. Lažna stranica ga ne može ukrasti.',
      'Instead of a code: a finger, your face, the PIN of the device or a security key. No forged page can steal it.',
    ],
    none: ['Još nemate nijedan.', 'You have none yet.'],
    impossible: [
      'Na ovoj adresi nijesu mogući: panel mora da se otvara preko imena i https, a ne preko IP adrese.',
      'Not possible at this address: the panel has to be opened by a host name and https, not by an IP address.',
    ],
    name: ['Naziv', 'Name'],
    someName: ['Pristupni ključ', 'Passkey'],
    since: ['Dodat', 'Added'],
    lastUsed: ['Posljednji put', 'Last used'],
    add: ['Dodaj pristupni ključ', 'Add a passkey'],
    added: [
      'Pristupni ključ je dodat. Druge prijave su odjavljene.',
      'The passkey is added. Other sessions are signed out.',
    ],
    remove: ['Ukloni', 'Remove'],
    removeNamed: ['Ukloni: {{name}}', 'Remove: {{name}}'],
    removed: ['Pristupni ključ je uklonjen.', 'The passkey is removed.'],
    askTitle: ['Ukloniti pristupni ključ?', 'Remove the passkey?'],
    askText: [
      'Sa „{{name}}“ se više nećete moći prijaviti.',
      'You will not be able to sign in with “{{name}}” any more.',
    ],
  },
  notices: {
    title: ['Obavještenja poštom', 'Notices by mail'],
    text: [
      'Jedna poruka odmah, zatim najviše jedna na sat, i jedna kad je riješeno. U njoj nema podataka s računa.',
      'One mail at once, then one an hour at most, and one when it is over. It holds no data of invoices.',
    ],
    kind: {
      failed: ['Neuspjeli računi', 'Failed invoices'],
      deadline: ['Dostave kojima ističe rok', 'Deliveries nearly overdue'],
      certificate: ['Sertifikat ističe', 'Certificate expires'],
      held: ['Kase koje ne prodaju', 'Cash registers that sell nothing'],
      authority: ['Poreska uprava ne odgovara', 'The tax authority does not reply'],
    },
    unsent: ['{{kind}} – bez poruke: {{count}}', '{{kind}} – not mailed: {{count}}'],
    off: [
      'Servis sada ne šalje poštu. Ono o čemu bi poslao ovdje se broji sedam dana.',
      'The service sends no mail now. What it would mail is counted here for seven days.',
    ],
    save: ['Sačuvaj izbor', 'Save the choice'],
    saved: ['Izbor je sačuvan.', 'The choice is saved.'],
  },
  identity: {
    passwordMissing: ['Unesite lozinku.', 'Enter your password.'],
    title: ['Potvrdite da ste to vi', 'Confirm that it is you'],
    text: [
      'Prije izmjene načina prijave i odjave drugih uređaja ili osoba. Važi pet minuta.',
      'Before the way you sign in changes, or another device or person is signed out. Good for five minutes.',
    ],
    password: ['Vaša lozinka', 'Your password'],
    wrongPassword: ['Lozinka nije tačna.', 'The password is not right.'],
    code: ['Kod iz aplikacije', 'Code of the app'],
    wrongCode: [
      'Kod nije tačan ili je već iskorišćen.',
      'The code is not right, or was used before.',
    ],
    passkey: ['Koristi pristupni ključ', 'Use a passkey'],
    or: ['ili', 'or'],
    confirm: ['Potvrdi', 'Confirm'],
  },
  demanded: {
    title: ['Potrebna je potvrda u dva koraka', 'A second step is needed'],
    text: [
      'Vaš nalog je važan: sama lozinka nije dovoljna. Dodajte drugi korak, poslije toga idete dalje.',
      'Your account matters: a password alone is not enough for it. Add a second step, then you go on.',
    ],
    impossible: [
      'Ova instalacija ne može da čuva drugi korak. Ko je vodi, prvo treba da podesi ADMIN_SECRET.',
      'This installation cannot keep a second step. The operator of the service has to set ADMIN_SECRET first.',
    ],
    signOut: ['Odjavi se', 'Sign out'],
  },
  sessions: {
    title: ['Prijave', 'Sessions'],
    text: [
      'Uređaji na kojima ste prijavljeni. Ako neki ne prepoznajete, odjavite sve i promijenite lozinku.',
      'Devices that you are signed in on. If you do not recognise one, sign out everywhere and change the password.',
    ],
    label: ['Moje prijave', 'My sessions'],
    device: ['Uređaj', 'Device'],
    address: ['Adresa', 'Address'],
    since: ['Prijavljen', 'Signed in'],
    lastSeen: ['Posljednji put', 'Last seen'],
    current: ['Ovaj uređaj', 'This device'],
    everywhere: ['Odjavi se svuda', 'Sign out everywhere'],
    askTitle: ['Odjaviti se na svim uređajima?', 'Sign out on all devices?'],
    askText: [
      'I na ovom. Poslije se prijavljujete ponovo.',
      'On this one, too. You sign in again afterwards.',
    ],
    unknown: ['Nepoznat uređaj', 'Unknown device'],
    on: ['{{browser}} na {{system}}', '{{browser}} on {{system}}'],
    end: ['Odjavi', 'Sign out'],
    endNamed: ['Odjavi: {{device}}, {{address}}', 'Sign out: {{device}}, {{address}}'],
    ended: ['Odjavljeno.', 'Signed out.'],
  },
} satisfies Messages;

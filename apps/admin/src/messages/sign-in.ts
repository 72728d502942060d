import type { Messages } from '../message.ts';

export const messages = {
  title: ['Prijava', 'Sign in'],
  lead: ['Fiskalizacija računa, bez brige.', 'Fiscal invoices without worries.'],
  reason: {
    ended: [
      'Prijava je završena, jer je istekla ili ste se odjavili drugdje. Poslije prijave se vraćate na istu stranicu.',
      'Your sign-in has ended: it ran out, or you signed out elsewhere. You return to the same page.',
    ],
    link: [
      'Za ovu stranicu je potrebna prijava. Poslije prijave se otvara.',
      'This page needs a sign-in. It opens afterwards.',
    ],
    'signed-out': ['Odjavili ste se.', 'You have signed out.'],
  },
  kept: [
    'Ono što ste upisali je sačuvano u ovom prozoru.',
    'What you typed is kept in this window.',
  ],
  email: ['E-pošta', 'E-mail'],
  password: ['Lozinka', 'Password'],
  submit: ['Prijavi se', 'Sign in'],
  totpTitle: ['Kod za potvrdu', 'Confirmation code'],
  totpHint: [
    'Otvorite aplikaciju za potvrdu i unesite šestocifreni kod.',
    'Open your authenticator app and enter the six digits.',
  ],
  totpWrong: [
    'Potvrda nije prihvaćena ili je istekla. Pokušajte ponovo.',
    'That was not accepted, or came too late. Try again.',
  ],
  otherAccount: ['Prijavi se drugim nalogom', 'Sign in with another account'],
  secondTitle: ['Drugi korak', 'Second step'],
  passkeyHint: [
    'Potvrdite pristupnim ključem: prstom, licem, PIN-om uređaja ili sigurnosnim ključem.',
    'Confirm with a passkey: a finger, your face, the PIN of the device or a security key.',
  ],
  eitherHint: [
    'Potvrdite pristupnim ključem ili unesite kod iz aplikacije.',
    'Confirm with a passkey, or enter the code of your app.',
  ],
  passkey: ['Koristi pristupni ključ', 'Use a passkey'],
  emailMissing: ['Unesite adresu e-pošte.', 'Enter your e-mail address.'],
  passwordMissing: ['Unesite lozinku.', 'Enter your password.'],
  forgotten: {
    link: ['Zaboravili ste lozinku?', 'Forgotten your password?'],
    title: ['Nova lozinka', 'A new password'],
    text: [
      'Unesite adresu kojom se prijavljujete. Poslaćemo link kojim birate novu lozinku.',
      'Enter the address you sign in with. We send a link to choose a new password with.',
    ],
    submit: ['Pošalji link', 'Send the link'],
    sentTitle: ['Provjerite poštu', 'Look at your mail'],
    sent: [
      'Ako nalog sa adresom {{email}} postoji, link je na putu. Važi jedan sat i može se upotrijebiti jednom. Pogledajte i neželjenu poštu.',
      'If there is an account with the address {{email}}, the link is on its way. It is valid for an hour and works once. Look into your spam folder, too.',
    ],
    tooMany: [
      'Traženo je previše linkova za kratko vrijeme. Ako nalog postoji, linkovi koji su već stigli važe po jedan sat: pogledajte poštu, i neželjenu.',
      'Too many links were asked for in a short time. If there is an account, those that have come are valid for an hour each: look into your mail, and into your spam folder.',
    ],
    another: ['Nije stigao? Pošaljite ponovo', 'Nothing came? Send it again'],
    askTitle: ['Koga da pitate', 'Whom to ask'],
    ask: [
      'Ovaj servis ne šalje poštu. Zamolite vlasnika svoje firme ili operatera servisa: na stranici „Članovi“ prave vam novi link za lozinku. Potvrdu u dva koraka uklanja samo operater servisa.',
      'This service sends no mail. Ask the owner of your company or the operator of the service: on the page “Members” they make you a new link for a password. Only the operator removes two-step sign-in.',
    ],
    back: ['Nazad na prijavu', 'Back to the sign-in'],
  },
  invitation: {
    newTitle: ['Izaberite novu lozinku', 'Choose a new password'],
    newText: [
      'Kad je sačuvate, sve ranije prijave se odjavljuju.',
      'Once it is saved, all sessions that are open now end.',
    ],
    title: ['Dobro došli', 'Welcome'],
    text: [
      'Izaberite lozinku za svoj nalog. Poslije toga se prijavljujete e-poštom i tom lozinkom.',
      'Choose a password for your account. From then on you sign in with your e-mail and it.',
    ],
    password: ['Nova lozinka', 'New password'],
    hint: [
      'Najmanje 12 znakova. Nekoliko nepovezanih riječi je dobra lozinka.',
      'At least 12 characters. A few unrelated words make a good password.',
    ],
    repeat: ['Ponovite lozinku', 'Repeat the password'],
    tooShort: [
      'Lozinka mora imati najmanje 12 znakova.',
      'The password needs at least 12 characters.',
    ],
    different: ['Lozinke nijesu iste.', 'The passwords are not the same.'],
    submit: ['Sačuvaj lozinku', 'Save the password'],
    done: ['Lozinka je sačuvana. Prijavite se.', 'The password is saved. Sign in.'],
    account: ['Nalog', 'Account'],
    cut: [
      'Link nije potpun. Otvorite ga tačno onako kako ste ga dobili.',
      'The link is not complete. Open it exactly as you received it.',
    ],
    over: [
      'Link je već iskorišćen ili mu je isteklo vrijeme. Ako ste lozinku već izabrali, prijavite se njome; ako nijeste, zatražite novi link.',
      'The link has been used, or its time is over. If you have chosen a password already, sign in with it; if not, ask for a new link.',
    ],
  },
} satisfies Messages;

import type { Messages } from '../message.ts';

/** Texts of members and users. */
export const messages = {
  members: {
    title: ['Članovi', 'Members'],
    intro: [
      'Ko vidi ovu firmu i šta u njoj smije da radi.',
      'Who sees this company, and what they may do in it.',
    ],
    invite: ['Pozovi člana', 'Invite a member'],
  },
  users: {
    title: ['Korisnici', 'Users'],
    intro: [
      'Svi koji se mogu prijaviti: ljudi servisa i ljudi firmi.',
      'Everybody who can sign in: people of the service and people of companies.',
    ],
    invite: ['Pozovi korisnika', 'Invite a user'],
  },
  list: ['Ljudi', 'People'],
  empty: {
    title: ['Još nema nikoga', 'No people yet'],
    text: [
      'Pozovite prvu osobu; ona sama bira lozinku.',
      'Invite the first person; they choose the password.',
    ],
  },
  column: {
    name: ['Ime', 'Name'],
    role: ['Uloga', 'Role'],
    status: ['Pristup', 'Access'],
    totp: ['Dva koraka', 'Two steps'],
    lastSignIn: ['Posljednja prijava', 'Last sign-in'],
  },
  roleHint: {
    operator: ['Vodi servis i vidi sve firme.', 'Runs the service and sees every company.'],
    company_admin: [
      'Vidi i mijenja sve u firmi, i poziva druge.',
      'Sees and changes everything in the company, and invites others.',
    ],
    accountant: [
      'Gleda i preuzima račune; ništa ne mijenja.',
      'Looks at invoices and downloads them; changes nothing.',
    ],
    support: [
      'Gleda i ponovo šalje neuspjele račune; ne vidi ključeve i ne mijenja podešavanja.',
      'Looks, and sends failed invoices again; sees no keys and changes no settings.',
    ],
    service_support: [
      'Gleda sve firme i ponovo šalje neuspjele račune; ne vidi ključeve i ne mijenja podešavanja.',
      'Looks at every company, and sends failed invoices again; sees no keys and changes no settings.',
    ],
  },
  roleChange: {
    action: ['Promijeni ulogu', 'Change the role'],
    title: ['Uloga: {{name}}', 'Role: {{name}}'],
    hint: [
      'Važi odmah, i tamo gdje je osoba već prijavljena.',
      'It holds at once, also where the person is signed in.',
    ],
    done: ['Uloga je promijenjena.', 'The role is changed.'],
  },
  search: {
    label: ['Traži po imenu ili adresi', 'Search by name or address'],
    none: ['Nema takve osobe', 'No such person'],
    noneHint: ['Provjerite kako je napisano.', 'Look at how it is spelt.'],
  },
  status: {
    active: ['Aktivan', 'Active'],
    invited: ['Pozvan', 'Invited'],
    disabled: ['Bez pristupa', 'No access'],
  },
  waitsForLink: ['Čeka link', 'Waits for a link'],
  totp: {
    on: ['Uključeno', 'On'],
    off: ['Isključeno', 'Off'],
  },
  you: ['Vi', 'You'],
  inviteAgain: ['Novi link za lozinku', 'New link for a password'],
  resetFactor: ['Ukloni potvrdu u dva koraka', 'Remove two-step sign-in'],
  factorReset: [
    'Potvrda u dva koraka je uklonjena, sve prijave su odjavljene.',
    'Two-step sign-in is removed, all sessions are signed out.',
  ],
  askReset: {
    title: ['Ukloniti potvrdu u dva koraka?', 'Remove two-step sign-in?'],
    text: [
      'Uradite to samo ako ste se uvjerili da je {{name}} zaista izgubio ili izgubila uređaj. Prijave do nove potvrde označene su u dnevniku.',
      'Do so only if you are certain that {{name}} has lost the device. Sign-ins until there is a second step again are marked in the audit log.',
    ],
  },
  disable: ['Oduzmi pristup', 'Take access away'],
  enable: ['Vrati pristup', 'Give access back'],
  disabled: [
    'Pristup je oduzet, sve prijave su odjavljene.',
    'Access is taken away, all sessions are signed out.',
  ],
  enabled: ['Pristup je vraćen.', 'Access is given back.'],
  sessions: {
    action: ['Prijave', 'Sessions'],
    title: ['Prijave: {{name}}', 'Sessions: {{name}}'],
    none: ['Nije nigdje prijavljen(a).', 'Not signed in anywhere.'],
    ended: ['Odjavljeno.', 'Signed out.'],
    endAll: ['Odjavi svuda', 'Sign out everywhere'],
  },
  policy: {
    title: ['Prijava', 'Sign-in'],
    text: [
      'Ko nema drugi korak, dodaje ga odmah po prijavi i prije toga ne može ništa drugo. Važi i za otvorene prijave, i za vas.',
      'A member without a second step adds one right after signing in, and can do nothing else before. It holds for open sessions, too, and for yourself.',
    ],
    label: ['Svi članovi moraju imati potvrdu u dva koraka', 'Every member needs a second step'],
    on: [
      'Svi članovi sada moraju imati potvrdu u dva koraka.',
      'Every member needs a second step from now on.',
    ],
    off: [
      'Potvrda u dva koraka više nije obavezna za članove.',
      'Members no longer need a second step.',
    ],
  },
  ask: {
    title: ['Oduzeti pristup?', 'Take access away?'],
    text: [
      '{{name}} se odmah odjavljuje i više ne može da se prijavi. Dnevnik zadržava ime.',
      '{{name}} is signed out at once and cannot sign in any more. The audit log keeps the name.',
    ],
  },
  form: {
    title: ['Poziv', 'Invitation'],
    name: ['Ime i prezime', 'Name'],
    email: ['E-pošta', 'E-mail'],
    role: ['Uloga', 'Role'],
    company: ['Firma', 'Company'],
    companyHint: ['Počnite da kucate naziv ili PIB.', 'Start typing a name or TIN.'],
    nameMissing: ['Unesite ime.', 'Enter a name.'],
    emailWrong: ['Unesite ispravnu adresu e-pošte.', 'Enter a valid e-mail address.'],
    emailTaken: [
      'Osoba sa ovom adresom već postoji. Pogledajte spisak.',
      'There is somebody with this address already. Look at the list.',
    ],
    companyMissing: ['Izaberite firmu.', 'Choose a company.'],
    submit: ['Napravi poziv', 'Make the invitation'],
  },
  invitation: {
    'hand-over': {
      title: ['Poziv je spreman', 'The invitation is ready'],
      text: [
        'Predajte ovaj link lično osobi {{name}}. Vidi se samo sada, radi jednom, a u dnevniku izmjena piše da ste ga vi predali. Važi do:',
        'Hand this link to {{name}} in person. It is shown only now and works once, and the audit log says that you handed it over. It is good until:',
      ],
    },
    mail: {
      title: ['Poziv je poslat', 'The invitation is sent'],
      text: [
        'Link je poslat na adresu osobe {{name}}. Niko drugi ga ne vidi. Važi do:',
        'The link is on its way to the address of {{name}}. It is shown to no one else. It is good until:',
      ],
    },
    operator: {
      title: ['Operater predaje link', 'An operator hands the link over'],
      text: [
        'Servis nema server za poštu, pa link za osobu {{name}} može da preda samo operater servisa. Vidi da ga čekate; javite mu se.',
        'The service has no mail server, so only an operator of the service can hand a link to {{name}}. They see that you wait for it; tell them.',
      ],
    },
    copy: ['Kopiraj link', 'Copy the link'],
    done: ['Gotovo', 'Done'],
  },
} satisfies Messages;

// Mails to people about their accounts. In both languages, because an invited person has not
// chosen one. Of what somebody typed only the name of the company stands in a mail, and no mail
// program makes a link of it.

import { bilingual, dayOf, plain } from '@fiscal/runtime/mail';
import type { Mail } from '@fiscal/runtime/mail';

type Text = Omit<Mail, 'to'>;

/** An invitation to the panel; `company` is null for operators of the service. */
export function invitationMail(link: string, expiresAt: Date, companyName: string | null): Text {
  const company = companyName === null ? null : plain(companyName);
  const until = dayOf(expiresAt);
  return {
    subject: 'Poziv u fiskalni servis / Invitation to the fiscal service',
    text: bilingual(
      [
        company === null
          ? 'pozvani ste kao operater fiskalnog servisa.'
          : `pozvani ste da vodite firmu „${company}“ u fiskalnom servisu.`,
        `Izaberite lozinku ovdje; link radi jednom, do ${until}:`,
        link,
        'Ako ovo niste očekivali, ne morate ništa da uradite.',
      ],
      [
        company === null
          ? 'you are invited to be an operator of the fiscal service.'
          : `you are invited to manage the company “${company}” in the fiscal service.`,
        `Choose a password here; the link works once, until ${until}:`,
        link,
        'If you did not expect this, you need not do anything.',
      ],
    ),
  };
}

/** A link for somebody who has an account, to choose a new password with. */
export function passwordMail(link: string, expiresAt: Date): Text {
  const until = dayOf(expiresAt);
  return {
    subject: 'Nova lozinka za fiskalni servis / A new password for the fiscal service',
    text: bilingual(
      [
        'neko ko vodi vašu firmu ili servis tražio je za vas novu lozinku.',
        `Izaberite je ovdje; link radi jednom, do ${until}:`,
        link,
        'Potvrda u dva koraka ostaje. Ako ovo niste tražili, ne otvarajte link: stara lozinka važi.',
      ],
      [
        'somebody who manages your company or the service asked for a new password for you.',
        `Choose it here; the link works once, until ${until}:`,
        link,
        'Your second step stays. If you did not ask for it, leave the link: the old password works.',
      ],
    ),
  };
}

/** A link for somebody who has asked for it on the page where one signs in. */
export function forgottenPasswordMail(link: string, expiresAt: Date): Text {
  const until = dayOf(expiresAt);
  return {
    subject: 'Zaboravljena lozinka za fiskalni servis / Forgotten password of the fiscal service',
    text: bilingual(
      [
        'neko je na stranici za prijavu tražio novu lozinku za ovu adresu.',
        `Izaberite je ovdje; link radi jednom, do ${until}:`,
        link,
        'Potvrda u dva koraka ostaje, a sve prijave se odjavljuju. Ako ovo niste tražili, ne ' +
          'otvarajte link: stara lozinka važi.',
      ],
      [
        'somebody asked for a new password for this address where one signs in.',
        `Choose it here; the link works once, until ${until}:`,
        link,
        'Your second step stays, and all sessions end. If you did not ask for it, leave the link: ' +
          'the old password works.',
      ],
    ),
  };
}

/** For an invited person who has an account already: only they learn that. */
export function hasAccountMail(companyName: string): Text {
  const company = plain(companyName);
  return {
    subject: 'Poziv u fiskalni servis / Invitation to the fiscal service',
    text: bilingual(
      [
        `pozvani ste da vodite firmu „${company}“ u fiskalnom servisu.`,
        'Ova adresa već ima nalog, a nalog pripada jednoj firmi. Ako želite da prihvatite poziv, ' +
          'zamolite da vas pozovu na drugu adresu.',
      ],
      [
        `you are invited to manage the company “${company}” in the fiscal service.`,
        'This address has an account already, and an account belongs to one company. To accept, ' +
          'ask to be invited at another address.',
      ],
    ),
  };
}

/** After an operator has taken somebody's second factor away. */
export function secondFactorResetMail(panel: string): Text {
  return {
    subject: 'Potvrda u dva koraka je uklonjena / Your second step was removed',
    text: bilingual(
      [
        'operater servisa uklonio je potvrdu u dva koraka sa vašeg naloga. Sve prijave su odjavljene.',
        `Prijavite se i uključite je ponovo: ${panel}`,
        'Ako to niste tražili, odmah se javite operateru servisa.',
      ],
      [
        'an operator of the service removed the second step from your account. All sessions ended.',
        `Sign in and switch it on again: ${panel}`,
        'If you did not ask for it, tell the operator of the service at once.',
      ],
    ),
  };
}

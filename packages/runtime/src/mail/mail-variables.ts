// The variables of every process that sends mail.

import { z } from 'zod';

/** `a@b.example` or `A name <a@b.example>`, on one line. */
const MAILBOX = /^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

/** Where the panel is, for links to it. */
export const adminOrigin = z
  .url({ protocol: /^https?$/ })
  .default('http://127.0.0.1:3000')
  .transform((url) => new URL(url).origin)
  .describe('Where browsers find the admin panel; https makes its cookies Secure.');

/** Fields of a zod object, spread into the schema of a process that sends mail. */
export const mailVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be the URL of a mail server' })
    // With every character of the password encoded, which is then struck out of the log.
    .transform((url) => new URL(url).href)
    .meta({ example: 'smtps://user:password@mail.example' })
    .optional()
    .meta({
      description:
        'The server that invitations and notices are mailed by, smtps://user:password@host or ' +
        'smtp:// with STARTTLS; without it an operator hands invitations over, and notices are ' +
        'counted in the panel.',
      isSecret: true,
    }),
  MAIL_FROM: z
    .string()
    .regex(MAILBOX, 'must be an address, or a name and <an address>')
    .meta({ example: 'Fiscal <no-reply@fiscal.example>' })
    .optional()
    .describe(
      'Whom that mail comes from: Fiscal <no-reply@fiscal.example>. Set it where SMTP_URL ' + 'is.',
    ),
};

const areBothOrNeither = (env: Partial<Record<keyof typeof mailVariables, unknown>>): boolean =>
  (env.SMTP_URL === undefined) === (env.MAIL_FROM === undefined);
const NOT_BOTH = { message: 'and MAIL_FROM must both be set, or neither', path: ['SMTP_URL'] };

export const MAIL_VARIABLES = [areBothOrNeither, NOT_BOTH] as const;

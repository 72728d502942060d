// What the endpoints of accounts, people and the audit log take and give.

import { z } from 'zod';
import { limit } from '../../http/request/pagination.ts';
import { idOf, instant, line, version } from '../field-schemas.ts';
import { passkeyAssertion } from './second-factor/passkey-schemas.ts';

const LONGEST_PASSWORD = 1_000;

const personName = line(100).min(1);
const locale = z.enum(['me', 'en']);
/** Of people of a company. */
const memberRole = z.enum(['company_admin', 'accountant', 'support']);
const role = z.enum(['operator', 'service_support', ...memberRole.options]);
/** The handler says in words which rules a new password breaks. */
const password = z.string().min(1).max(LONGEST_PASSWORD);
const code = z.string().regex(/^\d{6}$/, 'must be the six digits of the app');

/** Address and password, and the second factor once it is asked for. */
export const signInBody = z
  .object({
    email: line(320).min(1),
    password,
    totp: code.optional(),
    passkey: passkeyAssertion.optional(),
    locale: locale.optional().meta({
      description: 'The language that was chosen before the sign-in; the account keeps it.',
    }),
    shownLocale: locale.optional().meta({
      description: 'The language of the page; an account that was never signed in takes it.',
    }),
  })
  .meta({ id: 'AdminSignIn' });

const account = {
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  role,
  companyId: z.uuid().nullable(),
  companyName: z.string().nullable(),
  locale,
  hasTotp: z.boolean(),
  passkeys: z.int(),
  version,
};

const providerCodes = z.object({ softwareCode: z.string(), maintainerCode: z.string() }).nullable();

/** Who is signed in, the CSRF token, and what the panel needs to know at its start. */
export const session = z
  .object({
    user: z.object({
      ...account,
      passkeys: account.passkeys.meta({ description: 'How many the person has.' }),
    }),
    csrfToken: z.string().meta({
      description: 'For the header `X-CSRF-Token` of every call that is no GET.',
    }),
    mustAddFactor: z.boolean().meta({
      description:
        'A second factor is demanded and there is none: nothing else is possible before.',
    }),
    possibleFactors: z
      .object({ totp: z.boolean(), passkey: z.boolean() })
      .meta({ description: 'What this installation, at this address, knows.' }),
    providerCodes: z
      .object({ test: providerCodes, live: providerCodes })
      .meta({ description: 'What forms of new cash registers begin with.' }),
    isLiveUsed: z.boolean().meta({
      description: 'There is a live endpoint of the authority, or a live invoice has had a number.',
    }),
    offlineDelivery: z
      .object({
        windowHours: z.int().meta({ description: 'From the issue to the deadline.' }),
        remainingHours: z
          .object({ soon: z.int(), urgent: z.int(), critical: z.int() })
          .meta({ description: 'What remains when an invoice becomes more urgent.' }),
      })
      .meta({ description: 'How long the law gives for the delivery of an offline invoice.' }),
  })
  .meta({ id: 'AdminSession' });

/** The browsers in which a person is signed in. */
export const sessionList = z
  .object({
    sessions: z.array(
      z.object({
        id: z.uuid(),
        address: z.string(),
        userAgent: z.string(),
        createdAt: instant,
        lastSeenAt: instant,
        expiresAt: instant,
        isCurrent: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'AdminSessionList' });

/** What people change about their own account. */
export const accountBody = z
  .object({ name: personName.optional(), locale: locale.optional() })
  .meta({ id: 'AdminAccountInput' });

export const passwordBody = z
  .object({ current: password, next: password })
  .meta({ id: 'AdminPasswordInput' });

/** The secret of a new authenticator app, as text and as a QR code. */
export const totpProposal = z
  .object({ secret: z.string(), otpauthUrl: z.string() })
  .meta({ id: 'AdminTotpProposal' });

/** A code of an authenticator app. */
export const totpCodeBody = z.object({ code }).meta({ id: 'AdminTotpCode' });

/** One of the three. */
export const confirmationBody = z
  .object({ password, totp: code, passkey: passkeyAssertion })
  .partial()
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    message: 'must be one of password, totp and passkey',
  })
  .meta({ id: 'AdminConfirmation' });

/** A person as lists and changes of people show them; `version` is for `If-Match`. */
export const person = z
  .object({
    ...account,
    status: z.enum(['active', 'invited', 'disabled']),
    waitsForLink: z.boolean().meta({
      description: 'A link is wanted that an operator has to hand over: there is no mail server.',
    }),
    lastSignInAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'AdminPerson' });

/** A part of a name or address, and the page. */
export const peopleQuery = z.object({
  search: line(200).optional().meta({
    description: 'A part of the name, the address or, of everybody, the company’s name.',
  }),
  cursor: z.uuid().optional().meta({ description: 'The `nextCursor` of the page before.' }),
  limit,
});

export const people = z
  .object({ people: z.array(person), nextCursor: z.uuid().nullable() })
  .meta({ id: 'AdminPeople' });

const email = z.email('must be an e-mail address').max(320);

/** Who is invited by an operator; without a company for roles of the service. */
export const newUserBody = z
  .object({ email, name: personName, role, companyId: idOf('company').nullable().default(null) })
  .meta({ id: 'AdminNewUser' });

/** Who is invited to a company, and with which role. */
export const newMemberBody = z
  .object({ email, name: personName, role: memberRole.default('company_admin') })
  .meta({ id: 'AdminNewMember' });

/** What others change about a person. */
export const personChange = z
  .object({ name: personName.optional(), role: role.optional(), isActive: z.boolean().optional() })
  .meta({ id: 'AdminPersonChange' });

/** The address to which a link for a lost password is sent. */
export const passwordLinkBody = z
  .object({ email: line(320).min(1) })
  .meta({ id: 'AdminPasswordLinkRequest' });

/** Whether such links are mailed at all. */
export const passwordLinks = z
  .object({
    isMailed: z.boolean().meta({
      description: 'False without a mail server: an owner or an operator has to help then.',
    }),
  })
  .meta({ id: 'AdminPasswordLinks' });

/** How the link of an invitation is delivered. */
export const invitation = z
  .object({
    delivery: z.enum(['mail', 'hand-over', 'operator']).meta({
      description:
        '`mail`: a link is on its way to the address of the person. `hand-over`: there is no mail ' +
        'server; the operator who calls hands the link over. `operator`: there is no mail server; ' +
        'an operator has to make a link and hand it over.',
    }),
    token: z.string().nullable().meta({
      description: 'Only for `hand-over`, and shown this once: `/admin/invitation#<token>`.',
    }),
    expiresAt: instant.nullable().meta({ description: 'Of the link.' }),
  })
  .meta({ id: 'AdminInvitation' });

/** A new person, and how the link reaches them. */
export const invitedPerson = z.object({ person, invitation }).meta({ id: 'AdminInvitedPerson' });

const token = z.string().min(1).max(200);

export const linkBody = z.object({ token }).meta({ id: 'AdminLink' });

/** The link’s token with the password that is chosen, and the language of the page. */
export const acceptBody = z
  .object({
    token,
    password,
    locale: locale.optional().meta({ description: 'The account keeps it as its language.' }),
  })
  .meta({ id: 'AdminInvitationAcceptance' });

/** Whose password a link chooses. */
export const invitedAccount = z.object({ email: z.string() }).meta({ id: 'AdminInvitedAccount' });

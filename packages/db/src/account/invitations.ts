// How people get an account, and a password again. An invitation is no account: its address may
// have one already, and the inviting person does not learn that.

import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../connection/client.ts';
import { Prisma } from '../generated/client.ts';
import type { User } from '../generated/client.ts';
import { addPersonAudit } from '../audit/audit-row.ts';
import type { Transaction } from '../connection/statement.ts';
import { replacePassword } from './credentials.ts';
import { hashToken } from './session-look-up.ts';
import { holdPerson, PERSON, personOf, storedRole } from './users.ts';
import type { Person, Role } from './users.ts';

/** A link that sets a password. */
export interface Invitation {
  /** Only its hash is stored. */
  token: string;
  expiresAt: Date;
}

/** Whom an invitation is for; without a company a person of the service. */
export type NewPerson = Pick<User, 'email' | 'name' | 'companyId'> & { role: Role };

/**
 * Stores a person who has yet to choose a password, without a link; or says why not.
 * - taken: a member of the company, or an operator, has the address: who invites can see those
 */
export async function invitePerson(
  db: Database,
  actor: string,
  input: NewPerson,
): Promise<Person | 'taken' | 'no-company'> {
  const { name, role, companyId } = input;
  const email = input.email.toLowerCase();
  return db.prisma.$transaction(async (tx) => {
    if (companyId !== null && (await tx.company.count({ where: { id: companyId } })) === 0) {
      return 'no-company';
    }
    const id = uuidv7();
    const data = { id, email, name, role: storedRole(role), companyId };
    const { count } = await tx.user.createMany({ data: [data], skipDuplicates: true });
    if (count === 0) return 'taken';
    await addPersonAudit(tx, id, { actor, action: 'user.invited', after: { email, name, role } });
    return personOf(await tx.user.findUniqueOrThrow({ where: { id }, select: PERSON }));
  });
}

/**
 * Whether another person has an account with the address, so that this one can have none.
 * @param person.id null for a person who is not stored yet.
 */
export async function hasOtherAccount(
  db: Database,
  { id, email }: { id: string | null; email: string },
): Promise<boolean> {
  const count = await db.prisma.user.count({
    where: {
      email: email.toLowerCase(),
      passwordHash: { not: null },
      ...(id === null ? {} : { id: { not: id } }),
    },
  });
  return count > 0;
}

/**
 * A new link for a person who is invited or has lost the password; the one that was made so before
 * works no more. It changes nothing about the account until it is used.
 */
export async function renewInvitation(
  db: Database,
  id: string,
  { token, expiresAt }: Invitation,
): Promise<void> {
  await db.prisma.user.update({
    where: { id },
    data: {
      invitationHash: Uint8Array.from(hashToken(token)),
      invitationExpiresAt: expiresAt,
      invitationAskedAt: null,
    },
  });
}

/** The person who has an account with the address and may use it; null if there is none. */
export async function findAccount(db: Database, email: string): Promise<Person | null> {
  const where = { email: email.toLowerCase(), passwordHash: { not: null }, disabledAt: null };
  const row = await db.prisma.user.findFirst({ where, select: PERSON });
  return row && personOf(row);
}

/**
 * A link for a person who has asked for it without being signed in. Links that the person has
 * already stay valid: the address alone is enough to ask.
 * @param address of the person who asked.
 */
export async function offerPasswordLink(
  db: Database,
  id: string,
  { token, expiresAt }: Invitation,
  address: string,
  now: Date,
): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    await holdPerson(tx, { userId: id });
    await tx.passwordLink.deleteMany({ where: { expiresAt: { lte: now } } });
    const tokenHash = Uint8Array.from(hashToken(token));
    await tx.passwordLink.create({ data: { tokenHash, userId: id, expiresAt } });
    const action = 'user.password-link-asked-for';
    await addPersonAudit(tx, id, { actor: 'visitor', action, after: { address } });
  });
}

/** Notes that a link is wanted which only an operator can hand over. */
export async function askForInvitation(db: Database, id: string, now: Date): Promise<void> {
  await db.prisma.user.update({ where: { id }, data: { invitationAskedAt: now } });
}

/** What became of an invitation: who asked for it, and how it was handed over. */
export async function noteInvitation(
  db: Database,
  actor: string,
  { id, email }: Person,
  action: 'asked-for' | 'mailed' | 'not-mailed' | 'handed-over',
): Promise<void> {
  const row = { actor, after: { email } };
  await addPersonAudit(db.prisma, id, { ...row, action: `user.invitation-${action}` });
}

/** Who an open invitation is for; null if it is unknown, used or over. */
export async function findInvited(db: Database, token: string, now: Date): Promise<Person | null> {
  const row = await db.prisma.user.findFirst({ where: isOpen(token, now), select: PERSON });
  return row && personOf(row);
}

function isOpen(token: string, now: Date) {
  const hash = Uint8Array.from(hashToken(token));
  const isValid = { gt: now };
  return {
    disabledAt: null,
    OR: [
      { invitationHash: hash, invitationExpiresAt: isValid },
      { passwordLinks: { some: { tokenHash: hash, expiresAt: isValid } } },
    ],
  };
}

/** See acceptInvitation. */
export type Acceptance = 'accepted' | 'over' | 'taken';

interface LinkUse {
  token: string;
  passwordHash: string;
  address: string;
  /** The language of the person from now on; absent where it stays. */
  locale?: 'me' | 'en' | undefined;
  now: Date;
}

/**
 * Sets the password of the invited person, and ends every session that began with the old one, and
 * every link. The second factor stays what it is: an invitation proves who reads the mail, and no
 * more.
 * @returns over: another call has used it; taken: the address has another account by now.
 */
export async function acceptInvitation(
  db: Database,
  person: Person,
  use: LinkUse,
): Promise<Acceptance> {
  try {
    return await db.prisma.$transaction((tx) => accept(tx, person, use));
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
      return 'taken';
    }
    throw error;
  }
}

async function accept(tx: Transaction, { id, status }: Person, use: LinkUse): Promise<Acceptance> {
  const { token, passwordHash, address, locale, now } = use;
  await holdPerson(tx, { userId: id });
  if ((await tx.user.count({ where: { id, ...isOpen(token, now) } })) === 0) return 'over';
  await replacePassword(tx, id, passwordHash, null);
  if (locale) await tx.user.update({ where: { id }, data: { locale } });
  const action = status === 'invited' ? 'user.invitation-accepted' : 'user.password-renewed';
  await addPersonAudit(tx, id, { action, after: { address } });
  return 'accepted';
}

// The people of the panel: who they are, and how they are invited. What they sign in with is in
// credentials.ts.

import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../client.ts';
import { addAuditRow } from './audit-row.ts';
import { hashToken } from './sessions.ts';

/** A person as the panel shows them. */
export interface Person {
  id: string;
  email: string;
  name: string;
  role: 'operator' | 'company_admin';
  companyId: string | null;
  companyName: string | null;
  locale: 'me' | 'en';
  hasTotp: boolean;
  passkeys: number;
  /** The person's company demands a second factor. */
  isDemandedByCompany: boolean;
  /** `invited` until a password is chosen, `disabled` once access has been taken away. */
  status: 'active' | 'invited' | 'disabled';
  lastSignInAt: Date | null;
  createdAt: Date;
}

const PERSON = {
  id: true,
  email: true,
  name: true,
  role: true,
  companyId: true,
  company: { select: { name: true, requiresSecondFactor: true } },
  _count: { select: { passkeys: true } },
  locale: true,
  totpEnabledAt: true,
  disabledAt: true,
  passwordHash: true,
  lastSignInAt: true,
  createdAt: true,
} as const;

interface Row {
  id: string;
  email: string;
  name: string;
  role: 'operator' | 'company_admin';
  companyId: string | null;
  company: { name: string; requiresSecondFactor: boolean } | null;
  _count: { passkeys: number };
  locale: string;
  totpEnabledAt: Date | null;
  disabledAt: Date | null;
  passwordHash: string | null;
  lastSignInAt: Date | null;
  createdAt: Date;
}

function personOf(row: Row): Person {
  const { id, email, name, role, companyId, lastSignInAt, createdAt } = row;
  return {
    id,
    email,
    name,
    role,
    companyId,
    companyName: row.company?.name ?? null,
    locale: row.locale === 'en' ? 'en' : 'me',
    hasTotp: row.totpEnabledAt !== null,
    passkeys: row._count.passkeys,
    isDemandedByCompany: row.company?.requiresSecondFactor ?? false,
    status: row.disabledAt ? 'disabled' : row.passwordHash === null ? 'invited' : 'active',
    lastSignInAt,
    createdAt,
  };
}

export async function findPerson(db: Database, id: string): Promise<Person | null> {
  const row = await db.prisma.user.findUnique({ where: { id }, select: PERSON });
  return row && personOf(row);
}

/** In the order of their addresses. @param companyId only its admins; null for everybody. */
export async function listPeople(db: Database, companyId: string | null): Promise<Person[]> {
  const rows = await db.prisma.user.findMany({
    where: companyId === null ? {} : { companyId },
    select: PERSON,
    orderBy: { email: 'asc' },
  });
  return rows.map(personOf);
}

export interface Invitation {
  /** Shown once to whoever invites; only its hash is stored. */
  token: string;
  expiresAt: Date;
}

export interface NewPerson {
  email: string;
  name: string;
  role: 'operator' | 'company_admin';
  companyId: string | null;
}

/** Stores a person who has yet to choose a password; or says why not. */
export async function invitePerson(
  db: Database,
  actor: string,
  input: NewPerson,
  invitation: Invitation,
): Promise<Person | 'taken' | 'no-company'> {
  const { name, role, companyId } = input;
  const email = input.email.toLowerCase();
  return db.prisma.$transaction(async (tx) => {
    if (companyId !== null && (await tx.company.count({ where: { id: companyId } })) === 0) {
      return 'no-company';
    }
    const id = uuidv7();
    const data = { id, email, name, role, companyId, ...columnsOf(invitation) };
    const { count } = await tx.user.createMany({ data: [data], skipDuplicates: true });
    if (count === 0) return 'taken';
    await addAuditRow(tx, {
      actor,
      companyId,
      action: 'user.invited',
      entityId: id,
      after: { email, name, role },
    });
    return personOf(await tx.user.findUniqueOrThrow({ where: { id }, select: PERSON }));
  });
}

/** A new link for somebody who has lost the old one, or the password, or the second factor. */
export async function renewInvitation(
  db: Database,
  actor: string,
  id: string,
  invitation: Invitation,
): Promise<void> {
  await db.prisma.$transaction(async (tx) => {
    const { companyId } = await tx.user.update({ where: { id }, data: columnsOf(invitation) });
    await addAuditRow(tx, { actor, companyId, action: 'user.invited-again', entityId: id });
  });
}

function columnsOf({ token, expiresAt }: Invitation) {
  return { invitationHash: Uint8Array.from(hashToken(token)), invitationExpiresAt: expiresAt };
}

/** Who an open invitation is for; null if it is unknown, used or over. */
export async function findInvited(db: Database, token: string, now: Date): Promise<Person | null> {
  const row = await db.prisma.user.findFirst({ where: isOpen(token, now), select: PERSON });
  return row && personOf(row);
}

function isOpen(token: string, now: Date) {
  const invitationHash = Uint8Array.from(hashToken(token));
  return { invitationHash, invitationExpiresAt: { gt: now }, disabledAt: null };
}

/**
 * Sets the password of whoever was invited and begins anew: no session goes on, and no second factor
 * is asked for. @returns false if another call has used the invitation.
 */
export async function acceptInvitation(
  db: Database,
  person: Person,
  token: string,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const { id, companyId } = person;
  return db.prisma.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: isOpen(token, now),
      data: {
        passwordHash,
        invitationHash: null,
        invitationExpiresAt: null,
        totpSecret: null,
        totpEnabledAt: null,
        totpLastStep: null,
      },
    });
    if (count === 0) return false;
    await tx.userSession.deleteMany({ where: { userId: id } });
    const actor = `user:${id}`;
    await addAuditRow(tx, { actor, companyId, action: 'user.invitation-accepted', entityId: id });
    return true;
  });
}

/** What changes about a person; absent values stay. */
export interface PersonChange {
  name?: string | undefined;
  locale?: 'me' | 'en' | undefined;
  /** Without access every session ends at once. */
  isActive?: boolean | undefined;
}

export async function changePerson(
  db: Database,
  actor: string,
  before: Person,
  change: PersonChange,
  now: Date,
): Promise<Person> {
  const { id, companyId } = before;
  const { name, locale, isActive } = change;
  return db.prisma.$transaction(async (tx) => {
    const row = await tx.user.update({
      where: { id },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(locale === undefined ? {} : { locale }),
        ...(isActive === undefined ? {} : { disabledAt: isActive ? null : now }),
        // An old link must not open what was closed.
        ...(isActive === false ? { invitationHash: null, invitationExpiresAt: null } : {}),
      },
      select: PERSON,
    });
    if (isActive === false) await tx.userSession.deleteMany({ where: { userId: id } });
    const after = personOf(row);
    await addAuditRow(tx, {
      actor,
      companyId,
      action: 'user.changed',
      entityId: id,
      before: shown(before),
      after: shown(after),
    });
    return after;
  });
}

function shown({ name, locale, status }: Person) {
  return { name, locale, status };
}

/** Any number that no other lock has. */
const FIRST_OPERATOR_LOCK = 72_707_370;

/**
 * Stores an operator.
 * @param onlyFirst nothing happens if there is an operator already; processes may start at once.
 * @returns whether it was stored; false also if the address is taken.
 */
export async function createOperator(
  db: Database,
  input: { email: string; passwordHash: string },
  onlyFirst: boolean,
): Promise<boolean> {
  const email = input.email.toLowerCase();
  return db.prisma.$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(${FIRST_OPERATOR_LOCK}::bigint)`;
    if (onlyFirst && (await tx.user.count({ where: { role: 'operator' } })) > 0) return false;
    const id = uuidv7();
    const data = { id, email, passwordHash: input.passwordHash, role: 'operator' as const };
    const { count } = await tx.user.createMany({ data: [data], skipDuplicates: true });
    if (count === 0) return false;
    const entry = { actor: 'command-line', companyId: null, action: 'user.created' };
    await addAuditRow(tx, { ...entry, entityId: id, after: { email, role: 'operator' } });
    return true;
  });
}

// The people of the panel: who they are. How they are invited is in invitations.ts, what they sign
// in with in credentials.ts.

import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../connection/client.ts';
import type { Prisma, User, UserRole as StoredRole } from '../generated/client.ts';
import { addPersonAudit } from '../audit/audit-row.ts';
import { literal } from '../connection/conditions.ts';
import { statement } from '../connection/statement.ts';
import type { Transaction } from '../connection/statement.ts';

/** A person of the panel, without what they sign in with. */
export type Person = ReturnType<typeof personOf>;

/**
 * What a person may do: operators run the service, and its support (`service_support`) reads and
 * tries again in every company; the owner of a company (`company_admin`) does all of it, its
 * accountant reads and exports, its support reads and tries again.
 */
export type Role = StoredRole | 'service_support';

/** The service's support is stored as support without a company. */
export function storedRole(role: Role): StoredRole {
  return role === 'service_support' ? 'support' : role;
}

function roleOf({ role, companyId }: Pick<User, 'role' | 'companyId'>): Role {
  return role === 'support' && companyId === null ? 'service_support' : role;
}

export const PERSON = {
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
  invitationAskedAt: true,
  lastSignInAt: true,
  createdAt: true,
  version: true,
} as const;

export function personOf(row: Prisma.UserGetPayload<{ select: typeof PERSON }>) {
  const { company, _count, totpEnabledAt, disabledAt, passwordHash, invitationAskedAt } = row;
  const { id, email, name, companyId, lastSignInAt, createdAt, version } = row;
  const active: 'invited' | 'active' = passwordHash === null ? 'invited' : 'active';
  return {
    id,
    email,
    name,
    companyId,
    lastSignInAt,
    createdAt,
    version,
    role: roleOf(row),
    companyName: company?.name ?? null,
    locale: row.locale === 'en' ? ('en' as const) : ('me' as const),
    hasTotp: totpEnabledAt !== null,
    passkeys: _count.passkeys,
    /** The person's company demands a second factor. */
    isDemandedByCompany: company?.requiresSecondFactor ?? false,
    /** `invited` until a password is chosen, `disabled` once access has been taken away. */
    status: disabledAt ? ('disabled' as const) : active,
    /** A link was asked for that only an operator can hand over. */
    waitsForLink: invitationAskedAt !== null,
  };
}

/** Null if there is no such person. */
export async function findPerson(db: Database, id: string): Promise<Person | null> {
  const row = await db.prisma.user.findUnique({ where: { id }, select: PERSON });
  return row && personOf(row);
}

/** Whom a list of people shows. */
interface PeopleFilter {
  /** Only its members; null for all people. */
  companyId: string | null;
  /** A part of the name, the address or, of all people, the company's name. */
  search: string | null;
  /** The last person of the page before. */
  afterId: string | null;
}

/** In the order of their addresses. */
export async function listPeople(
  db: Database,
  { companyId, search, afterId }: PeopleFilter,
  limit: number,
): Promise<Person[]> {
  const has = { contains: literal(search ?? ''), mode: 'insensitive' } as const;
  const rows = await db.prisma.user.findMany({
    where: {
      ...(companyId === null ? {} : { companyId }),
      ...(search === null
        ? {}
        : {
            OR: [{ email: has }, { name: has }, ...(companyId ? [] : [{ company: { name: has } }])],
          }),
    },
    select: PERSON,
    orderBy: [{ email: 'asc' }, { id: 'asc' }],
    ...(afterId === null ? {} : { cursor: { id: afterId }, skip: 1 }),
    take: limit,
  });
  return rows.map(personOf);
}

interface PersonChange {
  name?: string | undefined;
  locale?: 'me' | 'en' | undefined;
  role?: Role | undefined;
  /** Without access every session ends at once. */
  isActive?: boolean | undefined;
}

/**
 * Lets no other call change the person, or begin a session of theirs, until the transaction ends.
 */
export const holdPerson = statement.run<{ userId: string }>(
  'hold_person',
  'select 1 from app_user where id = :userId::uuid for update',
);

/** Ends every link that would let the person in: an invitation, and those for a lost password. */
export async function endLinks(tx: Transaction, userId: string): Promise<void> {
  const data = { invitationHash: null, invitationExpiresAt: null, invitationAskedAt: null };
  await tx.user.update({ where: { id: userId }, data });
  await tx.passwordLink.deleteMany({ where: { userId } });
}

/**
 * @param before as the person was when the change was decided.
 * @param seen the version that was seen; null for whatever it is.
 * @returns null where it is no longer the version that was seen.
 */
export async function updatePerson(
  db: Database,
  actor: string,
  before: Person,
  change: PersonChange,
  now: Date,
  seen: number | null,
): Promise<Person | null> {
  const { id } = before;
  const { name, locale, role, isActive } = change;
  return db.prisma.$transaction(async (tx) => {
    await holdPerson(tx, { userId: id });
    const { version } = await tx.user.findUniqueOrThrow({
      where: { id },
      select: { version: true },
    });
    if (seen !== null && seen !== version) return null;
    const row = await tx.user.update({
      where: { id },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(locale === undefined ? {} : { locale }),
        ...(role === undefined ? {} : { role: storedRole(role) }),
        ...(isActive === undefined ? {} : { disabledAt: isActive ? null : now }),
      },
      select: PERSON,
    });
    if (isActive === false) {
      await tx.userSession.deleteMany({ where: { userId: id } });
      // An old link must not open what was closed.
      await endLinks(tx, id);
    }
    const after = personOf(row);
    const changed = { before: shown(before), after: shown(after) };
    await addPersonAudit(tx, id, { actor, action: 'user.changed', ...changed });
    return after;
  });
}

function shown({ name, locale, role, status }: Person) {
  return { name, locale, role, status };
}

/** Any number that no other lock has. */
const FIRST_OPERATOR_LOCK = 72_707_370;
const lockFirstOperator = statement.run<object>(
  'lock_first_operator',
  `select pg_advisory_xact_lock(${FIRST_OPERATOR_LOCK})`,
);

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
    await lockFirstOperator(tx);
    if (onlyFirst && (await tx.user.count({ where: { role: 'operator' } })) > 0) return false;
    const id = uuidv7();
    const data = { id, email, passwordHash: input.passwordHash, role: 'operator' as const };
    const { count } = await tx.user.createMany({ data: [data], skipDuplicates: true });
    if (count === 0) return false;
    const after = { email, role: 'operator' };
    await addPersonAudit(tx, id, { actor: 'command-line', action: 'user.created', after });
    return true;
  });
}

// Cash registers as the panel lists and changes them. Every change locks the company first, so that
// an environment with cash registers has exactly one default one. That no TCR code stands on two of
// an environment, whosever they are, PostgreSQL sees to.

import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../connection/client.ts';
import { Prisma } from '../generated/client.ts';
import type { CashRegister } from '../generated/client.ts';
import { addAuditRow, differences } from '../audit/audit-row.ts';
import type { Transaction } from '../connection/statement.ts';
import { lockCompany } from './companies.ts';

/** A TCR (ENU) with its codes. Decisions §1. */
export type NewCashRegister = Omit<
  CashRegister,
  'id' | 'type' | 'environment' | OfDefault | 'createdAt' | 'updatedAt' | 'version'
> & { environment: Environment; type: 'REGULAR' | 'VENDING'; initialCashAmount?: string };
type OfDefault = 'initialCashAmount' | 'lastDay' | 'unconfirmedLastDay';

/**
 * The cash register that has a TCR code. Decisions §6: no other one of the environment can have it.
 */
export interface TcrCodeHolder {
  /** Null where it is another company's. */
  name: string | null;
}

type CashRegisterRow = CashRegister;

/** What a message says of one; `tcrCode` is null until the authority has given it. */
export type EnteredCodes = Pick<
  CashRegister,
  'tcrCode' | 'businessUnitCode' | 'softwareCode' | 'operatorCode' | 'maintainerCode'
>;

/** See LAST_DAY. */
export interface RegisterEnd {
  /** After this day (Podgorica, `YYYY-MM-DD`) it issues nothing; null for no end. */
  lastDay: string | null;
}

/** The end of the register `r`: the earliest that the authority has or may have. ADR 11. */
export const LAST_DAY = 'least(r.last_day, r.unconfirmed_last_day)';

/** What can be changed of one; it stays in its environment. */
type CashRegisterSettings = Omit<
  NewCashRegister,
  'companyId' | 'environment' | 'isDefault' | 'type'
> & { type: string };

/** What became of a change of a cash register. */
export type CashRegisterChange =
  | { kind: 'done'; cashRegister: CashRegisterRow }
  | { kind: 'not-found' }
  /** Another one of the environment has this business unit and internal number. */
  | { kind: 'internal-id-taken' }
  /** Another one of the environment has this TCR code: it has to be cleared there first. */
  | { kind: 'tcr-code-taken'; holder: TcrCodeHolder };

type CashRegisterUpdate =
  | CashRegisterChange
  /** It is no longer the version that was seen; as it is now. */
  | { kind: 'changed-meanwhile'; cashRegister: CashRegisterRow };

/** The default ones first, then by name. @param environment null for both. */
export async function listCashRegisters(
  db: Database,
  companyId: string,
  environment: Environment | null,
): Promise<CashRegisterRow[]> {
  return db.prisma.cashRegister.findMany({
    where: { companyId, ...(environment && { environment }) },
    orderBy: [{ isDefault: 'desc' }, { name: 'asc' }, { id: 'asc' }],
    take: 1000,
  });
}

/** Null if the company has no such cash register. */
export async function findCompanyCashRegister(
  db: Database,
  companyId: string,
  cashRegisterId: string,
): Promise<CashRegisterRow | null> {
  return db.prisma.cashRegister.findFirst({ where: { id: cashRegisterId, companyId } });
}

/** The first one of an environment becomes its default one. */
export async function createCashRegister(
  db: Database,
  input: Omit<NewCashRegister, 'isDefault'>,
  actor: string,
): Promise<CashRegisterChange> {
  const { companyId, environment } = input;
  return lookAgainIfTaken(db, async (tx) => {
    if (!(await lockCompany(tx, companyId))) return { kind: 'not-found' };
    const taken = await whatIsTaken(tx, { id: null, ...input });
    if (taken) return taken;
    const others = await tx.cashRegister.count({ where: { companyId, environment } });
    const cashRegister = await tx.cashRegister.create({
      data: { ...input, id: uuidv7(), isDefault: others === 0 },
    });
    await addAuditRow(tx, {
      actor,
      companyId,
      entityId: cashRegister.id,
      action: 'cash-register.created',
      after: { ...input, isDefault: cashRegister.isDefault },
    });
    return { kind: 'done', cashRegister };
  });
}

interface WhichOne {
  companyId: string;
  cashRegisterId: string;
}

/** From the next message on. @param seen the version that was seen; null for whatever it is. */
export async function updateCashRegister(
  db: Database,
  { companyId, cashRegisterId }: WhichOne,
  change: Partial<CashRegisterSettings>,
  actor: string,
  seen: number | null,
): Promise<CashRegisterUpdate> {
  return lookAgainIfTaken<CashRegisterUpdate>(db, async (tx) => {
    await lockCompany(tx, companyId);
    const row = await tx.cashRegister.findFirst({ where: { id: cashRegisterId, companyId } });
    if (!row) return { kind: 'not-found' };
    if (seen !== null && seen !== row.version) {
      return { kind: 'changed-meanwhile', cashRegister: row };
    }
    const changed = differences<CashRegisterSettings>(row, change);
    if (!changed) return { kind: 'done', cashRegister: row };
    const taken = await whatIsTaken(tx, { ...row, ...changed.after });
    if (taken) return taken;
    // The end is that of the TCR whose code it had.
    const end =
      changed.after.tcrCode === undefined ? {} : { lastDay: null, unconfirmedLastDay: null };
    const cashRegister = await tx.cashRegister.update({
      where: { id: cashRegisterId },
      data: { ...changed.after, ...end },
    });
    const action = 'cash-register.changed';
    await addAuditRow(tx, { actor, companyId, action, entityId: cashRegisterId, ...changed });
    return { kind: 'done', cashRegister };
  });
}

/** Makes it the one that unbound API keys of its environment use. */
export async function makeDefaultCashRegister(
  db: Database,
  { companyId, cashRegisterId }: WhichOne,
  actor: string,
): Promise<CashRegisterChange> {
  return db.prisma.$transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const row = await tx.cashRegister.findFirst({ where: { id: cashRegisterId, companyId } });
    if (!row) return { kind: 'not-found' };
    if (row.isDefault) return { kind: 'done', cashRegister: row };
    const isDefault = { companyId, environment: row.environment, isDefault: true };
    const before = await tx.cashRegister.findFirst({ where: isDefault });
    // The index of one default a company and environment is looked at after each statement.
    await tx.cashRegister.updateMany({ where: isDefault, data: { isDefault: false } });
    const cashRegister = await tx.cashRegister.update({
      where: { id: cashRegisterId },
      data: { isDefault: true },
    });
    await addAuditRow(tx, {
      actor,
      companyId,
      entityId: cashRegisterId,
      action: 'cash-register.made-default',
      before: before && { default: before.id },
      after: { default: cashRegisterId },
    });
    return { kind: 'done', cashRegister };
  });
}

async function whatIsTaken(
  tx: Transaction,
  wanted: Omit<CashRegisterSettings, 'name' | 'type'> & {
    id: string | null;
    companyId: string;
    environment: Environment;
  },
): Promise<CashRegisterChange | null> {
  const { id, companyId, environment, businessUnitCode, internalId, tcrCode } = wanted;
  const others = { companyId, environment, ...(id !== null && { id: { not: id } }) };
  if (await tx.cashRegister.findFirst({ where: { ...others, businessUnitCode, internalId } })) {
    return { kind: 'internal-id-taken' };
  }
  if (tcrCode === null) return null;
  const holder = await tx.cashRegister.findFirst({
    where: { environment, tcrCode, ...(id !== null && { id: { not: id } }) },
  });
  if (!holder) return null;
  const name = holder.companyId === companyId ? holder.name : null;
  return { kind: 'tcr-code-taken', holder: { name } };
}

/**
 * Makes the change, once more where another company has taken the TCR code after the look at it.
 */
async function lookAgainIfTaken<Change>(
  db: Database,
  change: (tx: Transaction) => Promise<Change>,
): Promise<Change> {
  try {
    return await db.prisma.$transaction(change);
  } catch (error) {
    const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
    if (!isTaken) throw error;
    return db.prisma.$transaction(change);
  }
}

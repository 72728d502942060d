// API keys as the panel lists and changes them: always those of one company, and each change with
// its row in the audit log. The key itself is shown once, to the person who makes it.

import type { Environment } from '@fiscal/domain';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../connection/client.ts';
import type { ApiKey, Prisma } from '../generated/client.ts';
import { addAuditRow } from '../audit/audit-row.ts';
import type { Transaction } from '../connection/statement.ts';
import { generateApiKey, storedKey } from './api-callers.ts';
import { lockCompany } from './companies.ts';

export type NewApiKey = Pick<
  ApiKey,
  /** null uses the default cash register of the environment. */
  'cashRegisterId' | 'companyId' | 'environment' | 'name' | 'expiresAt'
>;

const SHOWN = {
  id: true,
  environment: true,
  name: true,
  /** Its first characters. */
  prefix: true,
  cashRegister: { select: { id: true, name: true } },
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
} as const;

/**
 * A key without what opens anything; without a cash register it uses the default one of its
 * environment.
 */
export type ApiKeyRow = Prisma.ApiKeyGetPayload<{ select: typeof SHOWN }>;

/** The newest first, revoked ones last. @param environment null for both. */
export async function listApiKeys(
  db: Database,
  companyId: string,
  environment: Environment | null,
): Promise<ApiKeyRow[]> {
  return db.prisma.apiKey.findMany({
    where: { companyId, ...(environment && { environment }) },
    select: SHOWN,
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    take: 500,
  });
}

/** A new key: `key` is shown once and kept nowhere. */
interface MadeApiKey {
  key: string;
  apiKey: ApiKeyRow;
}

/** What became of a change of API keys. */
export type ApiKeyChange<Made> =
  | { kind: 'done'; made: Made }
  | { kind: 'not-found' }
  /** The cash register is not the company's, or is of the other environment. */
  | { kind: 'cash-register-unknown' }
  /** It is revoked or has expired: nothing follows it. */
  | { kind: 'ended' }
  /** The company has as many active keys as it may have. */
  | { kind: 'too-many' };

/** @param most active keys of a company, of both environments together. */
export async function createApiKey(
  db: Database,
  input: NewApiKey,
  actor: string,
  most: number,
): Promise<ApiKeyChange<MadeApiKey>> {
  const { companyId, environment, cashRegisterId } = input;
  return db.prisma.$transaction(async (tx) => {
    if (!(await lockCompany(tx, companyId))) return { kind: 'not-found' };
    if (cashRegisterId !== null) {
      const bound = { id: cashRegisterId, companyId, environment };
      if (!(await tx.cashRegister.findFirst({ where: bound }))) {
        return { kind: 'cash-register-unknown' };
      }
    }
    if ((await countActive(tx, companyId)) >= most) return { kind: 'too-many' };
    const { id, key } = await insertApiKey(tx, input);
    const apiKey = await show(tx, id);
    const about = { actor, companyId, entityId: id };
    await addAuditRow(tx, { ...about, action: 'api-key.created', after: auditable(apiKey) });
    return { kind: 'done', made: { key, apiKey } };
  });
}

/**
 * Makes the key's successor, with its name, environment and cash register; the old key keeps
 * working for the overlap, or until it expires by itself if that is sooner.
 * @param most as of createApiKey; during the overlap both count.
 */
export async function rotateApiKey(
  db: Database,
  { companyId, apiKeyId, overlapMs }: { companyId: string; apiKeyId: string; overlapMs: number },
  actor: string,
  most: number,
): Promise<ApiKeyChange<MadeApiKey & { previous: ApiKeyRow }>> {
  return db.prisma.$transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const old = await tx.apiKey.findFirst({ where: { id: apiKeyId, companyId }, select: SHOWN });
    if (!old) return { kind: 'not-found' };
    const hasExpired = old.expiresAt !== null && old.expiresAt <= new Date();
    if (old.revokedAt !== null || hasExpired) return { kind: 'ended' };
    const others = (await countActive(tx, companyId)) - (overlapMs > 0 ? 0 : 1);
    if (others >= most) return { kind: 'too-many' };
    const { environment, name, cashRegister } = old;
    const cashRegisterId = cashRegister?.id ?? null;
    const successor = { companyId, environment, name, cashRegisterId, expiresAt: null };
    const { id, key } = await insertApiKey(tx, successor);
    const end = new Date(Date.now() + overlapMs);
    const expiresAt = old.expiresAt !== null && old.expiresAt < end ? old.expiresAt : end;
    const previous = await updateKey(tx, apiKeyId, { expiresAt });
    const apiKey = await show(tx, id);
    await addAuditRow(tx, {
      actor,
      companyId,
      entityId: apiKeyId,
      action: 'api-key.rotated',
      before: auditable(old),
      after: { ...auditable(previous), successor: id },
    });
    return { kind: 'done', made: { key, apiKey, previous } };
  });
}

/**
 * Ends a key: every API process refuses it within 2 s. One that is revoked already stays as it is.
 */
export async function revokeApiKey(
  db: Database,
  { companyId, apiKeyId }: { companyId: string; apiKeyId: string },
  actor: string,
): Promise<ApiKeyChange<ApiKeyRow>> {
  return db.prisma.$transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const old = await tx.apiKey.findFirst({ where: { id: apiKeyId, companyId }, select: SHOWN });
    if (!old) return { kind: 'not-found' };
    if (old.revokedAt !== null) return { kind: 'done', made: old };
    const ended = await updateKey(tx, apiKeyId, { revokedAt: new Date() });
    await addAuditRow(tx, {
      actor,
      companyId,
      entityId: apiKeyId,
      action: 'api-key.revoked',
      before: auditable(old),
      after: auditable(ended),
    });
    return { kind: 'done', made: ended };
  });
}

/** Keys that calls pass with, under the lock of the company. */
function countActive(tx: Transaction, companyId: string): Promise<number> {
  const isValid = [{ expiresAt: null }, { expiresAt: { gt: new Date() } }];
  return tx.apiKey.count({ where: { companyId, revokedAt: null, OR: isValid } });
}

/** A new row; the key itself is kept nowhere. */
export async function insertApiKey(
  tx: Transaction,
  input: NewApiKey,
): Promise<{ id: string; key: string }> {
  const key = generateApiKey(input.environment);
  const id = uuidv7();
  await tx.apiKey.create({ data: { ...input, id, ...storedKey(key) } });
  return { id, key };
}

function updateKey(
  tx: Transaction,
  id: string,
  data: Pick<Partial<ApiKeyRow>, 'expiresAt' | 'revokedAt'>,
): Promise<ApiKeyRow> {
  return tx.apiKey.update({ where: { id }, data, select: SHOWN });
}

function show(tx: Transaction, id: string): Promise<ApiKeyRow> {
  return tx.apiKey.findUniqueOrThrow({ where: { id }, select: SHOWN });
}

function auditable({ environment, name, prefix, cashRegister, expiresAt, revokedAt }: ApiKeyRow) {
  const cashRegisterId = cashRegister?.id ?? null;
  return { environment, name, prefix, cashRegisterId, expiresAt, revokedAt };
}

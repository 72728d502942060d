// API keys as the panel lists and changes them: always those of one company, and each change with its
// row in the audit log. The key itself is seen once, by whoever made it.

import { createApiKey, revokeApiKey, rotateApiKey } from '../api-keys.ts';
import type { NewApiKey } from '../api-keys.ts';
import type { Environment } from '@fiscal/domain';
import type { Database } from '../client.ts';
import { addAuditRow } from './audit-row.ts';
import type { Transaction } from './audit-row.ts';
import { lockCompany } from './company-lock.ts';

/** A key without what opens anything. */
export interface ApiKeyRow {
  id: string;
  environment: Environment;
  name: string;
  /** Its first characters. */
  prefix: string;
  /** The one it is bound to; null uses the default one of its environment. */
  cashRegister: { id: string; name: string } | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const SHOWN = {
  id: true,
  environment: true,
  name: true,
  prefix: true,
  cashRegister: { select: { id: true, name: true } },
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
} as const;

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
export interface MadeApiKey {
  key: string;
  apiKey: ApiKeyRow;
}

/** What became of a change of a key. */
export type ApiKeyChange<Made> =
  | { kind: 'done'; made: Made }
  | { kind: 'not-found' }
  /** The cash register is not the company's, or is of the other environment. */
  | { kind: 'cash-register-unknown' }
  /** It is revoked or has expired: nothing follows it. */
  | { kind: 'ended' };

export async function addApiKey(
  db: Database,
  input: NewApiKey,
  actor: string,
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
    const { id, key } = await createApiKey({ prisma: tx }, input);
    const apiKey = await show(tx, id);
    await addAuditRow(tx, {
      actor,
      companyId,
      action: 'api-key.created',
      entityId: id,
      before: null,
      after: auditable(apiKey),
    });
    return { kind: 'done', made: { key, apiKey } };
  });
}

/** Makes the key's successor; the old one works on for the overlap. */
export async function succeedApiKey(
  db: Database,
  { companyId, apiKeyId, overlapMs }: { companyId: string; apiKeyId: string; overlapMs: number },
  actor: string,
): Promise<ApiKeyChange<MadeApiKey & { previous: ApiKeyRow }>> {
  return db.prisma.$transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const old = await tx.apiKey.findFirst({ where: { id: apiKeyId, companyId }, select: SHOWN });
    if (!old) return { kind: 'not-found' };
    const hasExpired = old.expiresAt !== null && old.expiresAt <= new Date();
    if (old.revokedAt !== null || hasExpired) return { kind: 'ended' };
    const { id, key } = await rotateApiKey({ prisma: tx }, apiKeyId, overlapMs);
    const previous = await show(tx, apiKeyId);
    const apiKey = await show(tx, id);
    await addAuditRow(tx, {
      actor,
      companyId,
      action: 'api-key.rotated',
      entityId: apiKeyId,
      before: auditable(old),
      after: { ...auditable(previous), successor: id },
    });
    return { kind: 'done', made: { key, apiKey, previous } };
  });
}

/** Ends a key at once; one that is revoked already stays as it is. */
export async function endApiKey(
  db: Database,
  { companyId, apiKeyId }: { companyId: string; apiKeyId: string },
  actor: string,
): Promise<ApiKeyChange<ApiKeyRow>> {
  return db.prisma.$transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const old = await tx.apiKey.findFirst({ where: { id: apiKeyId, companyId }, select: SHOWN });
    if (!old) return { kind: 'not-found' };
    if (old.revokedAt !== null) return { kind: 'done', made: old };
    await revokeApiKey({ prisma: tx }, apiKeyId);
    const ended = await show(tx, apiKeyId);
    await addAuditRow(tx, {
      actor,
      companyId,
      action: 'api-key.revoked',
      entityId: apiKeyId,
      before: auditable(old),
      after: auditable(ended),
    });
    return { kind: 'done', made: ended };
  });
}

function show(tx: Transaction, id: string): Promise<ApiKeyRow> {
  return tx.apiKey.findUniqueOrThrow({ where: { id }, select: SHOWN });
}

function auditable({ environment, name, prefix, cashRegister, expiresAt, revokedAt }: ApiKeyRow) {
  const cashRegisterId = cashRegister?.id ?? null;
  return { environment, name, prefix, cashRegisterId, expiresAt, revokedAt };
}

// Extensions §9: one document an external id that can be registered, whatever comes at once.

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import { noteRollback, recordIncarnation } from '../number/database-incarnation.ts';
import { confirmAllNumbers, confirmNumber } from '../number/number-confirmation.ts';
import { refuseSample, sampleDraft, signedSale } from '../testing/sample-invoices.ts';
import { addSampleRegister, createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { ExternalIdsLostError, ExternalIdTakenError, findExternalId } from './external-ids.ts';
import { openInvoiceStore } from './new-invoices.ts';
import type { NewInvoice, StoreInvoice } from './new-invoices.ts';
import { findInvoice } from './stored-invoice.ts';

const db = useTestDatabase();
let shop: SampleShop;
let stores: StoreInvoice[];
let count = 0;
beforeAll(async () => {
  shop = await createSampleShop(db);
  // Two processes: what comes together at each is one statement.
  stores = [openInvoiceStore(db.api), openInvoiceStore(db.api)];
});

const newId = () => `K1-${(count += 1)}`;
const call = (externalId: string, supersedes: string | null = null, of = shop) => {
  const { request, ...draft } = sampleDraft(of);
  const digest = createHash('sha256').update(externalId).digest();
  return { ...draft, request: { ...request, externalId }, external: { digest, supersedes } };
};
const draft = (externalId: string, supersedes: string | null = null) =>
  stores[0]!({ invoice: call(externalId, supersedes), scheduledInMs: null });
const holderOf = (externalId: string) => findExternalId(db.api, { ...scopeOf(shop), externalId });
const fiscalize = (id: string) => requestFiscalization(db.api, scopeOf(shop), id, 0);
const reasonsOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));

test('of many calls with an id at once one is stored, and those with other ids are all', async () => {
  const shared = newId();
  const ids = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? shared : newId()));
  // In both orders: no two statements wait for each other.
  const results = await Promise.allSettled(
    ids.map((id, index) =>
      stores[index % 3 === 0 ? 0 : 1]!({
        invoice: call(index % 4 < 2 ? id : (ids[ids.length - 1 - index] ?? id)),
        scheduledInMs: null,
      }),
    ),
  );
  const rows = await db.owner.pool.query(
    'select external_id from invoice where company_id = $1 and external_id is not null',
    [shop.companyId],
  );
  const stored = rows.rows.map((row) => String(row.external_id));
  expect(new Set(stored).size).toBe(stored.length);
  expect(stored).toContain(shared);
  const reasons = reasonsOf(results);
  expect(reasons.length).toBe(results.length - stored.length);
  expect(reasons.every((reason) => reason instanceof ExternalIdTakenError)).toBe(true);
});

test('a call without an id comes through beside one whose id is taken', async () => {
  const id = newId();
  await draft(id);
  const results = await Promise.allSettled([
    draft(id),
    stores[0]!({ invoice: sampleDraft(shop), scheduledInMs: null }),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

describe('a document that another call supersedes', () => {
  test('is never set going, whatever program connects, and its id is that of the other', async () => {
    const id = newId();
    const first = await draft(id);
    const second = await draft(id, first.id);
    expect((await holderOf(id))?.id).toBe(second.id);
    expect(await fiscalize(first.id)).toEqual({ kind: 'superseded', by: second.id });
    for (const change of [
      `status = 'Pending'`,
      'superseded_by = null',
      `external_id = 'another'`,
    ]) {
      await expect(
        db.owner.pool.query(`update invoice set ${change} where id = $1`, [first.id]),
      ).rejects.toThrow(/is superseded by|keeps its external id/);
    }
  });

  test('is one that has no number: all others are left to their call', async () => {
    const id = newId();
    const first = await draft(id);
    expect((await holderOf(id))?.isReplaceable).toBe(true);
    await fiscalize(first.id);
    expect((await holderOf(id))?.isReplaceable).toBe(false);
    await expect(draft(id, first.id)).rejects.toThrow(ExternalIdTakenError);
    await expect(
      db.owner.pool.query('update invoice set superseded_by = $2 where id = $1', [
        first.id,
        shop.companyId,
      ]),
    ).rejects.toThrow(/may be registered/);
    expect((await holderOf(id))?.id).toBe(first.id);
  });

  test('or is fiscalized: of both at once, 300 times, one goes through', async () => {
    const outcomes = { superseded: 0, begun: 0 };
    for (let round = 0; round < 300; round += 1) {
      const id = newId();
      const first = await draft(id);
      const [asked, replaced] = await Promise.allSettled([
        fiscalize(first.id),
        draft(id, first.id),
      ]);
      const isReplaced = replaced.status === 'fulfilled';
      const isBegun = asked.status === 'fulfilled' && asked.value.kind === 'begun';
      expect([isReplaced, isBegun]).toEqual([!isBegun, !isReplaced]);
      outcomes[isBegun ? 'begun' : 'superseded'] += 1;
    }
    expect(outcomes.superseded + outcomes.begun).toBe(300);
  });
});

test('a repeat that looked before another was refused for good does not begin it again', async () => {
  const own = await createSampleShop(db, { tcrCode: 'rr123rr123' });
  const { id, claimed, signed } = await signedSale(db, own);
  expect(await refuseSample(db, claimed, signed)).toBe(true);
  const repeat = () => requestFiscalization(db.api, scopeOf(own), id, 0, null, true);
  expect(await repeat()).toEqual({ kind: 'unchanged' });
  await db.owner.pool.query(
    `update invoice set failure = jsonb_set(failure::jsonb, '{retryable}', 'true') where id = $1`,
    [id],
  );
  expect(await repeat()).toEqual({ kind: 'begun' });
});

test('after a loss no new id is taken until the last number is confirmed; a known one is found', async () => {
  const known = newId();
  await draft(known);
  await noteRollback(db.worker, { actor: 'worker', place: null });
  await expect(draft(newId())).rejects.toThrow(ExternalIdsLostError);
  await expect(draft(known)).rejects.toThrow(Error);
  expect(await holderOf(known)).not.toBeNull();
  const said = { actor: 'user:test', evidence: 'the last receipt of the till' };
  await confirmNumber(db.api, { ...said, cashRegisterId: shop.cashRegisterId, lastOrdinal: 0 });
  expect((await draft(newId())).status).toBe('Draft');
});

describe('for 48 hours after a loss whose numbers are confirmed', () => {
  const said = { actor: 'user:test', evidence: 'the last receipt of the till' };
  /** A draft of a register with a first-seen id, by the store and as it is read. */
  const warningsOf = async (of: SampleShop, own: Partial<NewInvoice> = {}) => {
    const invoice = { ...call(newId(), null, of), ...own };
    const stored = await stores[0]!({ invoice, scheduledInMs: null });
    const found = await findInvoice(db.api, { ...scopeOf(of), ...own }, stored.id);
    expect(found?.invoice.warnings).toEqual(stored.warnings);
    return stored.warnings;
  };
  const registers: SampleShop[] = [];
  let live: SampleShop;
  let lost: RegExp;
  beforeAll(async () => {
    for (let count = 0; count < 3; count += 1) registers.push(await createSampleShop(db));
    const { companyId } = registers[0]!;
    registers.push(await addSampleRegister(db, companyId, 'aa111aa111'));
    live = await addSampleRegister(db, companyId, 'bb222bb222');
    const toLive = `update cash_register set environment = 'live' where id = $1`;
    await db.owner.pool.query(toLive, [live.cashRegisterId]);
    await noteRollback(db.worker, { actor: 'worker', place: null });
    await recordIncarnation(db.worker, { actor: 'worker' });
    for (const { cashRegisterId } of [registers[0]!, registers[3]!, live]) {
      await confirmNumber(db.api, { ...said, cashRegisterId, lastOrdinal: 0 });
    }
    const { rows } = await db.owner.pool.query<{ at: Date }>(
      'select seen_at as at from database_place where place = current_place()',
    );
    lost = new RegExp(`seen at ${rows[0]?.at.toISOString().slice(0, 19)}Z:`);
  });

  test('a first-seen id has a warning with the instant of the loss, register by register', async () => {
    for (const register of [registers[0]!, registers[3]!]) {
      expect(await warningsOf(register)).toEqual([expect.stringMatching(lost)]);
    }
    const ofLive = await warningsOf(live, { environment: 'live' });
    expect(ofLive).toEqual([expect.stringMatching(lost)]);
    const [unconfirmed] = registers.slice(1);
    await expect(warningsOf(unconfirmed!)).rejects.toThrow(ExternalIdsLostError);
    const together = await Promise.all(registers.map((of) => warningsOf(of).catch(() => null)));
    expect(together.map((warnings) => warnings?.length)).toEqual([1, undefined, undefined, 1]);
  });

  test('it stands before others, whatever these say; none is said of a known id, or of no id', async () => {
    const [register] = registers;
    const warnings = ['"\0" is not a known field'];
    expect(await warningsOf(register!, { warnings })).toEqual([
      expect.stringMatching(lost),
      ...warnings,
    ]);
    const id = newId();
    const first = await stores[0]!({ invoice: call(id, null, register), scheduledInMs: null });
    const second = call(id, first.id, register);
    expect((await stores[1]!({ invoice: second, scheduledInMs: null })).warnings).toEqual([]);
    const unnamed = sampleDraft(register!);
    expect((await stores[0]!({ invoice: unnamed, scheduledInMs: null })).warnings).toEqual([]);
  });

  test('later it has none, nor where nothing was lost', async () => {
    const owner = await db.owner.pool.connect();
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `update number_confirmation set at = at - interval '48 hours' where tcr_code = $1`,
      [registers[0]!.tcrCode],
    );
    await owner.query('set session_replication_role = origin');
    owner.release();
    expect(await warningsOf(registers[0]!)).toEqual([]);
    expect(await warningsOf(registers[3]!)).toHaveLength(1);
    await noteRollback(db.worker, { actor: 'worker', place: null });
    await recordIncarnation(db.worker, { actor: 'worker' });
    await confirmAllNumbers(db.api, said);
    expect(await warningsOf(registers[3]!)).toEqual([]);
  });
});

// What a run came to is written down although PostgreSQL goes away at that moment: once, and known
// for written where only the reply got lost.

import type { Database } from '@fiscal/db/connection';
import { requestFiscalization } from '@fiscal/db/fiscalization';
import type { ClaimedInvoice } from '@fiscal/db/fiscalization';
import type { InvoiceOutcome } from '@fiscal/efi';
import { createLogger } from '@fiscal/runtime';
import { eventually } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import {
  claimSampleInvoice,
  createSampleDraft,
  signSample,
} from '../../../../packages/db/src/testing/sample-invoices.ts';
import {
  createSampleShop,
  scopeOf,
  useSampleShop,
} from '../../../../packages/db/src/testing/sample-shops.ts';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { openBudget } from '../authority/budget.ts';
import { createEvents } from '../events.ts';
import { momentNow } from '../work/leases.ts';
import { postpone, recordFailure, recordFic, recordOfflineIssue } from './record-outcome.ts';
import type { Run } from './run.ts';

const FIC = '67822bea-7e5a-4c56-a195-547e51ee5cd8';
const RAW = { httpStatus: 200, rawReply: Buffer.from('<reply/>') };
const REGISTERED: InvoiceOutcome = {
  kind: 'registered',
  ...RAW,
  fic: FIC,
  responseUuid: 'a',
  repliedAt: '2026-11-21T10:00:00+01:00',
};
const REFUSED: InvoiceOutcome = {
  kind: 'refused',
  ...RAW,
  efiCode: 11,
  efiMessage: 'wrong',
  responseUuid: null,
};
const SILENT: InvoiceOutcome = {
  kind: 'unanswered',
  reason: 'timeout',
  httpStatus: null,
  rawReply: null,
  detail: 'No reply.',
  wasSent: true,
};

const db = useTestDatabase();
const shop = useSampleShop(db, { printsAtOnce: true });

/** When the line to PostgreSQL breaks: a statement on its own, or the commit of a transaction. */
type Moment = 'before it is carried out' | 'after it took effect';

/**
 * A worker's database whose line breaks once. @param meanwhile what happens before anybody knows.
 */
function breakingOnce(moment: Moment, meanwhile: () => Promise<unknown> = () => Promise.resolve()) {
  let calls = 0;
  const broken = () => new Error('Connection terminated unexpectedly');
  const carryOut = async <Result>(query: () => Promise<Result>): Promise<Result> => {
    calls += 1;
    if (calls > 1) return query();
    if (moment === 'after it took effect') await query();
    await meanwhile();
    throw broken();
  };
  const replaced = <Target extends object>(target: Target, methods: object): Target =>
    new Proxy(target, {
      get(_, name) {
        const own: unknown = Reflect.get(methods, name);
        const value: unknown = own ?? Reflect.get(target, name);
        return typeof value === 'function' ? (value as () => void).bind(target) : value;
      },
    });
  const { pool } = db.worker;
  const connect = async () => {
    const client = await pool.connect();
    const query = (statement: unknown, values?: unknown[]) =>
      statement === 'commit'
        ? carryOut(() => client.query('commit'))
        : client.query(statement as string, values);
    return replaced(client, { query });
  };
  const query = (statement: string, values: unknown[]) =>
    carryOut(() => pool.query(statement, values));
  const database: Database = { ...db.worker, pool: replaced(pool, { query, connect }) };
  return { database, calls: () => calls };
}

/** A run at its end, with all that recording asks for. */
async function endOf(claimed: ClaimedInvoice, outcome: Run['outcome'], database: Database) {
  const { issued, submission } = await signSample(db, claimed);
  const recorded: string[] = [];
  const events = createEvents();
  events.on('recorded', (_, status) => recorded.push(status));
  const context = {
    db: database,
    events,
    logger: createLogger({ name: 'worker', level: 'silent' }),
    deliveryAfterMs: 5_000,
    random: () => 0,
    efi: { test: { circuit: { isOpenFor: () => false } } },
  };
  const number = { tcrCode: shop.tcrCode, year: 2026, ordinal: issued.ordinal };
  const made = {
    askNext: () => null,
    claimed,
    submission,
    outcome,
    number,
    foundFic: null,
    depositDetail: null,
  };
  const run = { ...made, context, failure: null } as unknown as Run;
  return { run, recorded };
}

interface Stored {
  status: string;
  audits: number;
  freed: number;
  prints: number;
  free: number[];
}
async function stored({ invoice: { id } }: ClaimedInvoice): Promise<Stored | undefined> {
  const { rows } = await db.owner.pool.query<Stored>(
    `select status,
       (select count(*)::int from audit_log where entity_id = i.id) as audits,
       (select count(*)::int from number_ledger where invoice_id = i.id and event = 'freed') as freed,
       (select count(*)::int from work
        where subject_id = i.id and kind = 'print_at_once') as prints,
       (select free_ordinals::int[] from number_sequence where tcr_code = $2) as free
     from invoice i where id = $1`,
    [id, shop.tcrCode],
  );
  return rows[0];
}

const freed = { kind: 'record-failed', cause: 'refused', number: 'freed' } as const;
const kept = { kind: 'record-failed', cause: 'refused', number: 'kept' } as const;
const NOTHING_FREE = { freed: 0, free: [] };
const ENDS = [
  ['fiscalized', REGISTERED, recordFic, { status: 'Fiscalized', prints: 1, ...NOTHING_FREE }],
  ['offline', SILENT, recordOfflineIssue, { status: 'Offline', prints: 1, ...NOTHING_FREE }],
  [
    'failed',
    REFUSED,
    (run: Run) => recordFailure(run, kept),
    { status: 'Failed', prints: 0, ...NOTHING_FREE },
  ],
  [
    'failed',
    REFUSED,
    (run: Run) => recordFailure(run, freed),
    { status: 'Failed', prints: 0, freed: 1, free: [1] },
  ],
] as const;

describe.each(['before it is carried out', 'after it took effect'] as const)(
  'where the line breaks %s,',
  (moment) => {
    test.each(ENDS)('what was %s is written down once: %#', async (status, outcome, end, then) => {
      const claimed = await claimSampleInvoice(db, shop);
      const { database, calls } = breakingOnce(moment);
      const { run, recorded } = await endOf(claimed, outcome, database);
      await end(run);
      expect(calls()).toBe(2);
      expect(recorded).toEqual([status]);
      expect(await stored(claimed)).toEqual({ ...then, audits: 1 });
    });
  },
);

test('what took effect is not written again over what the shop has asked for since', async () => {
  const claimed = await claimSampleInvoice(db, shop);
  const again = () => requestFiscalization(db.api, scopeOf(shop), claimed.invoice.id, 0);
  const { database } = breakingOnce('after it took effect', again);
  const { run } = await endOf(claimed, REFUSED, database);
  await recordFailure(run, freed);
  expect(await stored(claimed)).toMatchObject({ status: 'Pending', freed: 1, free: [1] });
});

test('what takes effect only while it is written again is known for written', async () => {
  const claimed = await claimSampleInvoice(db, shop);
  const { id } = claimed.invoice;
  const lateResults: Promise<unknown>[] = [];
  const query = (statement: string) => {
    const result = db.worker.pool.query(statement);
    if (lateResults.push(result) > 1) return result;
    throw new Error('Connection terminated unexpectedly');
  };
  const database = { ...db.worker, pool: { query } as unknown as Database['pool'] };
  const { run, recorded } = await endOf(claimed, REGISTERED, database);
  // The first statement stands until the second one waits for it.
  const holder = await db.owner.pool.connect();
  await holder.query('begin');
  await holder.query('select from invoice where id = $1 for update', [id]);
  const written = recordFic(run);
  const waiting = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(
    async () => (await db.owner.pool.query<{ waiting: number }>(waiting)).rows[0]?.waiting,
    (count) => count === 2,
  );
  await holder.query('rollback');
  holder.release();
  await written;
  await Promise.all(lateResults);
  expect(recorded).toEqual(['fiscalized']);
  expect(await stored(claimed)).toMatchObject({ status: 'Fiscalized', audits: 1 });
});

test('a claim that was lost is not asked for again, and nothing is written', async () => {
  const claimed = await claimSampleInvoice(db, shop);
  const take = 'update work set token = gen_random_uuid() where subject_id = $1';
  const { run, recorded } = await endOf(claimed, REGISTERED, db.worker);
  await db.owner.pool.query(take, [claimed.invoice.id]);
  await recordFic(run);
  expect(recorded).toEqual([]);
  expect(await stored(claimed)).toMatchObject({ status: 'Pending', audits: 0, prints: 0 });
});

const asked = {
  options: { leaseMs: 60_000, horizon: new Date(0) },
  askedAt: momentNow(),
  budget: openBudget('live', 60_000),
};

test.each(['before it is carried out', 'after it took effect'] as const)(
  'where the line breaks %s, the next sale is claimed or waits',
  async (moment) => {
    Object.assign(shop, await createSampleShop(db));
    const claimed = await claimSampleInvoice(db, shop);
    const { database, calls } = breakingOnce(moment);
    const { run, recorded } = await endOf(claimed, REGISTERED, database);
    const { id } = await createSampleDraft(db, shop);
    // Before whatever other tests have left.
    await requestFiscalization(db.api, scopeOf(shop), id, -1e12);
    const next = await recordFic({ ...run, askNext: () => asked });
    expect([recorded, calls()]).toEqual([['fiscalized'], 2]);
    // The first statement has claimed it, and its result is lost: its lease runs out.
    if (moment === 'after it took effect') expect(next).toBeNull();
    else expect(next).toMatchObject({ ...asked, claimed: { invoice: { id } } });
    const taken = await db.owner.pool.query('select attempts from work where subject_id = $1', [
      id,
    ]);
    expect(taken.rows).toEqual([{ attempts: 1 }]);
  },
);

test('nothing is tried again for what is no storage that is away', async () => {
  const wrong = await claimSampleInvoice(db, shop);
  const { run } = await endOf(wrong, { ...REGISTERED, fic: '\0' }, db.worker);
  await expect(recordFic(run)).rejects.toThrow('invalid byte sequence');
});

interface Message {
  outcome: string;
  detail: string | null;
  was_sent: boolean;
  unanswered_reason: string | null;
}
async function messageOf({ invoice: { id } }: ClaimedInvoice): Promise<Message[]> {
  const read =
    'select outcome, detail, was_sent, unanswered_reason from submission where invoice_id = $1';
  return (await db.owner.pool.query<Message>(read, [id])).rows;
}

test('what the receipt check found is the reply of the message that was sent before', async () => {
  const claimed = await claimSampleInvoice(db, shop);
  const { run } = await endOf(claimed, null, db.worker);
  const lastSubmission = { id: run.submission?.id } as ClaimedInvoice['lastSubmission'];
  const later = { ...run, submission: null, foundFic: FIC };
  await recordFic({ ...later, claimed: { ...claimed, lastSubmission } });
  expect(await stored(claimed)).toMatchObject({ status: 'Fiscalized' });
  const detail = 'Found by the public receipt check.';
  expect(await messageOf(claimed)).toMatchObject([{ outcome: 'registered', detail }]);
});

test.each([
  ['kept', 'Call fiscalize again: it continues with the same number and IIC.'],
  ['freed', 'Call fiscalize again: nothing was sent.'],
] as const)('a sale whose number is %s is told what a repetition does', async (number, remedy) => {
  const claimed = await claimSampleInvoice(db, shop);
  const { run } = await endOf(claimed, null, db.worker);
  const withheld = { ...run, depositDetail: 'The deposit got no reply.' };
  await recordFailure(withheld, { kind: 'record-failed', cause: 'unanswered', number });
  const read = 'select failure from invoice where id = $1';
  const { rows } = await db.owner.pool.query(read, [claimed.invoice.id]);
  const error = 'The tax authority did not reply: The deposit got no reply.';
  expect(rows).toMatchObject([{ failure: { code: 'EFI_UNAVAILABLE', error, remedy } }]);
  expect(await messageOf(claimed)).toMatchObject([
    { outcome: 'unanswered', was_sent: false, unanswered_reason: 'withheld' },
  ]);
});

test.each([
  ['overdue', null],
  // While the authority is silent no wait grows beyond the fourfold.
  ['unanswered', 15],
  ['obstacle', 240],
] as const)('what is postponed as %s waits %p s', async (cause, seconds) => {
  const claimed = await claimSampleInvoice(db, shop);
  const { run } = await endOf(claimed, SILENT, db.worker);
  const efi = { test: { circuit: { isOpenFor: () => true } } } as unknown as Run['context']['efi'];
  const invoice = { ...claimed.invoice, attempts: 10 };
  await postpone(
    { ...run, context: { ...run.context, efi }, claimed: { ...claimed, invoice } },
    cause,
  );
  const read = `select round(extract(epoch from nullif(scheduled_at, 'infinity') - now()))::int as wait
    from work where subject_id = $1`;
  const { rows } = await db.owner.pool.query<{ wait: number | null }>(read, [claimed.invoice.id]);
  if (seconds === null) expect(rows).toEqual([{ wait: null }]);
  else expect(Math.abs((rows[0]?.wait ?? NaN) - seconds)).toBeLessThan(15);
});

test.each([true, false])(
  'a printer is woken only for a company that prints at once: %p',
  async (prints) => {
    const claimed = await claimSampleInvoice(db, shop);
    const { run } = await endOf(claimed, REGISTERED, db.worker);
    const woken: string[] = [];
    run.context.events.on('work', (kind) => woken.push(kind));
    await recordFic({ ...run, claimed: { ...claimed, printsAtOnce: prints } });
    expect(woken).toEqual(prints ? ['printing'] : []);
  },
);

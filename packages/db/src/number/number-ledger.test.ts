import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ALARM_HOURS, raiseDeadlineAlarms } from '../fiscalization/deadline-alarms.ts';
import { readNumberLedger } from './number-ledger.ts';
import {
  recordFailed,
  recordOffline,
  recordFailedUnregistered,
  recordFiscalized,
} from '../fiscalization/outcomes.ts';
import {
  answer,
  claimSampleInvoice,
  createSampleShop,
  reclaim,
  signSample,
  sampleRowOf,
  SAMPLE_REFUSAL,
} from '../testing/sample-invoices.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import type { OpenTestDatabase } from '../testing/open-test-database.ts';

let db: OpenTestDatabase;

beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  await db.close();
});

describe('the ledger of numbers', () => {
  test('tells of each ordinal who had it, who lost it and what became of it', async () => {
    const shop = await createSampleShop(db);
    const refused = await claimSampleInvoice(db, shop);
    const signed = await signSample(db, refused);
    const reason = { ...answer(signed, 'refused'), detail: 'TCR is not valid' };
    await recordFailedUnregistered(db.worker, refused, reason, SAMPLE_REFUSAL, {
      ...sampleRowOf(shop),
      ordinal: 1,
    });

    const offline = await claimSampleInvoice(db, shop);
    const handedOut = await signSample(db, offline);
    await recordOffline(db.worker, offline, answer(handedOut, 'unanswered'), 0);
    const delivering = await reclaim(db, offline.invoice.id, 'Offline');
    await recordFiscalized(db.worker, delivering, answer(handedOut, 'registered'), 'a-fic');

    const kept = await claimSampleInvoice(db, shop);
    await signSample(db, kept);
    await recordFailed(db.worker, kept, null, { ...SAMPLE_REFUSAL, error: 'No answer.' });

    const row = { ...sampleRowOf(shop), cashRegisterId: refused.invoice.cashRegisterId };
    const stories = await readNumberLedger(db.api, row, 1e9, 10);
    expect(stories.map(({ ordinal, status }) => [ordinal, status])).toEqual([
      [2, 'Failed'],
      [1, 'Fiscalized'],
    ]);
    const told = (index: number) =>
      stories[index]?.events.map(({ event, invoiceId, reason: why }) => [event, invoiceId, why]);
    expect(told(1)).toEqual([
      ['given', refused.invoice.id, null],
      ['freed', refused.invoice.id, 'TCR is not valid'],
      ['given', offline.invoice.id, null],
      ['handed-out', offline.invoice.id, null],
      ['registered', offline.invoice.id, null],
    ]);
    expect(told(0)).toEqual([
      ['given', kept.invoice.id, null],
      ['failed', kept.invoice.id, 'No answer.'],
    ]);
    expect(await readNumberLedger(db.api, row, 2, 10)).toHaveLength(1);
  });
});

describe('deadline alarms', () => {
  test('each is raised once, the latest that is due, at 1, 12, 24, 40 and 46 hours', async () => {
    const shop = await createSampleShop(db);
    const claimed = await claimSampleInvoice(db, shop);
    await recordOffline(db.worker, claimed, answer(await signSample(db, claimed), 'unanswered'), 0);
    const { id } = claimed.invoice;
    // The trigger guards the issue time; the test moves the invoice into the past around it.
    const age = async (hours: number) => {
      const client = await db.owner.pool.connect();
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(
        `update invoice set issued_at = now() - $2 * interval '1 hour',
           deliver_before = now() + (48 - $2) * interval '1 hour' where id = $1`,
        [id, hours],
      );
      await client.query('commit');
      client.release();
    };
    const raised: number[] = [];
    for (const hours of [0.5, 1.1, 1.2, 13, 25, 30, 41, 47]) {
      await age(hours);
      const alarms = await raiseDeadlineAlarms(db.worker);
      raised.push(
        ...alarms.filter(({ invoiceId }) => invoiceId === id).map((alarm) => alarm.hours),
      );
    }
    expect(raised).toEqual([...ALARM_HOURS]);
  });
});

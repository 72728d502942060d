import { DELIVERY_ALARM_HOURS, DELIVERY_WINDOW_HOURS } from '@fiscal/domain';
import { describe, expect, test } from '@jest/globals';
import { raiseDeadlineAlarms } from '../fiscalization/deadline-alarms.ts';
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
  DUE_MS,
  handOutSample,
  reclaim,
  SAMPLE_REFUSAL,
  signedSale,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop, sampleRowOf } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();

describe('the ledger of numbers', () => {
  test('gives of each ordinal who had it, who lost it and what became of it', async () => {
    const shop = await createSampleShop(db);
    const { claimed: refused, signed } = await signedSale(db, shop);
    const reason = { ...answer(signed, 'refused'), detail: 'TCR is not valid' };
    await recordFailedUnregistered(db.worker, refused, reason, SAMPLE_REFUSAL, {
      ...sampleRowOf(shop),
      ordinal: 1,
    });

    const { id: offlineId, signed: handedOut } = await handOutSample(db, shop);
    const delivering = await reclaim(db, offlineId, 'Offline');
    await recordFiscalized(db.worker, delivering, answer(handedOut, 'registered'), 'a-fic');

    const kept = await claimSampleInvoice(db, shop);
    await signSample(db, kept);
    await recordFailed(db.worker, kept, null, { ...SAMPLE_REFUSAL, error: 'No answer.' });

    const row = { ...sampleRowOf(shop), cashRegisterId: refused.invoice.cashRegisterId };
    const histories = await readNumberLedger(db.api, row, 1e9, 10);
    expect(histories.map(({ ordinal, status }) => [ordinal, status])).toEqual([
      [2, 'Failed'],
      [1, 'Fiscalized'],
    ]);
    const eventsOf = (index: number) =>
      histories[index]?.events.map(({ event, invoiceId, reason: why }) => [event, invoiceId, why]);
    expect(eventsOf(1)).toEqual([
      ['given', refused.invoice.id, null],
      ['freed', refused.invoice.id, 'TCR is not valid'],
      ['given', offlineId, null],
      ['handed-out', offlineId, null],
      ['registered', offlineId, null],
    ]);
    expect(eventsOf(0)).toEqual([
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
    await recordOffline(
      db.worker,
      claimed,
      answer(await signSample(db, claimed), 'unanswered'),
      DUE_MS,
    );
    const { id } = claimed.invoice;
    // The trigger guards the issue time; the test moves the invoice into the past around it.
    const age = async (hours: number) => {
      const client = await db.owner.pool.connect();
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(
        `update invoice set issued_at = now() - $2 * interval '1 hour',
           deliver_before = now() + (${DELIVERY_WINDOW_HOURS} - $2) * interval '1 hour' where id = $1`,
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
    expect(raised).toEqual([...DELIVERY_ALARM_HOURS]);
  });
});

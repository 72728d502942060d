// The messages of an invoice are found by when PostgreSQL stored it, whatever the clock of the API
// said that made its id; those of a deposit as well.

import { expect, test } from '@jest/globals';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { readArchivedDeposits, readArchivedInvoices } from '../archive/archived-documents.ts';
import { listOffline } from '../failed-work/failed-work-list.ts';
import { readInvoiceTraces } from '../invoice/invoice-timeline.ts';
import {
  answer,
  createSampleDraft,
  DUE_MS,
  reclaim,
  refuseSample,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import type { SampleShop } from '../testing/sample-shops.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { postponeInvoice, recordOffline } from './outcomes.ts';
import { requestFiscalization } from './request-fiscalization.ts';
import { storeSubmission } from './submissions.ts';

const db = useTestDatabase();
/** By how much the clock was off that made the id. */
const HOURS = [-25, -11, 0, 11, 25, 24 * 40];
const idOf = (hours: number) => uuidv7({ msecs: Date.now() + hours * 3_600_000 });
const reader = () => ({ pool: db.api.pool, objects: null });

/** A sale of the shop with such an id, whose first message is signed and stored. */
async function signedSaleOf(shop: SampleShop, hours: number) {
  await db.owner.pool.query('delete from work');
  const { id } = await createSampleDraft(db, shop, 0, { id: idOf(hours) });
  await requestFiscalization(db.api, scopeOf(shop), id, 0);
  const claimed = await reclaim(db, id);
  return { id, claimed, signed: await signSample(db, claimed) };
}

test.each(HOURS)(
  '%d hours off: a claim finds the message that may be registered',
  async (hours) => {
    const { id, claimed, signed } = await signedSaleOf(await createSampleShop(db), hours);
    await postponeInvoice(db.worker, claimed, answer(signed, 'unanswered'), DUE_MS);
    const again = await reclaim(db, id, 'Offline');
    expect(again.lastSubmission).toMatchObject({
      id: signed.submission.id,
      outcome: 'unanswered',
      openForMs: expect.any(Number),
    });
  },
);

test.each(HOURS)('%d hours off: it is shown and archived', async (hours) => {
  const shop = await createSampleShop(db);
  const { id, claimed, signed } = await signedSaleOf(shop, hours);
  await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), DUE_MS);
  const traces = await readInvoiceTraces(db.api, { companyId: shop.companyId, invoiceId: id });
  expect(traces?.messages.map((message) => message.id)).toEqual([signed.submission.id]);
  const [offline] = await listOffline(db.api, scopeOf(shop), null, 10);
  expect(offline?.lastMessage).toMatchObject({ id: signed.submission.id });
  const archived = [];
  // The day of the samples' issue.
  for await (const each of readArchivedInvoices(reader(), scopeOf(shop), '2026-11-21')) {
    archived.push(each.messages.map(({ request }) => request));
  }
  expect(archived).toEqual([[signed.submission.request]]);
});

test.each(HOURS)('%d hours off: messages that say nothing new are replaced', async (hours) => {
  const { id, claimed, signed } = await signedSaleOf(await createSampleShop(db), hours);
  await recordOffline(db.worker, claimed, answer(signed, 'unanswered'), DUE_MS);
  const sent: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const current = await reclaim(db, id, 'Offline');
    const submission = {
      ...signed.submission,
      id: uuidv7(),
      requestUuid: uuidv4(),
      subsequentDelivery: 'SERVICE',
    };
    sent.push(submission.requestUuid);
    await storeSubmission(db.worker, current, submission);
    await postponeInvoice(
      db.worker,
      current,
      answer({ ...signed, submission }, 'unanswered'),
      DUE_MS,
    );
  }
  const { rows } = await db.owner.pool.query(
    `select request_uuid as uuid, replaced_uuids::text[] as replaced from submission
     where invoice_id = $1 order by created_at, id`,
    [id],
  );
  expect(rows).toEqual([
    { uuid: signed.submission.requestUuid, replaced: [] },
    { uuid: sent[2], replaced: sent.slice(0, 2) },
  ]);
});

test.each(HOURS)(
  '%d hours off: what was refused with its number is no open message',
  async (hours) => {
    const shop = await createSampleShop(db);
    const { id, claimed, signed } = await signedSaleOf(shop, hours);
    await refuseSample(db, claimed, signed);
    await requestFiscalization(db.api, scopeOf(shop), id, 0);
    expect((await reclaim(db, id)).lastSubmission).toBeNull();
  },
);

test.each(HOURS)('%d hours off: the messages of a deposit are archived', async (hours) => {
  const shop = await createSampleShop(db);
  const depositId = idOf(hours);
  await db.owner.pool.query(
    `insert into cash_deposit (id, cash_register_id, local_date, requested_amount, tcr_code, status, claim_token, attempts)
     values ($1, $2, '2026-11-21', '0.00', $3, 'registered', 1, 1)`,
    [depositId, shop.cashRegisterId, shop.tcrCode],
  );
  await db.owner.pool.query(
    `insert into submission (id, kind, cash_deposit_id, cash_register_id, certificate_id, request_uuid, send_date_time, request)
     values ($1, 'cash_deposit', $2, $3, $4, $5, '', '<Deposit/>')`,
    [uuidv7(), depositId, shop.cashRegisterId, uuidv7(), uuidv4()],
  );
  const deposits = await readArchivedDeposits(reader(), scopeOf(shop), '2026-11-21');
  expect(deposits.map(({ messages }) => messages.map(({ request }) => request))).toEqual([
    ['<Deposit/>'],
  ]);
});

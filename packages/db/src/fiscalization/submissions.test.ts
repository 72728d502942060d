import type { Failure } from '@fiscal/domain';
import { describe, expect, test } from '@jest/globals';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import type { ClaimedInvoice } from './invoice-claims.ts';
import { postponeInvoice, recordFailedUnregistered, recordOffline } from './outcomes.ts';
import { requestFiscalization } from './request-fiscalization.ts';
import { storeSubmission } from './submissions.ts';
import type { SubmissionReply } from './submissions.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import {
  answer,
  claimSampleInvoice,
  DUE_MS,
  reclaim,
  signedSale,
  signSample,
} from '../testing/sample-invoices.ts';
import { createSampleShop, sampleRowOf, scopeOf } from '../testing/sample-shops.ts';

const UNAVAILABLE: Failure = {
  error: 'No answer.',
  code: 'EFI_UNAVAILABLE',
  tcrCode: null,
  efiCode: null,
  efiMessage: null,
  retryable: true,
  remedy: null,
};

const db = useTestDatabase();

/** As the authority is sent it, on one line: what is new in each message, and what is not. */
function requestOf(
  iic: string,
  { requestUuid, sendDateTime, mark }: Record<'requestUuid' | 'sendDateTime' | 'mark', string>,
  name = 'Kafa',
): string {
  const digest = Buffer.from(requestUuid).toString('base64');
  return (
    `<RegisterInvoiceRequest Id="Request"><Header UUID="${requestUuid}" ` +
    `SendDateTime="${sendDateTime}" SubseqDelivType="${mark}"/><Invoice IIC="${iic}"><I N="${name}"/>` +
    `</Invoice><Signature><DigestValue>${digest}</DigestValue>` +
    `<SignatureValue>${digest}</SignatureValue></Signature></RegisterInvoiceRequest>`
  );
}

interface Sent {
  name?: string;
  mark?: string;
  certificateId?: string;
  answer?: Partial<SubmissionReply>;
}

/**
 * An offline invoice and the messages of its deliveries.
 * @param first what came of its first one.
 */
async function offlineInvoice(ofFirst: Partial<SubmissionReply> = {}) {
  // Only this one is to be claimed again.
  await db.owner.pool.query(`update work set scheduled_at = 'infinity' where kind = 'deliver'`);
  const { claimed, signed: sample } = await signedSale(db, await createSampleShop(db));
  await recordOffline(db.worker, claimed, { ...answer(sample, 'unanswered'), ...ofFirst }, DUE_MS);
  const { id } = claimed.invoice;
  const { certificateId } = sample.submission;
  let current: ClaimedInvoice = claimed;
  const send = async ({ name, mark = 'SERVICE', ...own }: Sent = {}) => {
    current = await reclaim(db, id, 'Offline');
    const requestUuid = uuidv4();
    const sendDateTime = new Date().toISOString();
    const request = requestOf(sample.issued.iic, { requestUuid, sendDateTime, mark }, name);
    const header = { requestUuid, sendDateTime, subsequentDelivery: mark, request };
    const submission = {
      id: uuidv7(),
      certificateId: own.certificateId ?? certificateId,
      ...header,
    };
    await storeSubmission(db.worker, current, submission);
    const outcome = own.answer?.outcome ?? 'unanswered';
    const reply = { ...answer({ ...sample, submission }, outcome), ...own.answer };
    await postponeInvoice(db.worker, current, reply, DUE_MS);
    return requestUuid;
  };
  const stored = async () => {
    const { rows } = await db.owner.pool.query<{ request_uuid: string; replaced_uuids: string[] }>(
      `select request_uuid, replaced_uuids::text[] from submission where invoice_id = $1
       order by created_at, id`,
      [id],
    );
    return rows.map((row) => [row.request_uuid, row.replaced_uuids]);
  };
  return { id, first: sample.submission.requestUuid, send, stored };
}

describe('the messages of an invoice that never gets a reply', () => {
  test('are the first, the last, and the UUIDs of those between', async () => {
    const { first, send, stored } = await offlineInvoice();
    const sent = [await send(), await send(), await send(), await send()];
    expect(await stored()).toEqual([
      [first, []],
      [sent[3], sent.slice(0, 3)],
    ]);
  });

  test.each<[string, Sent, Sent]>([
    ['with other contents', {}, { name: 'Čaj' }],
    ['with another mark', {}, { mark: 'TECHNICALERROR' }],
    ['by another certificate', {}, { certificateId: uuidv7() }],
    ['after an HTTP error', { answer: { httpStatus: 503 } }, {}],
    ['after bytes that nobody could read', { answer: { response: Buffer.from('?') } }, {}],
    ['after a refusal', { answer: { outcome: 'refused', efiCode: 11, httpStatus: 500 } }, {}],
  ])('%s are all kept', async (_, before, after) => {
    const { first, send, stored } = await offlineInvoice();
    const sent = [await send(before), await send(after)];
    expect(await stored()).toEqual([
      [first, []],
      [sent[0], []],
      [sent[1], []],
    ]);
  });

  test('still say that one of them may have been registered', async () => {
    const neverSent = { wasSent: false, unansweredReason: 'withheld' };
    const { id, send, stored } = await offlineInvoice(neverSent);
    await send();
    await send({ answer: neverSent });
    await send({ answer: neverSent });
    expect(await stored()).toHaveLength(2);
    const { lastSubmission } = await reclaim(db, id, 'Offline');
    expect(lastSubmission).toMatchObject({ wasSent: false, openForMs: expect.any(Number) });
  });

  test('are as old as the newest of them that may have been registered', async () => {
    const { id, send } = await offlineInvoice();
    const hoursOpen = ({ lastSubmission }: ClaimedInvoice) =>
      Math.round((lastSubmission?.openForMs ?? NaN) / 3_600_000);
    // The guard keeps every message as it is; the test moves them into the past around it.
    const twoHoursPass = () =>
      db.owner.pool.query(
        `begin; set local session_replication_role = replica;
         update submission set created_at = created_at - interval '2 hours' where invoice_id = '${id}';
         commit`,
      );
    await twoHoursPass();
    await send({ name: 'Čaj' });
    await twoHoursPass();
    await send({ name: 'Čaj', answer: { wasSent: false } });
    const whileUnsent = await reclaim(db, id, 'Offline');
    expect(hoursOpen(whileUnsent)).toBe(2);
    await postponeInvoice(db.worker, whileUnsent, null, DUE_MS);
    await send({ name: 'Čaj' });
    expect(hoursOpen(await reclaim(db, id, 'Offline'))).toBe(0);
  });

  test('count one whose answer was never written down, also after a later one was refused', async () => {
    const claimed = await claimSampleInvoice(db, await createSampleShop(db));
    const { issued } = await signSample(db, claimed);
    const { id } = claimed.invoice;
    // Its worker has died, whatever it had read by then.
    const free = 'update work set leased_until = null, scheduled_at = now() where subject_id = $1';
    await db.owner.pool.query(free, [id]);
    const again = await reclaim(db, id);
    const open = { openForMs: expect.any(Number) as unknown };
    expect(again.lastSubmission).toMatchObject({ outcome: null, ...open });
    const header = { requestUuid: uuidv4(), sendDateTime: '', subsequentDelivery: 'SERVICE' };
    const request = requestOf(issued.iic, { ...header, mark: 'SERVICE' });
    const submission = { id: uuidv7(), certificateId: uuidv7(), ...header, request };
    await storeSubmission(db.worker, again, submission);
    const refused = { submissionId: submission.id, outcome: 'refused', efiCode: 11 } as const;
    const nothing = { httpStatus: 500, response: null, detail: null, unansweredReason: null };
    await postponeInvoice(db.worker, again, { ...refused, ...nothing, wasSent: true }, DUE_MS);
    const { lastSubmission } = await reclaim(db, id, 'Offline');
    expect(lastSubmission).toMatchObject({ id: submission.id, outcome: 'refused', ...open });
  });

  test('say that none can have been registered where none was sent', async () => {
    const neverSent = { wasSent: false, unansweredReason: 'withheld' };
    const { id, send, stored } = await offlineInvoice(neverSent);
    for (let time = 0; time < 3; time += 1) await send({ answer: neverSent });
    expect(await stored()).toHaveLength(2);
    const { lastSubmission } = await reclaim(db, id, 'Offline');
    expect(lastSubmission).toMatchObject({ wasSent: false, openForMs: null });
  });

  test('are none of the invoice any more once its number was given back', async () => {
    const shop = await createSampleShop(db);
    const { id, claimed: first, signed: sample } = await signedSale(db, shop);
    const silent = { ...answer(sample, 'unanswered'), wasSent: true };
    const number = { ...sampleRowOf(shop), ordinal: sample.issued.ordinal };
    await recordFailedUnregistered(db.worker, first, silent, UNAVAILABLE, number);
    await requestFiscalization(db.api, scopeOf(shop), id, -1e12);
    const again = await reclaim(db, id);
    expect(again.lastSubmission).toBeNull();
    const anew = await signSample(db, again);
    await postponeInvoice(db.worker, again, answer(anew, 'refused'), DUE_MS);
    const { lastSubmission } = await reclaim(db, id, 'Offline');
    expect(lastSubmission).toMatchObject({ outcome: 'refused', openForMs: null });
  });

  test('are deleted by nobody, and stand for nothing that is not so', async () => {
    const { id, first, send } = await offlineInvoice();
    await send();
    await send();
    const last = `where invoice_id = '${id}'`;
    for (const statement of [
      `delete from submission ${last}`,
      `update submission set replaced_uuids = '{${first}}' ${last} and replaced_uuids <> '{}'`,
      `update submission set replaced_open_at = null ${last} and replaced_uuids <> '{}'`,
    ]) {
      await expect(db.owner.pool.query(statement)).rejects.toThrow(
        /can not be deleted|append-only/,
      );
      await expect(db.worker.pool.query(statement)).rejects.toThrow(/permission denied/);
    }
    const { rows } = await db.owner.pool.query<{ replaced: string[] }>(
      `insert into submission (id, kind, invoice_id, cash_register_id, certificate_id, request_uuid,
         send_date_time, subsequent_delivery, request, replaced_uuids)
       select uuidv7(), 'invoice', invoice_id, cash_register_id, certificate_id,
         gen_random_uuid(), '', 'NOINTERNET', '', array[request_uuid]
       from submission ${last} limit 1
       returning replaced_uuids::text[] as replaced`,
    );
    expect(rows).toEqual([{ replaced: [] }]);
  });
});

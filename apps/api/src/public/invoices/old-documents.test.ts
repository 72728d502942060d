// Prints and messages that have left PostgreSQL, as shops and the panel read them: the same bytes,
// or an error that says what is wrong, and never others.

import { ObjectStoreUnavailableError, sha256Of } from '@fiscal/objects';
import type { ObjectStore } from '@fiscal/objects';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { startAdmin } from '../../testing/running-admin.ts';
import { createShop } from '../../testing/running-api.ts';

const kept = new Map<string, Buffer>();
let isAway = false;
const objects: ObjectStore = {
  place: 'memory',
  put: () => Promise.resolve(),
  get: (key) =>
    isAway
      ? Promise.reject(new ObjectStoreUnavailableError('it is away'))
      : Promise.resolve(kept.get(key) ?? null),
  delete: () => Promise.resolve(),
};
const panel = await startAdmin({ objects });
afterAll(() => panel.close());
const shop = await createShop(panel);
const { pool } = panel.db;

const PDF = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0x0a]);
const REPLY = Buffer.from([0xff, 0x00, 0x0a, 0x21]);
const MESSAGE = Buffer.concat([Buffer.from('request 14 reply 4\n<Request>č</>'), REPLY]);
const [submissionId, documentId] = [uuidv7(), uuidv7()];
const id = String((await shop.test.draft()).body.id);
await pool.query(
  `update invoice set status = 'Fiscalized', iic = $2, fic = 'F', issued_at = now(),
     invoice_number = 'bb123bb123/1/2026/cc123cc123' where id = $1`,
  [id, 'A'.repeat(32)],
);
await pool.query(
  `insert into document (id, invoice_id, fic, sha256, pdf) values ($1, $2, 'F', $3, $4)`,
  [documentId, id, sha256Of(PDF), PDF],
);
await pool.query(
  `insert into submission (id, kind, invoice_id, cash_register_id, certificate_id, request_uuid,
     send_date_time, request, answered_at, outcome, response_bytes)
   select $2, 'invoice', id, cash_register_id, gen_random_uuid(), gen_random_uuid(), '',
     '<Request>č</>', now(), 'registered', $3 from invoice where id = $1`,
  [id, submissionId, REPLY],
);

const paths = {
  shop: () => shop.test.get(`/api/invoices/${id}/pdf`),
  panel: () => panel.operator.get(`/companies/${shop.companyId}/invoices/${id}/pdf`),
  version: () =>
    panel.operator.get(`/companies/${shop.companyId}/invoices/${id}/pdf?version=${documentId}`),
  message: () =>
    panel.operator.get(`/companies/${shop.companyId}/invoices/${id}/messages/${submissionId}`),
};
const readAll = () =>
  Promise.all(
    Object.values(paths).map(async (read) => {
      const { status, body, headers } = await read();
      return { status, body: body as object, etag: headers.etag, retry: headers['retry-after'] };
    }),
  );
const before = await readAll();
const EMPTIED = `request = null, response_bytes = null`;
await pool.query(
  `update submission set ${EMPTIED}, object_key = 'message', object_sha256 = $2 where id = $1`,
  [submissionId, sha256Of(MESSAGE)],
);
await pool.query(
  `update document set pdf = null, object_key = 'print', object_size = $2 where id = $1`,
  [documentId, PDF.length],
);

beforeEach(() => {
  isAway = false;
  kept.clear();
  kept.set('print', PDF).set('message', MESSAGE);
});

test('every reader gets the bytes that were there before, with the same ETag', async () => {
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(before[0]?.body).toEqual(PDF);
  expect(before[3]?.body).toMatchObject({ request: '<Request>č</>', responseBase64: '/wAKIQ==' });
  expect(await readAll()).toEqual(before);
});

test('a store that is away is 503 with Retry-After, and well again afterwards', async () => {
  isAway = true;
  for (const { status, body, retry } of await readAll()) {
    expect({ status, retry }).toEqual({ status: 503, retry: '30' });
    expect(body).toMatchObject({ code: 'OBJECT_STORE_UNAVAILABLE' });
  }
  isAway = false;
  expect(await readAll()).toEqual(before);
});

test.each([
  ['is missing', () => kept.clear()],
  ['was changed', () => kept.set('print', MESSAGE).set('message', PDF)],
  ['was cut', () => kept.set('print', PDF.subarray(1)).set('message', MESSAGE.subarray(0, -1))],
])('an object that %s is 500 with a code of its own, which is counted', async (_what, spoil) => {
  spoil();
  for (const { status, body } of await readAll()) {
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'OBJECT_NOT_INTACT' });
  }
  const counts = await panel.figuresOf('fiscal_refused_calls_total');
  const ofCode = counts.filter(
    ({ labels, value }) => labels.code === 'OBJECT_NOT_INTACT' && value > 0,
  );
  expect(ofCode.map(({ labels }) => labels.part).toSorted()).toEqual(['api', 'panel']);
});

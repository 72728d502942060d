// What leaves PostgreSQL, that it comes back byte for byte, and that nothing is lost wherever it
// ends.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArchivedInvoices } from '@fiscal/db/archive';
import type { Database } from '@fiscal/db/connection';
import { examineUnsetStore } from '@fiscal/db/doctor';
import { findDocumentVersion, findInvoiceDetail, findMessageTexts } from '@fiscal/db/invoice';
import { findMovable, withMovingLock, MOVED_KINDS, WALK_START } from '@fiscal/db/object';
import { findDocument } from '@fiscal/db/print';
import { ObjectNotIntactError, ObjectStoreUnavailableError } from '@fiscal/objects';
import type { ObjectStore } from '@fiscal/objects';
import { openObjectStore } from '@fiscal/objects/env';
import { createLogger } from '@fiscal/runtime';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { finishPrint } from '../../../../packages/db/src/print/print-requests.ts';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import {
  answer,
  handOutSample,
  SAMPLE_FIC,
  signedSale,
} from '../../../../packages/db/src/testing/sample-invoices.ts';
import { useSampleShop } from '../../../../packages/db/src/testing/sample-shops.ts';
import { recordFiscalized } from '../../../../packages/db/src/fiscalization/outcomes.ts';
import { createEvents } from '../events.ts';
import { openWalk } from './move-objects.ts';
import type { MovingOptions } from './move-objects.ts';
import { moveRow } from './move-row.ts';

const DAY_MS = 24 * 60 * 60_000;
const db = useTestDatabase();
const shop = useSampleShop(db);
let folder: string;
let store: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'));
  store = openObjectStore({ OBJECT_STORE: folder, OBJECT_STORE_REGION: '' })!;
});
afterEach(() => rm(folder, { recursive: true }));

const events = createEvents();
const outcomes: string[] = [];
events.on('moved', (kind, outcome) => {
  outcomes.push(`${kind} ${outcome}`);
});
/** In a hundred days, when all that the tests have made is old. */
const optionsOf = (other: Partial<MovingOptions> = {}): MovingOptions => ({
  db: db.worker,
  store,
  afterDays: 90,
  events,
  clock: () => new Date(Date.now() + 100 * DAY_MS),
  logger: createLogger({ name: 'worker', level: 'silent' }),
  ...other,
});
async function moveAll(other?: Partial<MovingOptions>) {
  outcomes.length = 0;
  const { signal } = new AbortController();
  for (const kind of MOVED_KINDS) {
    await openWalk(optionsOf(other), kind).goOn(signal);
  }
}

/** Not of UTF-8, and with a NUL in it. */
const RESPONSE = Buffer.from([0xff, 0x00, 0x0a, 0xc3, 0x28]);
const PDF = Buffer.concat([Buffer.from('%PDF-1.7 '), RESPONSE]);

/** A registered invoice with its print. @param response what came back. */
async function printedSale(response: Buffer | null = RESPONSE) {
  const { id, claimed, signed } = await signedSale(db, shop);
  const stored = { ...answer(signed, 'registered'), response };
  await recordFiscalized(db.worker, claimed, stored, SAMPLE_FIC);
  const claim = { subjectId: id, token: id, companyId: shop.companyId, attempts: 1, trace: null };
  await finishPrint(db.worker, { ...claim, paper: 'a4' }, SAMPLE_FIC, PDF);
  return { id, submissionId: signed.submission.id, request: signed.submission.request };
}

const rowsOf = async (id: string) => {
  const { rows } = await db.owner.pool.query(
    `select s.request, s.response_bytes, s.object_key as message, s.object_sha256,
       d.pdf, d.object_key as print, d.object_size, s::text || d::text as all
     from submission s join document d on d.invoice_id = s.invoice_id where s.invoice_id = $1`,
    [id],
  );
  return rows[0] as Record<string, unknown>;
};
const findA4 = (from: Database, id: string) =>
  findDocument(from, { id, companyId: shop.companyId, fic: SAMPLE_FIC }, 'a4');
const reader = (objects: ObjectStore | null = store): Database => ({ ...db.api, objects });

test('a print and a message come back byte for byte, to API, panel and archive', async () => {
  const { id, submissionId, request } = await printedSale();
  const before = await findInvoiceDetail(db.api, shop.companyId, id);
  expect(await examineUnsetStore(db.api)).toBeNull();
  await moveAll();
  expect(await examineUnsetStore(db.api)).toMatchObject({ code: 'OBJECT_STORE_UNSET' });
  expect(await rowsOf(id)).toMatchObject({
    request: null,
    response_bytes: null,
    pdf: null,
    object_size: PDF.length,
    message: expect.stringMatching(/^messages\/\d{4}-\d\d\/[\w-]+\.message$/),
    print: expect.stringMatching(/^prints\/\d{4}-\d\d\/[\w-]+\.pdf$/),
  });
  expect((await findA4(reader(), id)).pdf).toEqual(PDF);
  const after = await findInvoiceDetail(db.api, shop.companyId, id);
  expect(after).toEqual(before);
  const version = await findDocumentVersion(reader(), shop.companyId, id, after!.documents[0]!.id);
  expect(version?.pdf).toEqual(PDF);
  const texts = await findMessageTexts(reader(), shop.companyId, id, submissionId);
  expect(texts).toMatchObject({ request, response: RESPONSE });
  const archived = readArchivedInvoices(
    { pool: db.api.pool, objects: store },
    { companyId: shop.companyId, environment: 'test' },
    '2026-11-21',
  );
  const { value } = await archived.next();
  expect(value).toMatchObject({
    messages: [{ request, response: RESPONSE, outcome: 'registered' }],
    prints: [{ fic: SAMPLE_FIC, paper: 'a4', pdf: PDF }],
  });
});

test('a strip leaves as an A4 does, and comes back byte for byte', async () => {
  const { id } = await printedSale();
  const claim = { subjectId: id, token: id, companyId: shop.companyId, attempts: 1, trace: null };
  const strip = Buffer.from('%PDF strip');
  await finishPrint(db.worker, { ...claim, paper: '80mm' }, SAMPLE_FIC, strip);
  await moveAll();
  const left = await db.owner.pool.query(
    'select pdf, object_key from strip where invoice_id = $1',
    [id],
  );
  const key: unknown = expect.stringMatching(/^strips\/\d{4}-\d\d\/[\w-]+\.pdf$/);
  expect(left.rows).toEqual([{ pdf: null, object_key: key }]);
  const of = { id, companyId: shop.companyId, fic: SAMPLE_FIC };
  expect((await findDocument(reader(), of, '80mm')).pdf).toEqual(strip);
  expect((await findDocument(reader(), of, 'a4')).pdf).toEqual(PDF);
  const change = db.worker.pool.query(`update strip set pdf = '\\x00' where invoice_id = $1`, [id]);
  await expect(change).rejects.toThrow('is append-only');
});

test('a message that nothing came back of is told from one with an empty reply', async () => {
  const none = await printedSale(null);
  const empty = await printedSale(Buffer.alloc(0));
  await moveAll();
  const read = ({ id, submissionId }: typeof none) =>
    findMessageTexts(reader(), shop.companyId, id, submissionId);
  expect((await read(none))?.response).toBeNull();
  expect((await read(empty))?.response).toEqual(Buffer.alloc(0));
});

test('what is young, without a reply, or of an invoice that is not registered stays', async () => {
  const { id } = await printedSale();
  const offline = await handOutSample(db, shop);
  await moveAll({ clock: () => new Date(Date.now() + 89 * DAY_MS) });
  expect(outcomes).toEqual([]);
  await moveAll();
  expect(outcomes).toEqual(expect.arrayContaining(['messages moved', 'prints moved']));
  expect((await rowsOf(id)).message).not.toBeNull();
  const { rows } = await db.owner.pool.query(
    'select request, object_key from submission where invoice_id = $1',
    [offline.id],
  );
  expect(rows).toEqual([{ request: offline.signed.submission.request, object_key: null }]);
});

test.each(['put', 'get'] as const)(
  'an end at the %s loses nothing, and is repeated',
  async (at) => {
    const { id } = await printedSale();
    const before = await rowsOf(id);
    const away = () => Promise.reject(new ObjectStoreUnavailableError('away'));
    await expect(moveAll({ store: { ...store, [at]: away } })).rejects.toThrow('away');
    expect(outcomes).toEqual(['messages away']);
    expect(await rowsOf(id)).toEqual(before);
    await moveAll();
    expect((await findA4(reader(), id)).pdf).toEqual(PDF);
  },
);

test('a process that ends between the object and the row leaves both, and the row goes on', async () => {
  const { id } = await printedSale();
  const broken: Database = { ...db.worker, pool: db.api.pool };
  const { rows } = await findMovable(db.worker, 'prints', WALK_START, optionsOf().clock());
  const row = rows.find(({ part }) => part === id)!;
  // The API's rights do not allow the update.
  await expect(moveRow(broken, store, 'prints', row)).rejects.toMatchObject({ code: '42501' });
  expect(await readFile(join(folder, (await filesIn(folder))[0]!))).toEqual(PDF);
  expect((await findA4(reader(null), id)).pdf).toEqual(PDF);
  await moveAll();
  expect((await findA4(reader(), id)).pdf).toEqual(PDF);
});

test('a store that does not keep what it is given gets no row emptied', async () => {
  const { id } = await printedSale();
  const before = await rowsOf(id);
  const put = (key: string, bytes: Uint8Array) => store.put(key, bytes.subarray(1));
  await moveAll({ store: { ...store, put } });
  expect(new Set(outcomes)).toEqual(new Set(['messages failed', 'prints failed']));
  await moveAll({
    store: { ...store, put: () => Promise.resolve(), get: () => Promise.resolve(null) },
  });
  expect(new Set(outcomes)).toEqual(new Set(['messages failed', 'prints failed']));
  expect(await rowsOf(id)).toEqual(before);
});

test('an object that is missing or changed is an error, and a store that is away another', async () => {
  const { id, submissionId } = await printedSale();
  await moveAll();
  const { print, message } = (await rowsOf(id)) as { print: string; message: string };
  const pdf = (objects: ObjectStore | null = store) => findA4(reader(objects), id);
  const texts = () => findMessageTexts(reader(), shop.companyId, id, submissionId);
  await writeFile(join(folder, print), Buffer.concat([PDF, Buffer.from(' ')]));
  await expect(pdf()).rejects.toThrow(`${print} was changed`);
  await rm(join(folder, print));
  await expect(pdf()).rejects.toThrow(ObjectNotIntactError);
  // Another invoice's message is a message, too.
  await writeFile(join(folder, message), 'request 1 reply none\nx');
  await expect(texts()).rejects.toThrow(`${message} was changed`);
  await expect(pdf(null)).rejects.toThrow(ObjectStoreUnavailableError);
  const away = openObjectStore({ OBJECT_STORE: `${folder}-away`, OBJECT_STORE_REGION: '' });
  await expect(pdf(away)).rejects.toThrow(ObjectStoreUnavailableError);
});

test('two workers move everything once between them', async () => {
  const sales = [await printedSale(), await printedSale(), await printedSale()];
  let atOnce = 0;
  let most = 0;
  const put = async (key: string, bytes: Uint8Array) => {
    most = Math.max(most, (atOnce += 1));
    await store.put(key, bytes);
    atOnce -= 1;
  };
  await withMovingLock(db.worker, () => moveAll({ store: { ...store, put } }));
  expect(outcomes).toEqual([]);
  await Promise.all([moveAll({ store: { ...store, put } }), moveAll({ store: { ...store, put } })]);
  await moveAll();
  expect(most).toBeLessThanOrEqual(4);
  for (const { id } of sales) {
    expect((await findA4(reader(), id)).pdf).toEqual(PDF);
  }
});

test('no row can be emptied, filled or changed but as it leaves', async () => {
  const { id } = await printedSale();
  const { rows } = await db.owner.pool.query<Record<string, string>>(
    `select encode(sha256(message_object(request, response_bytes)), 'hex') as sha256
     from submission where invoice_id = $1`,
    [id],
  );
  const right = rows[0]!.sha256!;
  const emptied = `request = null, response_bytes = null, object_key = 'a'`;
  const refused = [
    `update document set pdf = null`,
    `update document set pdf = null, object_key = 'a'`,
    `update document set pdf = null, object_key = 'a', object_size = ${PDF.length + 1}`,
    `update document set pdf = '', object_key = 'a', object_size = ${PDF.length}`,
    `update document set object_key = 'a', object_size = ${PDF.length}`,
    `update submission set request = null, response_bytes = null`,
    `update submission set ${emptied}`,
    `update submission set ${emptied}, object_sha256 = '${right.replace(/./, 'x')}'`,
    `update submission set ${emptied}, object_sha256 = '${right}', detail = 'other'`,
    `update submission set request = '', object_key = 'a', object_sha256 = '${right}'`,
    `update submission set object_key = 'a', object_sha256 = '${right}'`,
  ];
  for (const statement of refused) {
    const all = db.worker.pool.query(`${statement} where invoice_id = '${id}'`);
    await expect(all).rejects.toThrow('is append-only');
  }
  await moveAll();
  const again = [
    `update document set pdf = '\\x00', object_key = null`,
    `update document set object_key = 'b'`,
    `update submission set request = 'x', object_key = null`,
    `update submission set object_key = 'b'`,
    `update submission set object_sha256 = 'b'`,
  ];
  for (const statement of again) {
    const all = db.worker.pool.query(`${statement} where invoice_id = '${id}'`);
    await expect(all).rejects.toThrow('is append-only');
  }
  const empty = `insert into document (id, invoice_id, fic, sha256) values (gen_random_uuid(), '${id}', 'y', 'x')`;
  await expect(db.worker.pool.query(empty)).rejects.toThrow('is append-only');
});

test('a print whose row does not have its digest stays, and holds nothing else up', async () => {
  const [spoilt, other] = [await printedSale(), await printedSale()];
  await db.owner.pool.query(`
    begin; set local session_replication_role = replica;
    update document set sha256 = 'x' where invoice_id = '${spoilt.id}'; commit`);
  await moveAll();
  expect(outcomes).toContain('prints failed');
  expect((await rowsOf(spoilt.id)).print).toBeNull();
  // Nothing of it was put, and the database would not let it go either.
  expect((await filesIn(folder)).filter((name) => name.endsWith('.pdf'))).toEqual([
    (await rowsOf(other.id)).print,
  ]);
  const emptied = `update document set pdf = null, object_key = 'a', object_size = ${PDF.length}`;
  const empty = db.worker.pool.query(`${emptied} where invoice_id = '${spoilt.id}'`);
  await expect(empty).rejects.toThrow('is append-only');
  expect((await rowsOf(other.id)).print).not.toBeNull();
});

async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(place.length + 1));
}

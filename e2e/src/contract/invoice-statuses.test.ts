// Extensions §10: where many invoices are, in one call.

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Caller } from '../service/caller.ts';
import { cashInvoice, nonCashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { openShop, startOtherApi } from './shop.ts';

const service = await startService();
const atOther = await startOtherApi(service);
const shop = await openShop(service);
const other = await openShop(service);
const callers = [shop.test, atOther(shop.test.key)];

const PATH = '/api/invoices/status';
const ask = async (query: object, caller: Caller = shop.test) => {
  const { status, body, text } = await caller.post(PATH, query);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body as Body[];
};
const entryOf = (record: Body): Body => ({
  id: record.id,
  externalId: record.externalId,
  status: record.status,
  iic: record.iic,
  fic: record.fic,
  invoiceNumber: record.invoiceNumber,
  fiscalizedAt: record.fiscalizedAt,
  updatedAt: record.updatedAt,
  code: (record.error as Body | undefined)?.code ?? null,
});
const ABSENT = {
  id: null,
  externalId: null,
  status: null,
  iic: null,
  fic: null,
  invoiceNumber: null,
  fiscalizedAt: null,
  updatedAt: null,
  code: null,
};
/** As a create makes ids. */
const uuidv7 = () => {
  const at = Date.now().toString(16).padStart(12, '0');
  return `${at.slice(0, 8)}-${at.slice(8)}-7${randomUUID().slice(15)}`;
};
const newId = () => `K1-${randomUUID()}`;

/** Of each status, with an externalId. */
async function oneOfEach(): Promise<Body[]> {
  const draft = await shop.test.draft({ ...nonCashInvoice(), externalId: newId() });
  const sold = await shop.test.createAndPrint({ ...cashInvoice(), externalId: newId() });
  await service.script({ type: 'fault', code: 53, message: 'no' });
  const refused = await shop.test.createAndPrint({ ...cashInvoice(), externalId: newId() });
  await service.script({ type: 'drop' });
  const offline = await shop.test.createAndPrint({ ...cashInvoice(), externalId: newId() });
  const ids = [draft.body.id, sold.body.id, refused.body.invoiceId, offline.body.id] as string[];
  const records = await Promise.all(ids.map((id) => shop.test.read(id)));
  expect(records.map(({ status }) => status)).toEqual(['Draft', 'Fiscalized', 'Failed', 'Offline']);
  return records;
}

describe('the statuses of many invoices', () => {
  test('are those of their records, in the order asked, at each API and by each kind of id', async () => {
    const records = await oneOfEach();
    const asked = [...records.toReversed(), ...records];
    const expected = asked.map(entryOf);
    expect(expected[1]?.code).toBe('EFI_REFUSED');
    for (const caller of callers) {
      expect(await ask({ ids: asked.map(({ id }) => id) }, caller)).toEqual(expected);
      const externalIds = asked.map(({ externalId }) => externalId);
      expect(await ask({ externalIds, ids: null }, caller)).toEqual(expected);
    }
    expect(await ask({ ids: [String(records[1]?.id).toUpperCase()] })).toEqual([expected[2]]);
    expect(await ask({ ids: [] })).toEqual([]);
  });

  test('are null of what is not stored, or is another company’s or environment’s', async () => {
    const externalId = newId();
    const call = { ...nonCashInvoice(), externalId };
    const { body: mine } = await shop.test.draft(call);
    const foreign = [await other.test.draft(call), await shop.live.draft(call)];
    const ids = [uuidv7(), ...foreign.map(({ body }) => String(body.id)), randomUUID()];
    const [last, ...absent] = (await ask({ ids: [...ids, mine.id] })).toReversed();
    expect(last).toEqual(entryOf(mine));
    expect(absent.toReversed()).toEqual(ids.map((id) => ({ ...ABSENT, id })));
    const unknown = newId();
    expect(await ask({ externalIds: [unknown, externalId] })).toEqual([
      { ...ABSENT, externalId: unknown },
      entryOf(mine),
    ]);
    for (const [caller, record] of [
      [other.test, foreign[0]],
      [shop.live, foreign[1]],
    ] as const) {
      expect(await ask({ externalIds: [externalId] }, caller)).toEqual([entryOf(record?.body)]);
    }
  });

  test('of an externalId are those of the document that is not superseded', async () => {
    const call = { ...nonCashInvoice(), externalId: newId() };
    const { body: first } = await shop.test.draft(call);
    const { body: second } = await shop.test.draft({ ...call, note: 'two pieces' });
    expect(await ask({ externalIds: [call.externalId.normalize('NFD')] })).toEqual([
      entryOf(second),
    ]);
    const found = await ask({ ids: [first.id, second.id] });
    expect(found.map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  test('follow sales at two APIs while these are made: each is absent first, then there', async () => {
    const externalIds = Array.from({ length: 40 }, newId);
    const sales = externalIds.map(async (externalId, at) =>
      callers[at % 2]!.createAndPrint({ ...cashInvoice(), externalId }),
    );
    let seen: Body[] = [];
    const follow = async () => {
      for (let at = 1; seen.some(({ status }) => status !== 'Fiscalized') || at < 2; at += 1) {
        const now = await ask({ externalIds }, callers[at % 2]);
        for (const [index, { status }] of seen.entries()) {
          if (status !== null) expect([index, now[index]?.status]).not.toEqual([index, null]);
        }
        seen = now;
      }
    };
    const [responses] = await Promise.all([Promise.all(sales), follow()]);
    expect(seen.map(({ id }) => id)).toEqual(responses.map((response) => response.body.id));
  });

  test('are not known while a create is in progress, of that id alone', async () => {
    const { body: stored } = await shop.test.draft({ ...nonCashInvoice(), externalId: newId() });
    const [open, absent] = [uuidv7(), uuidv7()];
    const creator = new pg.Client(service.stack.databaseUrl);
    await creator.connect();
    await creator.query('begin');
    await creator.query(
      `insert into invoice_content (invoice_id, request, computed, warnings, seller)
       values ($1, 'null', 'null', 'null', 'null')`,
      [open],
    );
    const code = 'STORAGE_UNAVAILABLE';
    const ids = [open, stored.id, absent];
    const externalIds = [newId(), stored.externalId];
    for (const caller of callers) {
      const [byId, byExternalId] = [await ask({ ids }, caller), await ask({ externalIds }, caller)];
      expect(byId).toEqual([
        { ...ABSENT, id: open, code },
        entryOf(stored),
        { ...ABSENT, id: absent },
      ]);
      expect(byExternalId.map((entry) => entry.code)).toEqual([code, null]);
    }
    await creator.query('rollback');
    await creator.end();
    expect((await ask({ ids })).map((entry) => entry.code)).toEqual([null, null, null]);
  });
});

describe('a call for statuses that is not valid', () => {
  const pathsOf = async (query: object) => {
    const { status, body } = await shop.test.post(PATH, query);
    expect([status, body.code]).toEqual([400, 'QUERY_INVALID']);
    return (body.details as { path: string }[]).map(({ path }) => path);
  };

  test('says all that is wrong at once', async () => {
    expect(await pathsOf({})).toEqual(['']);
    expect(await pathsOf({ ids: ['x', uuidv7(), 7], externalIds: ['a', '', 'a\u0007'] })).toEqual([
      '',
      'ids[0]',
      'ids[2]',
      'externalIds[1]',
      'externalIds[2]',
    ]);
    expect(await pathsOf({ externalIds: 'K1-1' })).toEqual(['externalIds']);
  });

  test('and no more of a list that is too long than that', async () => {
    const ids = Array.from({ length: 1_001 }, () => 7);
    expect(await pathsOf({ ids })).toEqual(['ids']);
    expect(await ask({ ids: ids.slice(1).map(() => uuidv7()) })).toHaveLength(1_000);
  });
});

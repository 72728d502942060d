// Extensions §9: whatever is lost between the caller and the row, the same call again finds the
// first document, which has one effect at the authority.

import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { eventually, inParallel } from '@fiscal/testbed';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { openShop, startOtherApi } from '../contract/shop.ts';
import type { Caller } from '../service/caller.ts';
import { cashInvoice, startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';

const DRAFT = '/api/invoices/draft';
const SALE = '/api/invoices/cash/create-and-print';
/** With so many ids random steps are made; the nightly tests take more. */
const REPEATED_IDS = Number(process.env.REPEATED_IDS ?? 15);

const service = await startService({});
const atOther = await startOtherApi(service);
const shop = await openShop(service);
const callers = [shop.test, atOther(shop.test.key)] as const;

const newId = () => `K1-${randomUUID()}`;
const callOf = (externalId: string, note = 'one piece') => ({
  ...cashInvoice({ note }),
  externalId,
});
const registered = async () => {
  const ledger = await service.control('GET', `/ledger?tcrCode=${shop.tcrCodes.test}`);
  return (ledger.invoices as Body[]).length;
};
const rowsOf = (externalId: string) =>
  service.query('select * from invoice where external_id = $1', [externalId]);

/** Sends the call and breaks the connection once so many bytes of the response have come. */
async function cutAfter(bytes: number, path: string, body: object): Promise<number> {
  const text = JSON.stringify(body);
  const { hostname, port } = new URL(service.stack.apiUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  let received = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
    if (received >= bytes) socket.resetAndDestroy();
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${shop.test.key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`, () => {
    if (bytes === 0) socket.resetAndDestroy();
  });
  await once(socket, 'close');
  return received;
}

describe('the client’s connection breaks', () => {
  test.each([
    [DRAFT, 1, false],
    [SALE, 40, true],
  ] as const)(
    '%s at byte after byte of the response: the same call finds it',
    async (path, step, isSale) => {
      const before = await registered();
      const length = await cutAfter(Infinity, path, callOf(newId()));
      expect(length).toBeGreaterThan(1_000);
      const cuts = Array.from({ length: Math.ceil(length / step) }, (_, at) => at * step);
      const ids = await inParallel(cuts, 8, async (bytes) => {
        const call = callOf(newId());
        await cutAfter(bytes, path, call);
        const { status, headers, body } = await callers[bytes % 2]!.post(path, call);
        if (bytes > 0) expect([status, headers['idempotent-replayed']]).toEqual([200, 'true']);
        expect(body.status).toBe(isSale ? 'Fiscalized' : 'Draft');
        const rows = await rowsOf(call.externalId);
        expect(rows.map(({ id }) => id)).toEqual([body.id]);
        return body.id as string;
      });
      expect(new Set(ids).size).toBe(cuts.length);
      expect(await registered()).toBe(before + (isSale ? cuts.length + 1 : 0));
    },
  );
});

describe('the API is killed between the commit and the response', () => {
  /** @param lost the call that gets no response. */
  const killApi = async (lost: Promise<unknown>) => {
    const api = service.stack.processes.get('api');
    api?.kill('SIGKILL');
    await api?.ended;
    await expect(lost).rejects.toHaveProperty('code', 'ECONNRESET');
  };

  test('of a draft: the same call at another process, and at the next life of this one, finds it', async () => {
    const holder = new pg.Client(service.stack.databaseUrl);
    await holder.connect();
    await holder.query(`
      create function hold_commit() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(13); return null; end $$;
      create constraint trigger held after insert on invoice deferrable initially deferred
        for each row execute function hold_commit();
      select pg_advisory_lock(13)`);
    const call = callOf(newId());
    const lost = Promise.resolve(shop.test.draft(call));
    await eventually(
      () => service.query(`select from pg_stat_activity where wait_event = 'advisory'`),
      (waiting) => waiting.length > 0,
    );
    await killApi(lost);
    const begun = Promise.resolve(callers[1].draft(call));
    await holder.query('select pg_advisory_unlock(13)');
    const { status, headers, body } = await begun;
    expect([status, headers['idempotent-replayed']]).toEqual([200, 'true']);
    await holder.query('drop trigger held on invoice; drop function hold_commit()');
    await holder.end();
    await service.stack.restart('api');
    expect((await shop.test.draft(call)).body.id).toBe(body.id);
    expect(await rowsOf(call.externalId)).toHaveLength(1);
  });

  test('of a sale: the repeat has its outcome, and the authority has it once', async () => {
    const before = await registered();
    await service.script({ type: 'delay', ms: 3_000 });
    const call = callOf(newId());
    const lost = Promise.resolve(shop.test.createAndPrint(call));
    await eventually(
      () => rowsOf(call.externalId),
      (rows) => rows.length === 1,
    );
    await killApi(lost);
    const repeated = await callers[1].createAndPrint(call);
    await service.stack.restart('api');
    const again = await shop.test.createAndPrint(call);
    for (const { status, body } of [repeated, again]) {
      expect([status, body.status]).toEqual([200, 'Fiscalized']);
    }
    expect(await rowsOf(call.externalId)).toMatchObject([{ id: again.body.id }]);
    expect(await registered()).toBe(before + 1);
  });
});

/** What is known of one external id. */
interface Model {
  holder: { id: string; note: string; status: 'Draft' | 'Failed' | 'Fiscalized' } | null;
  superseded: { id: string; by: string }[];
}
interface Real {
  externalId: string;
}
type Step = fc.AsyncCommand<Model, Real>;

const REFUSED = { type: 'fault', code: 53, message: 'TCR is not active' };
const refuseNext = () => service.script(REFUSED, { kind: 'invoice', tcrCode: shop.tcrCodes.test });

/** A create of either kind; `isLost`: its response, and then the call comes again elsewhere. */
function create(
  isSale: boolean,
  note: string,
  at: 0 | 1,
  isRefused: boolean,
  isLost: boolean,
): Step {
  return {
    check: () => true,
    toString: () =>
      `${isSale ? 'sell' : 'draft'} ${note} at ${at}${isRefused ? ', refused' : ''}${isLost ? ', lost' : ''}`,
    async run(model, { externalId }) {
      const { holder } = model;
      const isSame = holder?.note === note;
      const isTaken = holder !== null && !isSame && holder.status === 'Fiscalized';
      const isNew = !isSame && !isTaken;
      const isSent = isSale && (isNew || (isSame && holder.status === 'Draft'));
      if (isSent && isRefused) await refuseNext();
      const path = isSale ? SALE : DRAFT;
      const call = callOf(externalId, note);
      if (isLost) await cutAfter(1, path, call);
      const caller: Caller = callers[isLost ? 1 - at : at]!;
      const { status, headers, body } = await caller.post(path, call);
      if (isTaken) {
        expect([status, body]).toMatchObject([
          409,
          { code: 'EXTERNAL_ID_TAKEN', invoiceId: holder.id, differs: ['note'] },
        ]);
        return;
      }
      const id = String(body.id ?? body.invoiceId);
      expect(headers['idempotent-replayed']).toBe(isSame || isLost ? 'true' : undefined);
      if (isSame) expect(id).toBe(holder.id);
      else if (holder !== null) model.superseded.push({ id: holder.id, by: id });
      const before = isSame ? holder.status : 'Draft';
      const now = isSent ? (isRefused ? 'Failed' : 'Fiscalized') : before;
      const failed = isSale && now === 'Failed';
      expect([status, failed ? body.code : body.status]).toEqual(
        failed ? [400, 'EFI_REFUSED'] : [isSame || isLost ? 200 : 201, now],
      );
      model.holder = { id, note, status: now };
    },
  };
}

/** Fiscalizes the holder, or what it has superseded last. */
function fiscalize(isOfSuperseded: boolean, at: 0 | 1, isRefused: boolean): Step {
  return {
    check: ({ holder, superseded }) => (isOfSuperseded ? superseded.length > 0 : holder !== null),
    toString: () =>
      `fiscalize ${isOfSuperseded ? 'the superseded' : 'it'} at ${at}${isRefused ? ', refused' : ''}`,
    async run(model) {
      const last = model.superseded.at(-1);
      if (isOfSuperseded && last !== undefined) {
        const { status, body } = await callers[at].fiscalize(last.id);
        expect([status, body]).toMatchObject([409, { code: 'SUPERSEDED', invoiceId: last.by }]);
        return;
      }
      const { holder } = model;
      if (holder === null) throw new Error('there is none');
      const isFailing = isRefused && holder.status !== 'Fiscalized';
      if (isFailing) await refuseNext();
      const { status, body } = await callers[at].fiscalize(holder.id);
      holder.status = isFailing ? 'Failed' : 'Fiscalized';
      expect([status, body.id ?? body.invoiceId]).toEqual([isFailing ? 400 : 200, holder.id]);
    },
  };
}

test('creating, correcting, fiscalizing, refusing, losing and repeating, at two processes, is as the model says', async () => {
  const [note, at] = [fc.constantFrom('one piece', 'two pieces'), fc.constantFrom(0, 1)];
  const steps = [
    fc.tuple(fc.boolean(), note, at, fc.boolean(), fc.boolean()).map((of) => create(...of)),
    fc.tuple(fc.boolean(), at, fc.boolean()).map((of) => fiscalize(...of)),
  ];
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 14 }), async (commands) => {
      const before = await registered();
      const [model, externalId]: [Model, string] = [{ holder: null, superseded: [] }, newId()];
      await fc.asyncModelRun(() => ({ model, real: { externalId } }), commands);
      const rows = await rowsOf(externalId);
      const current = rows.filter((row) => row.superseded_by === null);
      expect(current.map(({ id, status }) => [id, status])).toEqual(
        model.holder === null ? [] : [[model.holder.id, model.holder.status]],
      );
      for (const row of rows.filter((one) => one.superseded_by !== null)) {
        expect(row).toMatchObject({ status: expect.stringMatching(/Draft|Failed/), ordinal: null });
      }
      const sold = model.holder?.status === 'Fiscalized' ? 1 : 0;
      expect(await registered()).toBe(before + sold);
    }),
    { numRuns: REPEATED_IDS, endOnFailure: true },
  );
});

// The fuzz run: spoiled requests through a real socket against the API in this process. None breaks
// it, none gets 5xx, memory stays, and what was stored obeys every rule. FUZZ_SEED
// repeats one.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, test } from '@jest/globals';
import { createShop, startApi } from '../../../apps/api/src/testing/running-api.ts';
import { createFiscalClient } from '@fiscal/client';
import type { InvoiceRequest } from '@fiscal/client';
import { randomFrom, seedOf } from '@fiscal/testbed/random';
import type { Random } from '@fiscal/testbed/random';
import { cashInvoice } from '../service/invoices.ts';
import { randomInvoice } from '../money/random-invoice.ts';
import { fuzzRequest } from './fuzz-requests.ts';
import { openRawClient } from './raw-client.ts';
import type { RawResponse } from './raw-client.ts';
import type { FuzzInput, FuzzRequest } from './raw-request.ts';
import { brokenRules } from './stored-oracle.ts';
import type { StoredRow } from './stored-oracle.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1000);
const SEED = seedOf(process.env.FUZZ_SEED);
const CONNECTIONS = 8;
/** The heap may grow by so much between the warm API and the end, after a full collection. */
const HEAP_BOUND_BYTES = 48 * 1024 * 1024;
const ISSUED_AT = '2026-11-20T11:00:00+01:00';
const KINDS_OF_PAYMENT = ['Cash BANKNOTE', 'Cash CARD', 'NonCash ACCOUNT', 'NonCash OTHER'];
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

interface FuzzShop {
  key: string;
  isInVat: boolean;
  pricesIncludeVat: boolean;
  /** IICs of fiscalized invoices by type and method. */
  originals: Map<string, string>;
}

const api = await startApi();
const server = createServer(api.app);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await api.close();
});
const { port } = server.address() as AddressInfo;
const baseUrl = `http://127.0.0.1:${port}`;
const shops: FuzzShop[] = [];
for (const isInVat of [true, false]) {
  for (const pricesIncludeVat of [true, false]) {
    shops.push(await openFuzzShop(isInVat, pricesIncludeVat));
  }
}
const stored = await api.db.pool.query<{ id: string }>('select id from invoice limit 3');
const ids = [...stored.rows.map(({ id }) => id), UNKNOWN_ID];

/** A shop with one fiscalized invoice of each kind of payment, for correctives to refer to. */
async function openFuzzShop(isInVat: boolean, pricesIncludeVat: boolean): Promise<FuzzShop> {
  const { testKey: key, tcrCodes } = await createShop(api, { isInVat, pricesIncludeVat });
  const client = createFiscalClient({ baseUrl, apiKey: key });
  const originals = new Map<string, string>();
  for (const kind of KINDS_OF_PAYMENT) {
    const [typeOfInvoice, paymentMethod] = kind.split(' ');
    const rates = isInVat ? [21, 15, 7, 0] : [0];
    const items = rates.map((rate) => ({
      name: `Po ${rate}`,
      unitPrice: 1,
      quantity: 1,
      vat: { rate },
    }));
    const invoice = cashInvoice({ typeOfInvoice, paymentMethod, items });
    const { id } = await client.createDraft(invoice as InvoiceRequest);
    const iic = id.replaceAll('-', '').toUpperCase();
    // As the worker would leave it; there is none here.
    await api.db.pool.query(
      `update invoice set status = 'Fiscalized', tcr_code = $6, year = 2026,
         ordinal = $2, invoice_number = $3, issued_at = $4::text::timestamptz,
         issue_date_time = $4::text, iic = $5,
         iic_signature = 'AB', fic = $5, issuer = '{"seller":{},"codes":{}}'
       where id = $1::uuid`,
      [id, 5000 + originals.size, `bb/${iic}/2026/cc`, ISSUED_AT, iic, tcrCodes.test],
    );
    originals.set(kind, iic);
  }
  return { key, isInVat, pricesIncludeVat, originals };
}

/** A payload that the shop could send, of its own settings. */
function soundOf(random: Random): { key: string; payload: object } {
  const shop = random.pick(shops);
  for (;;) {
    const { payload, isInVat, pricesIncludeVat } = randomInvoice(random);
    if (isInVat !== shop.isInVat || pricesIncludeVat !== shop.pricesIncludeVat) continue;
    const id = shop.originals.get(`${payload.typeOfInvoice} ${payload.paymentMethod}`);
    const original = payload.original && { id, issuedAt: ISSUED_AT };
    return { key: shop.key, payload: { ...payload, original } };
  }
}

/** What is wrong with a response; null if nothing. */
function problemOf({ kind, isBelowHttp, isLast }: FuzzRequest, response: RawResponse | null) {
  if (response === null) return isBelowHttp || isLast ? null : `${kind}: no response`;
  const { status, contentType, body } = response;
  const isWithoutWorker = status === 503 && /"(CALL_NOT_ANSWERED|PDF_NOT_READY)"/.test(body);
  if (status >= 500 && !isWithoutWorker) return `${kind}: ${status} ${body}`;
  if (status < 400 || body === '') return null;
  if (!contentType.startsWith('application/json')) return `${kind}: ${status} is ${contentType}`;
  const { error, code, requestId } = JSON.parse(body) as Record<string, unknown>;
  const isInShape = [error, code, requestId].every(
    (text) => typeof text === 'string' && text !== '',
  );
  return isInShape ? null : `${kind}: ${status} has the body ${body}`;
}

function collectedHeap(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

interface Tally {
  statuses: Map<number, number>;
  /** One example of each kind of problem. */
  problems: Map<string, string>;
}

/** Sends so many requests over several connections at once. */
async function run(random: Random, input: FuzzInput, count: number, tally: Tally): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = openRawClient(port);
      while (left > 0) {
        left -= 1;
        const request = fuzzRequest(random, input);
        const response = await client.send(request.bytes, request.method, request.isLast);
        const status = response?.status ?? 0;
        tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
        const problem = problemOf(request, response);
        if (problem !== null && !tally.problems.has(problem.slice(0, 30))) {
          const sent = request.bytes.toString('latin1').slice(0, 2_000);
          tally.problems.set(problem.slice(0, 30), `${problem}\n${sent}`);
        }
      }
      client.close();
    }),
  );
}

describe(`${REQUESTS} spoiled requests of seed ${SEED}`, () => {
  test(
    'get no 5xx, leave the process alive and its memory where it was',
    async () => {
      const random = randomFrom(SEED);
      const input = { sound: () => soundOf(random), ids };
      const tally: Tally = { statuses: new Map(), problems: new Map() };
      await run(random, input, Math.min(REQUESTS / 10, 5_000), tally);
      const before = collectedHeap();
      await run(random, input, REQUESTS - Math.min(REQUESTS / 10, 5_000), tally);
      const grown = collectedHeap() - before;
      expect(grown).toBeLessThan(HEAP_BOUND_BYTES);
      expect({ seed: SEED, problems: [...tally.problems.values()] }).toEqual({
        seed: SEED,
        problems: [],
      });
      // Neither all refused nor all accepted: the run has met the rules.
      const share = (status: number) => (tally.statuses.get(status) ?? 0) / REQUESTS;
      expect(share(201)).toBeGreaterThan(0.05);
      expect(share(400)).toBeGreaterThan(0.2);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
    },
    600_000 + REQUESTS * 200,
  );

  test(
    'have stored nothing that breaks a rule',
    async () => {
      const { rows } = await api.db.pool.query<StoredRow>(
        `select i.status, i.document_type, i.type_of_invoice, i.payment_method, i.order_number,
           i.note, own.request, own.computed,
           coalesce((theirs.seller ->> 'isInVat')::boolean, c.is_in_vat) as is_in_vat,
           coalesce(o.prices_include_vat, c.prices_include_vat) as prices_include_vat,
           theirs.request as original_request, o.iic as original_iic, o.status as original_status,
           o.issue_date_time as original_time
         from invoice i join company c on c.id = i.company_id
         join invoice_content own on own.invoice_id = i.id
         left join invoice o on o.id = i.original_id and o.company_id = i.company_id
           and o.environment = i.environment
         left join invoice_content theirs on theirs.invoice_id = o.id`,
      );
      const broken = rows
        .map((row) => ({ rules: brokenRules(row), request: row.request }))
        .filter(({ rules }) => rules.length > 0);
      expect({ seed: SEED, broken: broken.slice(0, 3) }).toEqual({ seed: SEED, broken: [] });
      expect(rows.length).toBeGreaterThan(REQUESTS / 20);
      const correctives = rows.filter(({ document_type: type }) => type === 'Corrective');
      expect(correctives.length).toBeGreaterThan(0);
    },
    600_000 + REQUESTS * 50,
  );
});

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
import { operatorNameKey } from '@fiscal/domain';
import type { PaymentMethod } from '@fiscal/domain';
import { randomFrom, seedOf } from '@fiscal/testbed/random';
import type { Random } from '@fiscal/testbed/random';
import { cashInvoice } from '../service/invoices.ts';
import { partsOf } from '../money/chain-payments.ts';
import { ADVANCE_IIC } from '../money/messages.ts';
import { expectedInvoice } from '../money/oracle.ts';
import { EXEMPTIONS, PARTS, randomInvoice } from '../money/random-invoice.ts';
import { fuzzRequest } from './fuzz-requests.ts';
import { OPERATOR, withOptionalFields } from './optional-fields.ts';
import type { FuzzPayload, NamedDocuments } from './optional-fields.ts';
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
/** Of these originals every method has paid a part. */
const IN_PARTS = ['Cash CARD', 'NonCash OTHER'];
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000';

interface FuzzShop {
  key: string;
  isInVat: boolean;
  pricesIncludeVat: boolean;
  /** IICs of fiscalized invoices by type and method. */
  originals: Map<string, string>;
  named: NamedDocuments;
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

/** What a run has stored at least once, or it has not met the rules about it. */
const MET: Record<string, (row: StoredRow) => boolean> = {
  corrective: ({ request }) => request.type === 'Corrective',
  payments: ({ request }) => (request.payments?.length ?? 0) > 1,
  'payments of a corrective': ({ request: { type, payments } }) =>
    type === 'Corrective' && (payments?.length ?? 0) > 1,
  'an advance that pays': ({ advance_type: type }) => type === 'Advance',
  exemption: ({ computed }) => computed.totals.taxFree !== undefined,
  isExport: ({ computed }) => computed.totals.exported !== undefined,
  externalId: ({ request }) => request.externalId !== undefined,
  superseded: (row) => row.superseded_by !== null,
  taxPeriod: ({ request }) => request.taxPeriod !== undefined,
  replaces: ({ request }) => request.replaces !== undefined,
  operator: ({ seller }) => seller.operatorCode !== undefined,
};

/**
 * A shop with one fiscalized invoice of each kind of payment, for correctives to refer to, an
 * advance, and an invoice that was cancelled. Where prices include VAT, it takes only the operators
 * that it knows.
 */
async function openFuzzShop(isInVat: boolean, pricesIncludeVat: boolean): Promise<FuzzShop> {
  const operatorNames = pricesIncludeVat ? 'known' : 'free';
  const settings = { isInVat, pricesIncludeVat, operatorNames } as const;
  const { companyId, testKey: key, tcrCodes, test: caller } = await createShop(api, settings);
  for (const [name, isActive] of [[OPERATOR, true] as const, ['Ivo Ilić', false] as const]) {
    await api.db.pool.query(
      `insert into fiscal_operator (id, company_id, environment, name, name_key, code, is_active)
       values (gen_random_uuid(), $1, 'test', $2, $3, 'op123op123', $4)`,
      [companyId, name, operatorNameKey(name), isActive],
    );
  }
  const client = createFiscalClient({ baseUrl, apiKey: key });
  let ordinal = 5000;
  const fiscalized = async (change: object) => {
    const { id } = await client.createDraft(cashInvoice(change) as InvoiceRequest);
    const iic = id.replaceAll('-', '').toUpperCase();
    // As the worker would leave it; there is none here.
    await api.db.pool.query(
      `update invoice set status = 'Fiscalized', tcr_code = $6, year = 2026,
         ordinal = $2, invoice_number = $3, issued_at = $4::text::timestamptz,
         issue_date_time = $4::text, iic = $5,
         iic_signature = 'AB', fic = $5, issuer = '{"seller":{},"codes":{}}'
       where id = $1::uuid`,
      [id, ordinal, `bb/${iic}/2026/cc`, ISSUED_AT, iic, tcrCodes.test],
    );
    ordinal += 1;
    return { id, iic };
  };
  const rates = isInVat ? [21, 15, 7, 0] : [0];
  const exempt = isInVat ? EXEMPTIONS.map((exemption) => ({ rate: 0, exemption })) : [];
  const items = [...rates.map((rate) => ({ rate })), ...exempt].map((vat, index) => {
    return { name: `Po ${index}`, unitPrice: 1, quantity: 1, vat };
  });
  const { total } = expectedInvoice({ items, isInVat, pricesIncludeVat }).totals;
  const originals = new Map<string, string>();
  for (const kind of KINDS_OF_PAYMENT) {
    const [typeOfInvoice = '', paymentMethod] = kind.split(' ');
    const methods = PARTS[typeOfInvoice]!.map((method) => ({
      method: method as PaymentMethod,
      weight: 1,
    }));
    const parts = { payments: partsOf(total, methods), advancePaymentIic: ADVANCE_IIC };
    const paid = IN_PARTS.includes(kind) ? parts : {};
    const { iic } = await fiscalized({ typeOfInvoice, paymentMethod, items, ...paid });
    originals.set(kind, iic);
  }
  const { iic: advance } = await fiscalized({ type: 'Advance', items });
  const { id, iic: cancelled } = await fiscalized({ items });
  expect((await caller.post(`/api/invoices/${id}/cancel`, {})).status).toBe(202);
  return { key, isInVat, pricesIncludeVat, originals, named: { advance, cancelled } };
}

/** A payload that the shop could send, of its own settings. */
function soundOf(random: Random): { key: string; payload: FuzzPayload } {
  const shop = random.pick(shops);
  for (;;) {
    const invoice = randomInvoice(random);
    const { isInVat, pricesIncludeVat, payload } = invoice;
    if (isInVat !== shop.isInVat || pricesIncludeVat !== shop.pricesIncludeVat) continue;
    const id = shop.originals.get(`${payload.typeOfInvoice} ${payload.paymentMethod}`)!;
    const original = payload.original && { id, issuedAt: ISSUED_AT };
    const sent = withOptionalFields(random, invoice, shop.named);
    return { key: shop.key, payload: { ...sent, original } };
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
           i.note, i.form, i.ordinal, i.external_id, i.superseded_by, i.replaces,
           i.external_digest is not null as has_digest,
           case when i.external_id is null then 0
             else count(*) filter (where i.superseded_by is null)
               over (partition by i.company_id, i.environment, i.external_id)
           end::int as holders,
           own.request, own.computed, own.seller, c.operator_names,
           coalesce((theirs.seller ->> 'isInVat')::boolean, c.is_in_vat) as is_in_vat,
           coalesce(o.prices_include_vat, c.prices_include_vat) as prices_include_vat,
           theirs.request as original_request, theirs.computed as original_computed,
           o.iic as original_iic, o.status as original_status, o.issue_date_time as original_time,
           to_char(i.created_at at time zone 'Europe/Podgorica' + interval '1 month', 'YYYY-MM')
             as next_month,
           array(select f.name || ':' || f.code from fiscal_operator f where f.is_active
             and f.company_id = i.company_id and f.environment = i.environment) as operators,
           (select a.document_type from invoice a where a.iic = own.request ->> 'advancePaymentIic'
             and a.company_id = i.company_id and a.environment = i.environment) as advance_type,
           (select concat_ws(' ', r.document_type, r.status,
              sum((d.computed #>> '{totals,total}')::numeric))
            from invoice r join invoice part on part.id = r.id or (part.original_id = r.id
              and part.status in ('Pending', 'Offline', 'Fiscalized'))
            join invoice_content d on d.invoice_id = part.id
            where r.iic = i.replaces and r.company_id = i.company_id
              and r.environment = i.environment
            group by r.id) as replaced
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
      const missing = Object.keys(MET).filter((what) => !rows.some(MET[what]!));
      expect(missing).toEqual([]);
    },
    600_000 + REQUESTS * 50,
  );
});

// A document of each kind that only the newer release knows (ADR 26): stored there, refused by the
// APIs of the older one, left alone by its workers, and registered by those of the newer one.

import type { SeededRegister } from '@fiscal/testbed';
import { eventually } from '@fiscal/testbed';
import { operatorNameKey } from '@fiscal/domain';
import { expect } from '@jest/globals';
import { cancellationOf, cashInvoice, nonCashInvoice } from '../service/invoices.ts';
import type { Body } from '../service/invoices.ts';
import type { openQueries } from '../service/owner-queries.ts';

type Query = ReturnType<typeof openQueries>['query'];

const OPERATOR = 'Ana Anić';
const TOWN = 'Kotor';
const ABROAD = {
  idType: 'VAT',
  idNumber: 'DE1',
  name: 'Kupac',
  address: 'Weg 1',
  city: 'Berlin',
  country: 'DEU',
};
const item = (change: object) => ({ name: 'Usluga', unitPrice: 20, quantity: 1, ...change });
const PAYMENTS = [
  { method: 'BANKNOTE', amount: 5 },
  { method: 'CARD', amount: 4.66 },
];

interface Kind {
  sale: object;
  /** In its message. */
  says?: RegExp;
  /** In its record. */
  record?: object;
  /** Issued where a place is entered. */
  isPlaced?: boolean;
}

/** By what only the newer release knows. */
function kindsOf({ operatorCode }: SeededRegister, cancelled: Body): Record<string, Kind> {
  const items = (change: object) => ({ items: [item(change)] });
  return {
    payments: {
      sale: cashInvoice({ payments: PAYMENTS }),
      says: /<PayMethod Amt="5\.00" Type="BANKNOTE">.*<PayMethod Amt="4\.66" Type="CARD">/,
    },
    exemption: {
      sale: nonCashInvoice(items({ vat: { rate: 0, exemption: 'VAT_CL26' } })),
      says: / EX="VAT_CL26"/,
    },
    export: {
      sale: nonCashInvoice({ ...items({ vat: { rate: 0 }, isExport: true }), buyer: ABROAD }),
      says: / GoodsExAmt="20\.00"/,
    },
    operator: {
      sale: nonCashInvoice({ operatorName: OPERATOR }),
      says: new RegExp(` OperatorCode="${operatorCode}"`),
    },
    place: { sale: nonCashInvoice(), record: { placeOfIssue: TOWN }, isPlaced: true },
    taxPeriod: { sale: nonCashInvoice({ taxPeriod: '11/2026' }), says: / TaxPeriod="11\/2026"/ },
    replaces: {
      sale: nonCashInvoice({ replaces: cancelled.iic }),
      says: new RegExp(` Note="Zamjenjuje IKOF ${cancelled.iic}`),
    },
  };
}

async function call(url: string, key: string, path: string, body?: object) {
  const response = await fetch(`${url}/api/invoices/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

/**
 * @param registers of one company, for these documents alone; the second one gets a place.
 * @param known a cash register of the company whose operator code the authority knows.
 */
export function openNewerDocuments(
  query: Query,
  [plain, placed]: readonly [SeededRegister, SeededRegister],
  known: SeededRegister,
) {
  let kinds: Record<string, Kind> = {};
  const keyOf = ({ isPlaced }: Kind) => (isPlaced ? placed : plain).apiKey;
  const read = async (url: string, name: string, id: string) =>
    (await call(url, keyOf(kinds[name]!), id)).body;
  const sell = async (url: string, sale: object) => {
    const { body: draft } = await call(url, plain.apiKey, 'draft', sale);
    await call(url, plain.apiKey, `${String(draft.id)}/fiscalize`, {});
    return eventually(
      async () => (await call(url, plain.apiKey, String(draft.id))).body,
      ({ status }) => status === 'Fiscalized',
    );
  };
  return {
    /** What the newer release adds to the company. */
    async enter(): Promise<void> {
      const of = [plain.companyId, known.operatorCode, OPERATOR, operatorNameKey(OPERATOR)];
      await query(
        `insert into fiscal_operator (id, company_id, environment, code, name, name_key)
         values (uuidv7(), $1, 'test', $2, $3, $4)`,
        of,
      );
      await query(
        `insert into business_unit (id, company_id, environment, code, name, address, town)
         values (uuidv7(), $1, 'test', $2, 'Radnja', 'Ulica 1', $3)`,
        [plain.companyId, placed.businessUnitCode, TOWN],
      );
    },
    /** A draft of each kind. @returns their ids by kind. */
    async store(url: string): Promise<Record<string, string>> {
      const cancelled = await sell(url, nonCashInvoice());
      await sell(url, cancellationOf(cancelled));
      kinds = kindsOf(known, cancelled);
      const ids: Record<string, string> = {};
      for (const [name, kind] of Object.entries(kinds)) {
        const { status, body } = await call(url, keyOf(kind), 'draft', kind.sale);
        expect({ name, status, body }).toMatchObject({ status: 201 });
        ids[name] = String(body.id);
      }
      const forms = await query('select form from invoice where id = any($1::uuid[])', [
        Object.values(ids),
      ]);
      expect(forms).toEqual(Object.keys(kinds).map(() => ({ form: 2 })));
      return ids;
    },
    /** @param url of an API of the older release. */
    async expectRefused(url: string, ids: Record<string, string>): Promise<void> {
      for (const [name, id] of Object.entries(ids)) {
        const { status, body } = await call(url, keyOf(kinds[name]!), `${id}/fiscalize`, {});
        const refused = { name, status, code: body.code, stored: body.stored };
        expect(refused).toEqual({ name, status: 503, code: 'NEWER_FORM', stored: 'no' });
        expect(await read(url, name, id)).toMatchObject({ status: 'Draft', iic: null });
      }
    },
    async request(url: string, ids: Record<string, string>): Promise<void> {
      for (const [name, id] of Object.entries(ids)) {
        const { status } = await call(url, keyOf(kinds[name]!), `${id}/fiscalize`, {});
        expect({ name, status }).toEqual({ name, status: 202 });
      }
    },
    /** No worker has claimed any of them. */
    async expectUntouched(ids: Record<string, string>): Promise<void> {
      const rows = await query(
        `select i.status, i.iic, w.attempts, w.leased_until from invoice i
         join work w on w.subject_id = i.id where i.id = any($1::uuid[])`,
        [Object.values(ids)],
      );
      const untouched = { status: 'Pending', iic: null, attempts: 0, leased_until: null };
      expect(rows).toEqual(Object.keys(ids).map(() => untouched));
    },
    /** Each is registered as what it is. */
    async expectRegistered(url: string, ids: Record<string, string>): Promise<void> {
      for (const [name, id] of Object.entries(ids)) {
        const record = await eventually(
          () => read(url, name, id),
          ({ status }) => status !== 'Pending',
        );
        const { says = /./, record: shown = {} } = kinds[name]!;
        expect({ name, ...record }).toMatchObject({ name, status: 'Fiscalized', ...shown });
        const [sent] = await query('select request from submission where invoice_id = $1', [id]);
        expect(String(sent?.request)).toMatch(says);
      }
    },
  };
}

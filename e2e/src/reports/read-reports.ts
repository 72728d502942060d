// Reports as the API gives them, in the shape of what is expected: rows by their key, amounts in
// ten-thousandths of a euro.

import type { Caller } from '../service/caller.ts';
import type { Body } from '../service/running-service.ts';
import { units } from './ledger-oracle.ts';

type Row = { key: string } & Record<string, string | number>;
type Table = { count: number; total: string } & Record<'byType' | 'byPayment' | 'byVat', Row[]>;

/** Amounts in units, counts as they are. */
function inUnits(value: unknown, name?: string): unknown {
  if (typeof value === 'number') return name === 'count' ? value : String(units(value));
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => inUnits(each));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inUnits(each, key)]));
}

/** Its rows by what they are of. */
function tableOf({ byType, byPayment, byVat, ...sums }: Body): Table {
  const [types, payments, vat] = [byType, byPayment, byVat].map((rows: Body[]) =>
    rows
      .map(({ type, method, rate, exemption, ...cells }) => {
        return { key: String(type ?? method ?? `${rate} ${exemption}`), ...cells };
      })
      .sort((one, other) => (one.key < other.key ? -1 : 1)),
  );
  return { ...sums, byType: types, byPayment: payments, byVat: vat } as Table;
}

/** Reads one. @throws Error with the response where there is none */
async function read(caller: Caller, name: string, query: Record<string, string>): Promise<Body> {
  const parameters = new URLSearchParams(query).toString();
  const { status, body, text } = await caller.get(`/api/reports/${name}?${parameters}`);
  if (status !== 200) throw new Error(`${name}?${parameters}: ${status} ${text}`);
  return body as Body;
}

/** `state`, `day` and `period`. */
export async function readSums(caller: Caller, name: string, query: Record<string, string>) {
  const report = inUnits(await read(caller, name, query)) as Body;
  const { drawer, failed, forDeposit, registered, notRegistered, turnover, ...head } = report;
  const sums = {
    registered: tableOf(registered as Body),
    notRegistered: tableOf(notRegistered as Body),
    turnover: tableOf(turnover as Body),
    failed: (failed as Body[]).map(({ iic, invoiceNumber, issuedAt, total }): Body => {
      return { iic, invoiceNumber, issuedAt, total };
    }),
    drawer: drawer as Body | null,
    forDeposit: forDeposit as string,
  };
  return { head, sums };
}

/** The three journals. */
export async function readJournal(caller: Caller, name: string, query: Record<string, string>) {
  const { documents, subtotals } = await read(caller, name, query);
  return {
    documents: (documents as Body[]).map(({ iic, totals, invoiceData }): Body => {
      return { iic, total: inUnits(totals.total), items: invoiceData.items.length };
    }),
    subtotals: (subtotals as Body[]).map(({ date: key, count, total }): Body => {
      return { key, count, total: inUnits(total) };
    }),
  };
}

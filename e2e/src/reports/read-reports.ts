// Reports as the API gives them, in the shape of what is expected: rows by their key, amounts in
// ten-thousandths of a euro.

import type { Caller } from '../service/caller.ts';
import type { Body } from '../service/running-service.ts';
import { units } from './ledger-oracle.ts';

const amount = (value: string | number) => String(units(value));
const byKey = <Row extends { key: string }>(rows: Row[]) =>
  rows.sort((one, other) => (one.key < other.key ? -1 : 1));

function sumsIn({ count, total, byType, byPayment, byVat }: Body) {
  return {
    count: count as number,
    total: amount(total),
    byType: byKey(
      (byType as Body[]).map((row) => ({
        key: String(row.type),
        count: row.count as number,
        total: amount(row.total),
      })),
    ),
    byPayment: byKey(
      (byPayment as Body[]).map((row) => ({
        key: String(row.method),
        count: row.count as number,
        amount: amount(row.amount),
      })),
    ),
    byVat: byKey(
      (byVat as Body[]).map((row) => ({
        key: `${amount(row.rate)} ${row.exemption as string | null}`,
        base: amount(row.base),
        vat: amount(row.vat),
        total: amount(row.total),
      })),
    ),
  };
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
  const report = await read(caller, name, query);
  const { drawer, failed, forDeposit, registered, notRegistered, turnover, ...head } = report;
  return {
    head,
    sums: {
      registered: sumsIn(registered),
      notRegistered: sumsIn(notRegistered),
      turnover: sumsIn(turnover),
      failed: (failed as Body[]).map(({ iic, invoiceNumber, issuedAt, total }) => ({
        iic: iic as string,
        invoiceNumber: invoiceNumber as string,
        issuedAt: issuedAt as string,
        total: amount(total),
      })),
      drawer: drawer && {
        initial: amount(drawer.initial),
        banknotes: amount(drawer.banknotes),
        withdrawn: amount(drawer.withdrawn),
        inDrawer: amount(drawer.inDrawer),
      },
      forDeposit: amount(forDeposit),
    },
  };
}

/** The three journals. */
export async function readJournal(caller: Caller, name: string, query: Record<string, string>) {
  const { documents, subtotals } = await read(caller, name, query);
  return {
    documents: (documents as Body[]).map(({ iic, totals, invoiceData }) => ({
      iic: iic as string,
      total: amount(totals.total),
      items: invoiceData.items.length as number,
    })),
    subtotals: (subtotals as Body[]).map(({ date, count, total }) => ({
      key: date as string,
      count: count as number,
      total: amount(total),
    })),
  };
}

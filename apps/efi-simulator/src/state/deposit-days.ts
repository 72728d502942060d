// Cash drawers day by day: how often the INITIAL deposit was registered, and whether it came before
// the first cash invoice of the day. Protocol §4. The day is that of Podgorica.

import { parseInstant } from '../message/local-time.ts';
import type { MessageEntry, RegisteredDeposit, RegisteredInvoice } from './events.ts';

/** A cash invoice with what it is ordered by. */
interface Issued {
  readonly invoice: RegisteredInvoice;
  readonly issuedAt: number;
  readonly cameAs: number;
}

interface Drawer {
  readonly tcrCode: string;
  readonly day: string;
  initials: number;
  cashInvoices: number;
  firstDeposit: number | null;
  firstInvoice: Issued | null;
}

/** Of two invoices of the same second the one that came first: it is the one that needs care. */
function isBefore(one: Issued, other: Issued): boolean {
  if (one.issuedAt !== other.issuedAt) return one.issuedAt < other.issuedAt;
  return one.cameAs < other.cameAs;
}

/**
 * The first cash invoice of a day came to the authority before the deposit, or without one. The invoice is
 * the first of the day by its time of issue, with its first message in the order of arrival.
 */
function violationOf({ tcrCode, day, firstDeposit, firstInvoice }: Drawer) {
  if (!firstInvoice) return [];
  const { invoice, cameAs } = firstInvoice;
  if (firstDeposit !== null && firstDeposit < cameAs) return [];
  const { iic, issueDateTime } = invoice;
  return [
    {
      ...{ tcrCode, day, ok: false as const, iic, issueDateTime },
      ...{ invoiceSequence: cameAs, depositSequence: firstDeposit },
    },
  ];
}

/** Goes once through all deposits and cash invoices. */
export function summarizeDeposits(
  deposits: readonly RegisteredDeposit[],
  invoices: readonly RegisteredInvoice[],
  messagesByIic: ReadonlyMap<string, readonly MessageEntry[]>,
) {
  const drawers = new Map<string, Drawer>();
  const drawerOf = (tcrCode: string, day: string): Drawer => {
    const key = `${tcrCode}|${day}`;
    const empty = { initials: 0, cashInvoices: 0, firstDeposit: null, firstInvoice: null };
    const drawer = drawers.get(key) ?? { tcrCode, day, ...empty };
    drawers.set(key, drawer);
    return drawer;
  };
  for (const { operation, tcrCode, day, sequence } of deposits) {
    if (operation !== 'INITIAL') continue;
    const drawer = drawerOf(tcrCode, day);
    drawer.initials += 1;
    drawer.firstDeposit = Math.min(drawer.firstDeposit ?? sequence, sequence);
  }
  for (const invoice of invoices) {
    if (invoice.typeOfInv !== 'CASH') continue;
    const drawer = drawerOf(invoice.tcrCode, invoice.day);
    drawer.cashInvoices += 1;
    const cameAs = messagesByIic.get(invoice.iic)?.[0]?.sequence ?? invoice.sequence;
    const issued = { invoice, cameAs, issuedAt: parseInstant(invoice.issueDateTime) };
    const first = drawer.firstInvoice;
    if (!first || isBefore(issued, first)) drawer.firstInvoice = issued;
  }
  const all = [...drawers.values()];
  return {
    depositDays: all.map(({ tcrCode, day, initials, cashInvoices }) => ({
      ...{ tcrCode, day, initials, cashInvoices },
    })),
    depositOrder: all.flatMap(violationOf),
  };
}

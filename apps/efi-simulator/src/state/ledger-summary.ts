// Counts over the ledger that a test or a person asks first: was anything registered twice, is
// every ordinal there, was anything sent again blindly?

import { summarizeDeposits } from './deposit-days.ts';
import type { MessageEntry, ReceiptCheck, RegisteredDeposit, RegisteredInvoice } from './events.ts';
import { summarizeResends } from './resends.ts';

/** Everything that a summary counts, in order of arrival. */
export interface LedgerContents {
  readonly messages: readonly MessageEntry[];
  readonly messagesByIic: ReadonlyMap<string, readonly MessageEntry[]>;
  readonly invoices: readonly RegisteredInvoice[];
  readonly deposits: readonly RegisteredDeposit[];
  readonly receiptChecks: readonly ReceiptCheck[];
  readonly checksByIic: ReadonlyMap<string, readonly ReceiptCheck[]>;
}

/** The gaps below the highest, as closed ranges. */
function gaps(ordinals: readonly number[]): { from: number; to: number }[] {
  const missing: { from: number; to: number }[] = [];
  let next = 1;
  for (const ordinal of ordinals) {
    if (ordinal > next) missing.push({ from: next, to: ordinal - 1 });
    next = ordinal + 1;
  }
  return missing;
}

/** By TCR and year: different ordinals, the highest, the gaps, those used by more than one IIC. */
function summarizeOrdinals(invoices: readonly RegisteredInvoice[]) {
  const registers = new Map<string, Map<number, Set<string>>>();
  for (const { tcrCode, year, ordinal, iic } of invoices) {
    const key = `${tcrCode}/${year}`;
    const ordinals = registers.get(key) ?? new Map<number, Set<string>>();
    registers.set(key, ordinals.set(ordinal, (ordinals.get(ordinal) ?? new Set()).add(iic)));
  }
  return [...registers].map(([key, iicsByOrdinal]) => {
    const [tcrCode = '', year = ''] = key.split('/');
    const ordinals = [...iicsByOrdinal.keys()].sort((a, b) => a - b);
    const repeated = ordinals.filter((ordinal) => (iicsByOrdinal.get(ordinal)?.size ?? 0) > 1);
    const highest = ordinals.at(-1) ?? 0;
    return { tcrCode, year, count: ordinals.length, highest, missing: gaps(ordinals), repeated };
  });
}

function countBy<T>(list: readonly T[], keyOf: (element: T) => string | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const element of list) {
    const key = keyOf(element);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function summarizeChecks(checks: readonly ReceiptCheck[]) {
  const outcomes = countBy(checks, ({ outcome }) => outcome);
  return {
    total: checks.length,
    found: outcomes.get('found') ?? 0,
    notFound: outcomes.get('not-found') ?? 0,
    spoilt: outcomes.get('spoilt') ?? 0,
    behaviours: Object.fromEntries(countBy(checks, ({ behaviour }) => behaviour)),
  };
}

function summarizeMessages(messages: readonly MessageEntry[]) {
  const outcomes = countBy(messages, ({ outcome }) => outcome);
  const refusals = messages.filter(({ outcome }) => outcome === 'refused');
  return {
    messages: messages.length,
    accepted: outcomes.get('accepted') ?? 0,
    repeated: outcomes.get('repeated') ?? 0,
    refused: outcomes.get('refused') ?? 0,
    ignored: outcomes.get('ignored') ?? 0,
    waiting: outcomes.get('waiting') ?? 0,
    refusedByCode: Object.fromEntries(countBy(refusals, ({ code }) => String(code))),
    behaviours: Object.fromEntries(countBy(messages, ({ behaviour }) => behaviour)),
    messagesWithFindings: messages.filter(({ findings }) => findings.length > 0).length,
  };
}

/**
 * Counts everything; it walks through the whole ledger and is for the control endpoint only. What each
 * field says stands in the README.
 */
export function summarize(contents: LedgerContents) {
  const { messages, messagesByIic, invoices, deposits, receiptChecks, checksByIic } = contents;
  const effects = countBy(invoices, ({ iic }) => iic);
  return {
    ...summarizeMessages(messages),
    invoices: invoices.length,
    deposits: deposits.length,
    receiptChecks: summarizeChecks(receiptChecks),
    doubledIics: [...effects]
      .filter(([, count]) => count > 1)
      .map(([iic, count]) => ({ iic, effects: count })),
    ordinals: summarizeOrdinals(invoices),
    ...summarizeResends(messagesByIic, checksByIic),
    ...summarizeDeposits(deposits, invoices, messagesByIic),
  };
}

/** The whole ledger in numbers. */
export type LedgerSummary = ReturnType<typeof summarize>;

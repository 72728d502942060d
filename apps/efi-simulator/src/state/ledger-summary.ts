// Counts over the ledger that a test or a person asks first: was anything registered twice, is
// every ordinal there, was anything sent again blindly?

import { summarizeDeposits } from './deposit-days.ts';
import type { DepositSummary } from './deposit-days.ts';
import type { MessageEntry, ReceiptCheck, RegisteredDeposit, RegisteredInvoice } from './events.ts';
import { summarizeResends } from './resends.ts';
import type { ResendSummary } from './resends.ts';

/** Ordinals of one TCR in one year. */
export interface OrdinalSummary {
  readonly tcrCode: string;
  readonly year: string;
  /** Different ordinals registered. */
  readonly count: number;
  readonly highest: number;
  /** Gaps below the highest, as closed ranges. */
  readonly missing: readonly { readonly from: number; readonly to: number }[];
  /** Ordinals used by more than one IIC. */
  readonly repeated: readonly number[];
}

/** Questions of the public receipt check, by what came of them. */
export interface ReceiptCheckSummary {
  readonly total: number;
  readonly found: number;
  readonly notFound: number;
  /** A mode kept the answer back. */
  readonly spoilt: number;
  /** How often each behaviour of a mode was applied. */
  readonly behaviours: Readonly<Record<string, number>>;
}

/** Everything that a summary counts, in order of arrival. */
export interface LedgerContents {
  readonly messages: readonly MessageEntry[];
  readonly messagesByIic: ReadonlyMap<string, readonly MessageEntry[]>;
  readonly invoices: readonly RegisteredInvoice[];
  readonly deposits: readonly RegisteredDeposit[];
  readonly receiptChecks: readonly ReceiptCheck[];
  readonly checksByIic: ReadonlyMap<string, readonly ReceiptCheck[]>;
}

/** The whole ledger in numbers. */
export interface LedgerSummary extends ResendSummary, DepositSummary {
  readonly messages: number;
  readonly accepted: number;
  readonly repeated: number;
  readonly refused: number;
  readonly ignored: number;
  /** Slow messages that have not been looked at. */
  readonly waiting: number;
  /** Registrations of invoices, a doubled one counted twice. */
  readonly invoices: number;
  readonly deposits: number;
  /** How often each code was answered of the simulator's own accord; scripted faults are not here. */
  readonly refusedByCode: Readonly<Record<string, number>>;
  /** How often each behaviour was applied to a message, by a script or by a mode. */
  readonly behaviours: Readonly<Record<string, number>>;
  readonly receiptChecks: ReceiptCheckSummary;
  /** IICs with more than one effect. */
  readonly doubledIics: readonly { readonly iic: string; readonly effects: number }[];
  readonly ordinals: readonly OrdinalSummary[];
  /** Messages with findings of the nightly checks. */
  readonly messagesWithFindings: number;
}

function gaps(ordinals: readonly number[]): { from: number; to: number }[] {
  const missing: { from: number; to: number }[] = [];
  let next = 1;
  for (const ordinal of ordinals) {
    if (ordinal > next) missing.push({ from: next, to: ordinal - 1 });
    next = ordinal + 1;
  }
  return missing;
}

function summarizeOrdinals(invoices: readonly RegisteredInvoice[]): OrdinalSummary[] {
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

function summarizeChecks(checks: readonly ReceiptCheck[]): ReceiptCheckSummary {
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

/** Counts everything; it walks through the whole ledger and is for the control endpoint only. */
export function summarize(contents: LedgerContents): LedgerSummary {
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

// Counts over the ledger that a test or a person asks first: was anything registered twice, is
// every ordinal there?

import type { MessageEntry, RegisteredDeposit, RegisteredInvoice } from './events.ts';

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

/** The whole ledger in numbers. */
export interface LedgerSummary {
  readonly messages: number;
  readonly accepted: number;
  readonly repeated: number;
  readonly refused: number;
  readonly ignored: number;
  /** Registrations of invoices, a doubled one counted twice. */
  readonly invoices: number;
  readonly deposits: number;
  /** How often each code was answered. */
  readonly refusedByCode: Readonly<Record<string, number>>;
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

/** Counts everything; it walks through the whole ledger and is for the control endpoint only. */
export function summarize(
  messages: readonly MessageEntry[],
  invoices: readonly RegisteredInvoice[],
  deposits: readonly RegisteredDeposit[],
): LedgerSummary {
  const outcomes = countBy(messages, ({ outcome }) => outcome);
  const effects = countBy(invoices, ({ iic }) => iic);
  return {
    messages: messages.length,
    accepted: outcomes.get('accepted') ?? 0,
    repeated: outcomes.get('repeated') ?? 0,
    refused: outcomes.get('refused') ?? 0,
    ignored: outcomes.get('ignored') ?? 0,
    invoices: invoices.length,
    deposits: deposits.length,
    refusedByCode: Object.fromEntries(
      countBy(messages, ({ code }) => (code === null ? null : String(code))),
    ),
    doubledIics: [...effects]
      .filter(([, count]) => count > 1)
      .map(([iic, count]) => ({ iic, effects: count })),
    ordinals: summarizeOrdinals(invoices),
    messagesWithFindings: messages.filter(({ findings }) => findings.length > 0).length,
  };
}

// Counts over the ledger that a test or a person asks first: was anything registered twice, is
// every ordinal there, was anything sent again without a receipt check?

import type { MessageEntry, ReceiptCheck, RegisteredDeposit, RegisteredInvoice } from './events.ts';
import { resendsWithoutCheck } from './resends.ts';

/** Everything that a summary counts, in order of arrival. */
interface LedgerContents {
  readonly messages: readonly MessageEntry[];
  readonly invoices: readonly RegisteredInvoice[];
  readonly deposits: readonly RegisteredDeposit[];
  readonly receiptChecks: readonly ReceiptCheck[];
}

/** The gaps below the highest, as closed ranges. */
function gaps(ordinals: readonly number[]): { from: number; to: number }[] {
  return ordinals.flatMap((ordinal, index) => {
    const from = (ordinals[index - 1] ?? 0) + 1;
    return ordinal > from ? [{ from, to: ordinal - 1 }] : [];
  });
}

/** By TCR and year: different ordinals, the highest, the gaps, those used by more than one IIC. */
function summarizeOrdinals(invoices: readonly RegisteredInvoice[]) {
  const registers = Map.groupBy(invoices, ({ tcrCode, year }) => `${tcrCode}/${year}`);
  return [...registers].map(([register, ofRegister]) => {
    const [tcrCode = '', year = ''] = register.split('/');
    const byOrdinal = Map.groupBy(ofRegister, ({ ordinal }) => ordinal);
    const ordinals = [...byOrdinal.keys()].sort((a, b) => a - b);
    const iicsOf = (ordinal: number) => new Set(byOrdinal.get(ordinal)?.map(({ iic }) => iic));
    const repeated = ordinals.filter((ordinal) => iicsOf(ordinal).size > 1);
    const highest = ordinals.at(-1) ?? 0;
    return { tcrCode, year, count: ordinals.length, highest, missing: gaps(ordinals), repeated };
  });
}

/** Counts everything; it walks through the whole ledger and is for the control endpoint only. */
export function summarize({ messages, invoices, deposits, receiptChecks }: LedgerContents) {
  const count = (wanted: MessageEntry['outcome']) =>
    messages.filter(({ outcome }) => outcome === wanted).length;
  const withdrawals = deposits.filter(({ operation }) => operation === 'WITHDRAW');
  const timeOf = (deposit: RegisteredDeposit) => `${deposit.tcrCode}|${deposit.changeDateTime}`;
  return {
    messages: messages.length,
    accepted: count('accepted'),
    repeated: count('repeated'),
    refused: count('refused'),
    ignored: count('ignored'),
    messagesWithFindings: messages.filter(({ findings }) => findings.length > 0).length,
    invoices: invoices.length,
    deposits: deposits.length,
    doubledIics: [...Map.groupBy(invoices, ({ iic }) => iic)]
      .filter(([, effects]) => effects.length > 1)
      .map(([iic, effects]) => ({ iic, effects: effects.length })),
    /** Withdrawals of one TCR and ChangeDateTime that are registered more than once. */
    doubledWithdrawals: [...Map.groupBy(withdrawals, timeOf)]
      .filter(([, effects]) => effects.length > 1)
      .map(([, effects]) => effects.map(({ fcdc }) => fcdc)),
    ordinals: summarizeOrdinals(invoices),
    resendsWithoutCheck: resendsWithoutCheck(messages, receiptChecks),
  };
}

/** The whole ledger in numbers. */
export type LedgerSummary = ReturnType<typeof summarize>;

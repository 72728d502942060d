// Invariants about what is fixed once: IIC and number.

import type { Evidence, InvoiceRow, LedgerMessage } from './evidence.ts';

/** True for a message that certainly had no effect: refused by a check, or by a scripted fault. */
function isRefused({ outcome, behaviour }: LedgerMessage): boolean {
  return outcome === 'refused' || (outcome === 'ignored' && behaviour === 'fault');
}

/**
 * An invoice that was sent with two IICs. It may be signed anew only after the authority has refused
 * it (decisions §6): then the last message with the earlier IIC was refused, and none had an effect.
 */
export function findChangedIics({ submissions, messages, effects }: Evidence): string[] {
  const registered = new Set(effects.map(({ iic }) => iic));
  const received = new Map(
    messages.map((message) => [message.requestUuid?.toLowerCase(), message]),
  );
  const sends = new Map<string, LedgerMessage[]>();
  for (const { request_uuid: uuid, invoice_id: id } of submissions) {
    const message = received.get(uuid.toLowerCase());
    if (message) sends.set(id, [...(sends.get(id) ?? []), message]);
  }
  return [...sends].flatMap(([id, ofInvoice]) => {
    const last = ofInvoice.at(-1)?.iic;
    const earlier = ofInvoice.filter(({ iic }) => iic !== last);
    const lastOf = new Map(earlier.map((message) => [message.iic, message]));
    const open = [...lastOf.values()].filter(
      (message) => !isRefused(message) || registered.has(message.iic ?? ''),
    );
    return open.length === 0
      ? []
      : [`${id} was sent as ${open.map(({ iic }) => iic).join(', ')} and then as ${last}`];
  });
}

/** Gaps and doubles in the rows, and in the ledger where it does not follow from a refusal. */
export function findOrdinalTrouble(evidence: Evidence): string[] {
  return [...findGapsInRows(evidence), ...findGapsInLedger(evidence)];
}

const sequenceOf = (tcrCode: string | null, year: number | string | null) => `${tcrCode}/${year}`;

function findGapsInRows({ invoices }: Evidence): string[] {
  const numbered = invoices.filter(({ ordinal }) => ordinal !== null);
  const rows = groupBy(numbered, ({ tcr_code: tcr, year }) => sequenceOf(tcr, year));
  return [...rows].flatMap(([sequence, list]) => {
    const ordinals = list.map(({ ordinal }) => ordinal ?? 0).sort((a, b) => a - b);
    return ordinals.flatMap((ordinal, index) => {
      const expected = (ordinals[index - 1] ?? 0) + 1;
      if (ordinal === expected) return [];
      return [`${sequence}: ${ordinal} follows ${expected - 1} in the rows`];
    });
  });
}

/** An ordinal that the ledger lacks must be that of an invoice that was refused and had been handed out. */
function findGapsInLedger({ invoices, effects }: Evidence): string[] {
  const numbered = invoices.filter(({ ordinal }) => ordinal !== null);
  const rows = groupBy(numbered, ({ tcr_code: tcr, year }) => sequenceOf(tcr, year));
  const ledger = groupBy(effects, ({ tcrCode, year }) => sequenceOf(tcrCode, year));
  const doubles = [...ledger].flatMap(([sequence, list]) => {
    const iics = groupBy(list, ({ ordinal }) => ordinal);
    return [...iics].flatMap(([ordinal, ofOrdinal]) =>
      new Set(ofOrdinal.map(({ iic }) => iic)).size > 1
        ? [`${sequence}: ${ordinal} is registered for two IICs`]
        : [],
    );
  });
  const gaps = [...rows].flatMap(([sequence, list]) => {
    const registered = new Set(ledger.get(sequence)?.map(({ ordinal }) => ordinal));
    const missing = list.filter((row) => !registered.has(row.ordinal ?? 0) && !keepsNumber(row));
    return missing.map((row) => `${sequence}: ${row.ordinal} (${row.status}) is not registered`);
  });
  return [...doubles, ...gaps];
}

/** Refused after it was handed out, or never answered where nothing goes offline: it keeps its number. */
function keepsNumber({ status, iic }: InvoiceRow): boolean {
  return status === 'Failed' && iic !== null;
}

/** Failed without a refusal, or although it has an effect. */
export function findWronglyFailed({
  invoices,
  submissions,
  messages,
  effects,
}: Evidence): string[] {
  const registered = new Set(effects.map(({ iic }) => iic));
  const received = new Map(
    messages.map((message) => [message.requestUuid?.toLowerCase(), message]),
  );
  const sends = groupBy(submissions, ({ invoice_id: id }) => id);
  return invoices.flatMap((invoice) => {
    if (invoice.status !== 'Failed') return [];
    const own = sends.get(invoice.id) ?? [];
    const effect = own.find(({ iic }) => iic !== null && registered.has(iic));
    if (effect) return [`${invoice.id} is Failed, and ${effect.iic} is registered`];
    const last = own.at(-1);
    const message = received.get(last?.request_uuid.toLowerCase());
    const isOwn = last?.outcome === 'refused' && last.efi_code === invoice.failure?.efiCode;
    if (isOwn && message !== undefined && isRefused(message)) return [];
    return [`${invoice.id} is Failed with ${JSON.stringify(invoice.failure)}`];
  });
}

function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

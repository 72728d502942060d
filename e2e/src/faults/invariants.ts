// What must hold at the end of every run, whatever was broken on the way. Each invariant is a
// sentence and a search for counterexamples, a sentence each; it reads the evidence and nothing
// else.

import { isExcused } from './disturbances.ts';
import type { Evidence, InvoiceRow, LedgerMessage } from './evidence.ts';

/** What came of the search: it holds where there is no counterexample. */
export interface Verdict {
  name: string;
  holds: boolean;
  counterexamples: string[];
}

type Search = (evidence: Evidence) => string[];

/** All of them, in the order of the report. */
export const INVARIANTS: Readonly<Record<string, Search>> = {
  'every accepted request is accounted for': findUnaccounted,
  'a lost response leads to no second invoice': ({ invoices }) =>
    [...Map.groupBy(invoices, ({ note }) => note)]
      .filter(([, { length }]) => length > 1)
      .map(([note, rows]) => `${note} is stored as ${rows.map(({ id }) => id).join(', ')}`),
  'no client got a response that a good client should not get': ({ orders }) =>
    orders.flatMap(({ note, surprises }) => surprises.map((text) => `${note}: ${text}`)),
  'one effect per invoice in the ledger': findDoubleEffects,
  'the ledger and the rows have the same FIC, number and time': findWrongEffects,
  'every message was stored before it was sent': findUnstoredMessages,
  'the same IIC in every send': findChangedIics,
  'the receipt check was asked before every repeated send': (evidence) =>
    evidence.resendsWithoutCheck
      .filter(({ receivedAt }) => !isExcused(receivedAt, evidence.disturbances))
      .map((sent) => `${sent.iic} was sent again at ${sent.receivedAt} without a receipt check`),
  'no ordinal gap, none assigned twice': (evidence) => [
    ...findGapsInRows(evidence),
    ...findGapsInLedger(evidence),
  ],
  'nothing Pending that is not being worked on': ({ invoices }) =>
    invoices.filter(({ status }) => status === 'Pending').map(({ id }) => `${id} is Pending`),
  'every offline invoice delivered inside its time': findUndelivered,
  'Failed only where the authority refused it, without an effect': findWronglyFailed,
  'a deposit of the day before the first cash invoice': findCashWithoutDeposit,
  'a PDF for each, with its FIC': findMissingPrints,
  'no work left over': ({ work }) =>
    work.map(({ kind, subject_id: id }) => `${kind} ${id} still waits`),
  'the API shows what the rows say': ({ invoices, sample }) => {
    const rows = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    return sample.flatMap(({ id, record }) => {
      const { status, iic, fic } = rows.get(id) ?? {};
      const isSame = record.status === status && record.iic === iic && record.fic === fic;
      return isSame ? [] : [`${id}: ${JSON.stringify(record)}`];
    });
  },
  'every process came back': ({ deaths }) => deaths,
};

/** Searches for counterexamples of all of them. */
export function judge(evidence: Evidence): Verdict[] {
  return verdictsOf(
    Object.entries(INVARIANTS).map(([name, search]) => [name, search(evidence)] as const),
  );
}

/** @param findings the counterexamples of each sentence. */
export function verdictsOf(findings: Iterable<readonly [string, string[]]>): Verdict[] {
  return Array.from(findings, ([name, counterexamples]) => {
    return { name, holds: counterexamples.length === 0, counterexamples };
  });
}

function findUnaccounted({ invoices, orders }: Evidence): string[] {
  const stored = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const wrong = orders.flatMap(({ note, ids, issued }) =>
    [...ids].flatMap((id) => {
      const row = stored.get(id);
      if (row === undefined) return [`${note}: ${id} was accepted and is not stored`];
      if (row.note !== note) return [`${note}: ${id} is stored for ${row.note}`];
      const isAsIssued =
        issued === null || (row.iic === issued.iic && row.invoice_number === issued.invoiceNumber);
      return isAsIssued ? [] : [`${note}: issued ${JSON.stringify(issued)}, is ${row.iic}`];
    }),
  );
  const known = new Set<string | null>(orders.map(({ note }) => note));
  const unknown = invoices.filter(({ note }) => !known.has(note));
  return [...wrong, ...unknown.map(({ id, note }) => `${id} is stored without an order: ${note}`)];
}

/** Two effects of one IIC, or an effect of an IIC that no invoice has. */
function findDoubleEffects({ invoices, effects, submissions }: Evidence): string[] {
  const owners = new Set(invoices.map(({ iic }) => iic));
  const signers = new Map(submissions.map(({ iic, invoice_id: id }) => [iic, id]));
  return [...Map.groupBy(effects, ({ iic }) => iic)].flatMap(([iic, { length }]) => {
    if (length > 1) return [`${iic} was registered ${length} times`];
    if (owners.has(iic)) return [];
    return [`${iic} is registered and belongs to no invoice; signed for ${signers.get(iic)}`];
  });
}

/** A Fiscalized invoice whose effect is missing or is another one. */
function findWrongEffects({ invoices, effects }: Evidence): string[] {
  const registered = new Map(effects.map((effect) => [effect.iic, effect]));
  return invoices.flatMap((invoice) => {
    if (invoice.status !== 'Fiscalized') return [];
    const effect = registered.get(invoice.iic ?? '');
    const isSame =
      effect?.fic === invoice.fic &&
      effect.ordinal === invoice.ordinal &&
      effect.invoiceNumber === invoice.invoice_number &&
      effect.tcrCode === invoice.tcr_code &&
      effect.issueDateTime === invoice.issue_date_time;
    return isSame ? [] : [`${JSON.stringify(invoice)} is registered as ${JSON.stringify(effect)}`];
  });
}

/** Write-ahead: a message at the authority that is in no row. */
function findUnstoredMessages({ messages, submissions }: Evidence): string[] {
  const stored = new Set(submissions.map(({ request_uuid: uuid }) => uuid.toLowerCase()));
  return messages
    .filter(({ kind }) => kind === 'invoice')
    .filter(({ requestUuid }) => !stored.has(requestUuid?.toLowerCase() ?? ''))
    .map(({ iic, sequence }) => `message ${sequence} (${iic}) is in no row`);
}

const byUuid = (messages: readonly LedgerMessage[]) =>
  new Map(messages.map((message) => [message.requestUuid?.toLowerCase(), message]));

/** True for a message that certainly had no effect: refused by a check, or by a scripted fault. */
function isRefused({ outcome, behaviour }: LedgerMessage): boolean {
  return outcome === 'refused' || (outcome === 'ignored' && behaviour === 'fault');
}

/**
 * An invoice that was sent with two IICs. It may be signed anew only after the authority has
 * refused it (decisions §6): then the last message with the earlier IIC was refused, and none had
 * an effect.
 */
function findChangedIics({ submissions, messages, effects }: Evidence): string[] {
  const registered = new Set(effects.map(({ iic }) => iic));
  const received = byUuid(messages);
  return [...Map.groupBy(submissions, ({ invoice_id: id }) => id)].flatMap(([id, rows]) => {
    const sends = rows.flatMap(({ request_uuid: uuid }) => received.get(uuid.toLowerCase()) ?? []);
    const last = sends.at(-1)?.iic;
    const lastOf = new Map(sends.map((message) => [message.iic, message]));
    const open = [...lastOf.values()].filter(
      (message) =>
        message.iic !== last && (!isRefused(message) || registered.has(message.iic ?? '')),
    );
    return open.map(({ iic }) => `${id} was sent as ${iic} and then as ${last}`);
  });
}

const numberedIn = (invoices: readonly InvoiceRow[]) =>
  Map.groupBy(
    invoices.filter(({ ordinal }) => ordinal !== null),
    ({ tcr_code: tcrCode, year }) => `${tcrCode}/${year}`,
  );

function findGapsInRows({ invoices }: Evidence): string[] {
  return [...numberedIn(invoices)].flatMap(([sequence, rows]) => {
    const ordinals = rows.map(({ ordinal }) => ordinal ?? 0).sort((a, b) => a - b);
    return ordinals
      .map((ordinal, index) => [ordinals[index - 1] ?? 0, ordinal] as const)
      .filter(([before, ordinal]) => ordinal !== before + 1)
      .map(([before, ordinal]) => `${sequence}: ${ordinal} follows ${before} in the rows`);
  });
}

/**
 * An ordinal that the ledger lacks must be that of an invoice that keeps its number: refused after
 * it was issued, or never answered where nothing is issued offline.
 */
function findGapsInLedger({ invoices, effects }: Evidence): string[] {
  const numbers = Map.groupBy(effects, ({ tcrCode, year, ordinal }) =>
    [tcrCode, year, ordinal].join('/'),
  );
  const doubles = [...numbers]
    .filter(([, same]) => new Set(same.map(({ iic }) => iic)).size > 1)
    .map(([number]) => `${number} is registered for two IICs`);
  const keepsNumber = ({ status, iic }: InvoiceRow) => status === 'Failed' && iic !== null;
  const gaps = [...numberedIn(invoices)].flatMap(([sequence, rows]) =>
    rows
      .filter((row) => !numbers.has(`${sequence}/${row.ordinal}`) && !keepsNumber(row))
      .map((row) => `${sequence}: ${row.ordinal} (${row.status}) is not registered`),
  );
  return [...doubles, ...gaps];
}

function findUndelivered({ invoices, messages }: Evidence): string[] {
  const accepted = messages.filter(({ outcome }) => outcome === 'accepted');
  const registeredAt = Map.groupBy(accepted, ({ iic }) => iic);
  return invoices.flatMap(({ id, status, offline_since, deliver_before, iic }) => {
    if (status === 'Offline') return [`${id} is still Offline`];
    if (offline_since === null || status !== 'Fiscalized') return [];
    const at = registeredAt.get(iic)?.[0]?.receivedAt ?? '';
    const isInTime = Date.parse(at) <= Date.parse(deliver_before ?? '');
    return isInTime ? [] : [`${id} was due ${deliver_before} and registered ${at}`];
  });
}

/** Failed without a refusal, or although it has an effect. */
function findWronglyFailed({ invoices, submissions, messages, effects }: Evidence): string[] {
  const registered = new Set<string | null>(effects.map(({ iic }) => iic));
  const received = byUuid(messages);
  const sends = Map.groupBy(submissions, ({ invoice_id: id }) => id);
  return invoices.flatMap((invoice) => {
    if (invoice.status !== 'Failed') return [];
    const own = sends.get(invoice.id) ?? [];
    const effect = own.find(({ iic }) => registered.has(iic));
    if (effect) return [`${invoice.id} is Failed, and ${effect.iic} is registered`];
    const last = own.at(-1);
    const message = received.get(last?.request_uuid.toLowerCase());
    const isOwn = last?.outcome === 'refused' && last.efi_code === invoice.failure?.efiCode;
    if (isOwn && message !== undefined && isRefused(message)) return [];
    return [`${invoice.id} is Failed with ${JSON.stringify(invoice.failure)}`];
  });
}

/** A cash invoice that was registered before the INITIAL deposit of its register and day. */
function findCashWithoutDeposit({ effects, deposits }: Evidence): string[] {
  const initial = deposits.filter(({ operation }) => operation === 'INITIAL');
  const opened = Map.groupBy(initial, ({ tcrCode, day }) => `${tcrCode} ${day}`);
  return effects.flatMap(({ typeOfInv, tcrCode, day, sequence, iic }) => {
    const at = opened.get(`${tcrCode} ${day}`)?.[0]?.sequence ?? Infinity;
    const isWithout = typeOfInv === 'CASH' && at > sequence;
    return isWithout ? [`${iic}: no deposit of ${tcrCode} on ${day}`] : [];
  });
}

function findMissingPrints({ invoices, documents, sample }: Evidence): string[] {
  const pdfs = documents.filter(({ is_pdf: isPdf }) => isPdf);
  const printed = Map.groupBy(pdfs, ({ invoice_id: id, fic }) => `${id} ${fic}`);
  const missing = invoices.flatMap(({ id, status, fic }) => {
    if (status !== 'Fiscalized' && status !== 'Offline') return [];
    const count = printed.get(`${id} ${fic}`)?.length ?? 0;
    return count === 1 ? [] : [`${id} (${status}) has ${count} prints with FIC ${fic}`];
  });
  const unread = sample.filter(({ pdfBytes }) => pdfBytes < 1_000);
  return [...missing, ...unread.map(({ id }) => `${id}: the API gave no PDF`)];
}

// What must hold at the end of every run, whatever was broken on the way. Each invariant is a sentence
// and a search for counterexamples; it reads the evidence and nothing else.

import { isExcused } from './disturbances.ts';
import type { Evidence } from './evidence.ts';
import {
  findCashWithoutDeposit,
  findDoubleEffects,
  findFicTrouble,
  findStrangeMessages,
} from './ledger-invariants.ts';
import { findChangedIics, findOrdinalTrouble, findWronglyFailed } from './number-invariants.ts';

/** One thing that must hold. */
export interface Invariant {
  name: string;
  /** @returns a sentence for each counterexample. */
  search: (evidence: Evidence) => string[];
}

/** What came of the search. */
export interface Verdict {
  name: string;
  holds: boolean;
  counterexamples: string[];
}

/** All of them, in the order of the report. */
export const INVARIANTS: readonly Invariant[] = [
  { name: 'every accepted request is accounted for', search: findUnaccounted },
  { name: 'a lost answer leads to no second invoice', search: findStoredTwice },
  { name: 'no shop got an answer that a good client should not get', search: findSurprises },
  { name: 'one effect per invoice in the ledger', search: findDoubleEffects },
  { name: 'the ledger and the rows tell the same FIC, number and time', search: findFicTrouble },
  { name: 'every message was written down before it was sent', search: findStrangeMessages },
  { name: 'the same IIC in every send', search: findChangedIics },
  { name: 'the receipt check was asked before every repeated send', search: findUncheckedResends },
  { name: 'no ordinal gap, none given twice', search: findOrdinalTrouble },
  { name: 'nothing Pending that is not being worked on', search: findPending },
  { name: 'every offline invoice delivered inside its time', search: findUndelivered },
  {
    name: 'Failed only where the authority refused it, without an effect',
    search: findWronglyFailed,
  },
  { name: 'a deposit of the day before the first cash invoice', search: findCashWithoutDeposit },
  { name: 'a PDF for each, with its FIC', search: findMissingPrints },
  { name: 'no job forgotten', search: findForgottenWork },
  { name: 'the API shows what the rows say', search: findWrongRecords },
  { name: 'every process came back', search: ({ deaths }) => deaths },
];

/** Searches for counterexamples of all of them. */
export function judge(evidence: Evidence): Verdict[] {
  return INVARIANTS.map(({ name, search }) => {
    const counterexamples = search(evidence);
    return { name, holds: counterexamples.length === 0, counterexamples };
  });
}

function findUnaccounted({ invoices, stories }: Evidence): string[] {
  const stored = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const known = new Set(stories.map(({ note }) => note));
  const lost = stories.flatMap(({ note, ids, handedOut }) =>
    [...ids].flatMap((id) => {
      const row = stored.get(id);
      if (row === undefined) return [`${note}: ${id} was answered and is not stored`];
      if (handedOut !== null && row.iic !== handedOut.iic) {
        return [`${note}: handed out with ${handedOut.iic}, stored with ${row.iic}`];
      }
      if (handedOut !== null && row.invoice_number !== handedOut.invoiceNumber) {
        return [`${note}: handed out as ${handedOut.invoiceNumber}, is ${row.invoice_number}`];
      }
      return row.note === note ? [] : [`${note}: ${id} is stored for ${row.note}`];
    }),
  );
  const unknown = invoices.filter(({ note }) => note === null || !known.has(note));
  return [...lost, ...unknown.map(({ id, note }) => `${id} is stored, and nobody ordered ${note}`)];
}

function findStoredTwice({ invoices }: Evidence): string[] {
  const ids = new Map<string | null, string[]>();
  for (const { id, note } of invoices) ids.set(note, [...(ids.get(note) ?? []), id]);
  return [...ids].flatMap(([note, list]) =>
    list.length > 1 ? [`${note} is stored ${list.length} times: ${list.join(', ')}`] : [],
  );
}

function findSurprises({ stories }: Evidence): string[] {
  return stories.flatMap(({ note, surprises }) => surprises.map((text) => `${note}: ${text}`));
}

function findUncheckedResends({ resendsWithoutCheck, disturbances }: Evidence): string[] {
  return resendsWithoutCheck.flatMap(({ iic, receivedAt }) =>
    isExcused(receivedAt, disturbances)
      ? []
      : [`${iic} was sent again at ${receivedAt} without asking the receipt check`],
  );
}

function findPending({ invoices }: Evidence): string[] {
  return invoices.flatMap(({ id, status }) => (status === 'Pending' ? [`${id} is Pending`] : []));
}

function findUndelivered({ invoices, messages }: Evidence): string[] {
  const registeredAt = new Map<string, string>();
  for (const { iic, outcome, receivedAt } of messages) {
    if (iic !== null && outcome === 'accepted' && !registeredAt.has(iic)) {
      registeredAt.set(iic, receivedAt);
    }
  }
  return invoices.flatMap(({ id, status, offline_since, deliver_before, iic }) => {
    if (status === 'Offline') return [`${id} is still Offline`];
    if (offline_since === null || status !== 'Fiscalized') return [];
    const at = Date.parse(registeredAt.get(iic ?? '') ?? '');
    const isInTime = at <= Date.parse(deliver_before ?? '');
    return isInTime ? [] : [`${id} was due ${deliver_before} and registered ${at}`];
  });
}

function findMissingPrints({ invoices, documents, sample }: Evidence): string[] {
  const printed = new Map<string, number>();
  for (const { invoice_id: id, fic, is_pdf: isPdf } of documents) {
    if (isPdf) printed.set(`${id} ${fic}`, (printed.get(`${id} ${fic}`) ?? 0) + 1);
  }
  const missing = invoices.flatMap(({ id, status, fic }) => {
    if (status !== 'Fiscalized' && status !== 'Offline') return [];
    const count = printed.get(`${id} ${fic}`) ?? 0;
    return count === 1 ? [] : [`${id} (${status}) has ${count} prints with FIC ${fic}`];
  });
  const unread = sample.filter(({ pdfStatus, pdfBytes }) => pdfStatus !== 200 || pdfBytes < 1_000);
  return [
    ...missing,
    ...unread.map(({ id, pdfStatus }) => `${id}: the API answered ${pdfStatus} for its PDF`),
  ];
}

function findForgottenWork({ work }: Evidence): string[] {
  return work.map(({ kind, subject_id: id }) => `${kind} ${id} still waits`);
}

function findWrongRecords({ invoices, sample }: Evidence): string[] {
  const rows = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return sample.flatMap(({ id, record }) => {
    const row = rows.get(id);
    const isSame =
      row?.status === record.status && row?.iic === record.iic && row?.fic === record.fic;
    return isSame ? [] : [`${id}: ${JSON.stringify(record)}`];
  });
}

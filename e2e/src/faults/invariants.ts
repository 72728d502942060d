// What must hold at the end of every run, whatever was broken on the way. Each invariant is a
// sentence and a search for counterexamples, a sentence each; it reads the evidence and nothing
// else.

import { isExcused } from './disturbances.ts';
import type { Evidence } from './evidence.ts';

/** The counterexamples that were found, by the sentence that holds where there are none. */
export type Verdicts = Record<string, string[]>;

type Search = (evidence: Evidence) => string[];

/** All of them, in the order of the report. */
export const INVARIANTS: Readonly<Record<string, Search>> = {
  'every accepted request is accounted for': ({ invoices, orders }) => {
    const stored = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    const wrong = orders.flatMap(({ note, ids, issued }) =>
      [...ids].flatMap((id) => {
        const row = stored.get(id);
        if (row === undefined) return `${note}: ${id} was accepted and is not stored`;
        if (row.note !== note) return `${note}: ${id} is stored for ${row.note}`;
        const { iic, invoiceNumber } = issued ?? {
          iic: row.iic,
          invoiceNumber: row.invoice_number,
        };
        if (row.iic === iic && row.invoice_number === invoiceNumber) return [];
        return `${note}: issued ${JSON.stringify(issued)}, is ${row.iic}`;
      }),
    );
    const known = new Set<string | null>(orders.map(({ note }) => note));
    const unknown = invoices.filter(({ note }) => !known.has(note));
    return [
      ...wrong,
      ...unknown.map(({ id, note }) => `${id} is stored without an order: ${note}`),
    ];
  },
  'a lost response leads to no second invoice': ({ invoices }) =>
    [...Map.groupBy(invoices, ({ note }) => note)]
      .filter(([, { length }]) => length > 1)
      .map(([note, rows]) => `${note} is stored as ${rows.map(({ id }) => id).join(', ')}`),
  'no client got a response that a good client should not get': ({ orders }) =>
    orders.flatMap(({ note, surprises }) => surprises.map((text) => `${note}: ${text}`)),
  'one effect per invoice in the ledger': ({ invoices, effects, submissions }) => {
    const owners = new Set(invoices.map(({ iic }) => iic));
    const signers = new Map(submissions.map(({ iic, invoice_id: id }) => [iic, id]));
    return [...Map.groupBy(effects, ({ iic }) => iic)].flatMap(([iic, { length }]) => {
      if (length > 1) return `${iic} was registered ${length} times`;
      if (owners.has(iic)) return [];
      return `${iic} is registered and belongs to no invoice; signed for ${signers.get(iic)}`;
    });
  },
  'the ledger and the rows have the same FIC, number and time': ({ invoices, effects }) => {
    const registered = new Map(effects.map((effect) => [effect.iic, effect]));
    return invoices.flatMap((invoice) => {
      const effect = registered.get(invoice.iic ?? '');
      const isSame =
        effect?.fic === invoice.fic &&
        effect.ordinal === invoice.ordinal &&
        effect.invoiceNumber === invoice.invoice_number &&
        effect.tcrCode === invoice.tcr_code &&
        effect.issueDateTime === invoice.issue_date_time;
      if (invoice.status !== 'Fiscalized' || isSame) return [];
      return `${JSON.stringify(invoice)} is registered as ${JSON.stringify(effect)}`;
    });
  },
  'every message was stored before it was sent': ({ messages, submissions }) => {
    const stored = new Set(submissions.map(({ request_uuid: uuid }) => uuid));
    return messages
      .filter(({ kind }) => kind === 'invoice')
      .filter(({ requestUuid }) => !stored.has(requestUuid?.toLowerCase() ?? ''))
      .map(({ iic, sequence }) => `message ${sequence} (${iic}) is in no row`);
  },
  // It may be signed anew only after the authority has refused it (decisions §6): then the last
  // message with the earlier IIC was refused, and none had an effect.
  'the same IIC in every send': (evidence) => {
    const registered = registeredIn(evidence);
    return [...sendsIn(evidence)].flatMap(([id, sends]) => {
      const messages = sends.flatMap(({ message }) => message ?? []);
      const lastOf = new Map(messages.map((message) => [message.iic, message]));
      const last = messages.at(-1)?.iic;
      return [...lastOf.values()]
        .filter((message) => message.iic !== last)
        .filter((message) => !isRefused(message) || registered.has(message.iic))
        .map(({ iic }) => `${id} was sent as ${iic} and then as ${last}`);
    });
  },
  'the receipt check was asked before every repeated send': (evidence) =>
    evidence.resendsWithoutCheck
      .filter(({ receivedAt }) => !isExcused(receivedAt, evidence.disturbances))
      .map((sent) => `${sent.iic} was sent again at ${sent.receivedAt} without a receipt check`),
  // An ordinal that the ledger lacks must be that of an invoice that keeps its number: refused after
  // it was issued, or never answered where nothing is issued offline.
  'no ordinal gap, none assigned twice': ({ invoices, effects }) => {
    const registered = Map.groupBy(
      effects,
      (each) => `${each.tcrCode}/${each.year}/${each.ordinal}`,
    );
    const doubles = [...registered]
      .filter(([, same]) => new Set(same.map(({ iic }) => iic)).size > 1)
      .map(([number]) => `${number} is registered for two IICs`);
    const numbered = invoices.filter(({ ordinal }) => ordinal !== null);
    const sequences = Map.groupBy(numbered, (row) => `${row.tcr_code}/${row.year}`);
    const gaps = [...sequences].flatMap(([sequence, rows]) =>
      rows
        .sort((one, other) => one.ordinal! - other.ordinal!)
        .flatMap(({ ordinal, status, iic }, index) => {
          const before = rows[index - 1]?.ordinal ?? 0;
          const keepsNumber = status === 'Failed' && iic !== null;
          const isAccountedFor = keepsNumber || registered.has(`${sequence}/${ordinal}`);
          return [
            ...(ordinal === before + 1 ? [] : [`${sequence}: ${ordinal} follows ${before}`]),
            ...(isAccountedFor ? [] : [`${sequence}: ${ordinal} (${status}) is not registered`]),
          ];
        }),
    );
    return [...doubles, ...gaps];
  },
  'nothing Pending that is not being worked on': ({ invoices }) =>
    invoices.filter(({ status }) => status === 'Pending').map(({ id }) => `${id} is Pending`),
  'every offline invoice delivered inside its time': ({ invoices, messages }) => {
    const accepted = messages.filter(({ outcome }) => outcome === 'accepted');
    const registeredAt = Map.groupBy(accepted, ({ iic }) => iic);
    return invoices.flatMap(({ id, status, offline_since, deliver_before, iic }) => {
      if (status === 'Offline') return `${id} is still Offline`;
      if (offline_since === null || status !== 'Fiscalized') return [];
      const at = registeredAt.get(iic)?.[0]?.receivedAt ?? '';
      if (Date.parse(at) <= Date.parse(deliver_before ?? '')) return [];
      return `${id} was due ${deliver_before} and registered ${at}`;
    });
  },
  'Failed only where the authority refused it, without an effect': (evidence) => {
    const registered = registeredIn(evidence);
    const sends = sendsIn(evidence);
    return evidence.invoices.flatMap(({ id, status, failure }) => {
      if (status !== 'Failed') return [];
      const own = sends.get(id) ?? [];
      const effect = own.find(({ iic }) => registered.has(iic));
      if (effect) return `${id} is Failed, and ${effect.iic} is registered`;
      const { outcome, efi_code, message } = own.at(-1) ?? {};
      const isOwn = outcome === 'refused' && efi_code === failure?.efiCode;
      if (isOwn && message !== undefined && isRefused(message)) return [];
      return `${id} is Failed with ${JSON.stringify(failure)}`;
    });
  },
  'a deposit of the day before the first cash invoice': ({ effects, deposits }) => {
    const initial = deposits.filter(({ operation }) => operation === 'INITIAL');
    const opened = Map.groupBy(initial, ({ tcrCode, day }) => `${tcrCode} ${day}`);
    return effects.flatMap(({ typeOfInv, tcrCode, day, sequence, iic }) => {
      const at = opened.get(`${tcrCode} ${day}`)?.[0]?.sequence ?? Infinity;
      const isWithout = typeOfInv === 'CASH' && at > sequence;
      return isWithout ? `${iic}: no deposit of ${tcrCode} on ${day}` : [];
    });
  },
  'a PDF for each, with its FIC': ({ invoices, documents, sample }) => {
    const pdfs = documents.filter(({ is_pdf: isPdf }) => isPdf);
    const printed = Map.groupBy(pdfs, ({ invoice_id: id, fic }) => `${id} ${fic}`);
    const missing = invoices.flatMap(({ id, status, fic }) => {
      const count = printed.get(`${id} ${fic}`)?.length ?? 0;
      const isRight = (status !== 'Fiscalized' && status !== 'Offline') || count === 1;
      return isRight ? [] : `${id} (${status}) has ${count} prints with FIC ${fic}`;
    });
    const unread = sample.filter(({ pdfBytes }) => pdfBytes < 1_000);
    return [...missing, ...unread.map(({ id }) => `${id}: the API gave no PDF`)];
  },
  'no work left over': ({ work }) =>
    work.map(({ kind, subject_id: id }) => `${kind} ${id} still waits`),
  'the API shows what the rows say': ({ invoices, sample }) => {
    const rows = new Map(invoices.map((invoice) => [invoice.id, invoice]));
    return sample.flatMap(({ id, record }) => {
      const { status, iic, fic } = rows.get(id) ?? {};
      const isSame = record.status === status && record.iic === iic && record.fic === fic;
      return isSame ? [] : `${id}: ${JSON.stringify(record)}`;
    });
  },
  'every process came back': ({ deaths }) => deaths,
};

/** Searches for counterexamples of all of them. */
export function judge(evidence: Evidence): Verdicts {
  return Object.fromEntries(
    Object.entries(INVARIANTS).map(([name, search]) => [name, search(evidence)]),
  );
}

/** The sentences that do not hold, each with its counterexamples. */
export function brokenIn(verdicts: Verdicts): [name: string, counterexamples: string[]][] {
  return Object.entries(verdicts).filter(([, { length }]) => length > 0);
}

const registeredIn = ({ effects }: Evidence) =>
  new Set<string | null>(effects.map(({ iic }) => iic));

/** What was stored to be sent of each invoice, in order, each with the message that was received. */
function sendsIn({ submissions, messages }: Evidence) {
  const received = new Map(messages.map((each) => [each.requestUuid?.toLowerCase(), each]));
  const sends = submissions.map((row) => ({ ...row, message: received.get(row.request_uuid) }));
  return Map.groupBy(sends, ({ invoice_id: id }) => id);
}

/** True for a message that certainly had no effect: refused by a check, or by a scripted fault. */
function isRefused({ outcome, behaviour }: Evidence['messages'][number]): boolean {
  return outcome === 'refused' || (outcome === 'ignored' && behaviour === 'fault');
}

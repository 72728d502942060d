// What must hold at the end of every run, whatever was broken on the way. Each invariant is a
// sentence and a search for its counterexamples: what in the evidence contradicts it.

import { isExcused } from './disturbances.ts';
import { REGISTERED, type Evidence } from './evidence.ts';

/** The counterexamples that were found, by the sentence that holds where there are none. */
export type Verdicts = Record<string, readonly unknown[]>;

/** All of them, in the order of the report. */
export const INVARIANTS: Readonly<Record<string, (evidence: Indexed) => unknown[]>> = {
  'every accepted request is accounted for': ({ invoices, history, rowOf }) => [
    ...history
      .flatMap(({ ids, ...order }) => [...ids].map((id) => ({ ...order, row: rowOf.get(id) })))
      .filter(
        ({ note, issued, row }) =>
          row?.note !== note || (issued && !agree(['iic', 'invoiceNumber'], row, issued)),
      ),
    ...lacking('note', invoices, history),
  ],
  'a lost response leads to no second invoice': ({ invoices }) =>
    repeated(invoices, ({ note }) => note),
  'no client got a response that a good client should not get': ({ history }) =>
    history.filter(({ surprises }) => surprises.length > 0),
  'one effect per invoice in the ledger': ({ invoices, effects }) => [
    ...repeated(effects, ({ iic }) => iic),
    ...lacking('iic', effects, invoices),
  ],
  'the ledger and the rows have the same FIC, number and time': ({ invoices, effectOf }) =>
    invoices
      .filter(({ status }) => status === 'Fiscalized')
      .map((row) => ({ row, effect: effectOf.get(row.iic) }))
      .filter(({ row, effect }) => !agree(REGISTERED, row, effect)),
  'every message was stored before it was sent': ({ messages, submissions }) => {
    const sent = messages.filter(({ kind }) => kind === 'invoice');
    return lacking('requestUuid', sent, submissions);
  },
  // It may be signed anew only after the authority has refused it (decisions §6): then the last
  // message with the earlier IIC was refused, and none had an effect.
  'the same IIC in every send': ({ sendsOf, effectOf }) =>
    [...sendsOf.values()].flatMap((sends) => {
      const messages = sends.flatMap(({ message }) => message ?? []);
      const last = messages.at(-1)?.iic;
      return [...new Map(messages.map((message) => [message.iic, message])).values()]
        .filter((message) => message.iic !== last)
        .filter((message) => !isRefused(message) || effectOf.has(message.iic));
    }),
  'the receipt check was asked before every repeated send': (evidence) =>
    evidence.resendsWithoutCheck.filter((sent) => !isExcused(sent, evidence.disturbances)),
  // An ordinal that the ledger lacks must be that of an invoice that keeps its number: refused
  // after it was issued, or without a reply where nothing is issued offline.
  'no ordinal gap, none assigned twice': ({ invoices, effects }) => {
    const sequenceOf = (from: Numbered) => `${from.tcrCode}/${from.year}`;
    const numberOf = (from: Numbered) => `${sequenceOf(from)}/${from.ordinal}`;
    const registered = Map.groupBy(effects, numberOf);
    const numbered = invoices
      .filter(({ ordinal }) => ordinal !== null)
      .sort((one, other) => one.ordinal! - other.ordinal!);
    return [
      ...[...registered.values()].filter((same) => new Set(same.map(({ iic }) => iic)).size > 1),
      ...numbered
        .filter(({ status, iic }) => status !== 'Failed' || iic === null)
        .filter((row) => !registered.has(numberOf(row))),
      ...[...Map.groupBy(numbered, sequenceOf).values()].flatMap((rows) =>
        rows.filter(({ ordinal }, index) => ordinal !== index + 1),
      ),
    ];
  },
  'nothing Pending that is not being worked on': ({ invoices }) =>
    invoices.filter(({ status }) => status === 'Pending'),
  'every offline invoice delivered inside its time': ({ invoices, messages }) => {
    const accepted = messages.filter(({ outcome }) => outcome === 'accepted');
    return invoices.filter(({ status, offlineSince, deliverBefore, iic }) => {
      if (offlineSince === null || status !== 'Fiscalized') return status === 'Offline';
      const at = accepted.find((message) => message.iic === iic)?.receivedAt;
      return !(Date.parse(at ?? '') <= Date.parse(deliverBefore ?? ''));
    });
  },
  'Failed only where the authority refused it, without an effect': (evidence) =>
    evidence.invoices
      .filter(({ status }) => status === 'Failed')
      .map(({ id, failure }) => ({ id, failure, sends: evidence.sendsOf.get(id) ?? [] }))
      .filter(({ failure, sends }) => {
        const { outcome, efiCode, message } = sends.at(-1) ?? {};
        const isOwn = outcome === 'refused' && efiCode === failure?.efiCode;
        const isRegistered = sends.some(({ iic }) => evidence.effectOf.has(iic));
        return isRegistered || !isOwn || !isRefused(message);
      }),
  'a deposit of the day before the first cash invoice': ({ effects, deposits }) => {
    const initial = deposits.filter(({ operation }) => operation === 'INITIAL');
    const cash = effects.filter(({ typeOfInv }) => typeOfInv === 'CASH');
    return cash.filter((sale) => {
      const own = initial.filter((deposit) => agree(['tcrCode', 'day'], deposit, sale));
      return !own.some(({ sequence }) => sequence < sale.sequence);
    });
  },
  'a withdrawal is stored once however often it is asked for, and registered': (evidence) => {
    const { withdrawals, withdrawalHistory, deposits } = evidence;
    const noteOf = new Map(withdrawals.map(({ id, note }) => [id, note]));
    return [
      ...repeated(withdrawals, ({ note }) => note),
      ...lacking('note', withdrawals, withdrawalHistory),
      ...lacking('note', withdrawalHistory, withdrawals),
      ...withdrawalHistory.filter(({ ids, surprises, note }) => {
        const isOfOther = [...ids].some((id) => noteOf.get(id) !== note);
        return isOfOther || surprises.length > 0;
      }),
      ...withdrawals.filter(({ status }) => status !== 'registered'),
      ...lacking('fcdc', withdrawals, deposits),
    ];
  },
  // The amounts of a run differ, so a message shows whose it is.
  'one content and one time, its own, in every message of a withdrawal': ({
    withdrawals,
    messages,
  }) => {
    const sent = messages.filter(({ operation }) => operation === 'WITHDRAW');
    const own = new Map(withdrawals.map((row) => [row.cashAmt, row]));
    return [
      ...withdrawals.filter(({ isOfItsTime }) => isOfItsTime !== true),
      ...repeated(withdrawals, ({ tcrCode, changedAt }) => `${tcrCode} ${changedAt}`),
      ...sent.filter(({ cashAmt, tcrCode, changeDateTime }) => {
        const row = own.get(cashAmt ?? '');
        return tcrCode !== row?.tcrCode || changeDateTime?.slice(0, 19) !== row.changedAt;
      }),
    ];
  },
  // However often the authority has counted a withdrawal, it left the drawer once. What was refused
  // after a customer had it lies in the drawer, and the authority does not have it.
  'the drawers are those of the authority': ({ drawers, deposits, invoices }) =>
    drawers.filter(({ authority, drawer }) => {
      const taken = deposits.filter(
        (each) => each.operation === 'WITHDRAW' && agree(['tcrCode', 'day'], each, authority),
      );
      const once = new Map(taken.map((each) => [each.changeDateTime, cents(each.amount)]));
      const withdrawn = [...once.values()].reduce((sum, amount) => sum + amount, 0);
      const isRegistered = invoices.every(
        ({ tcrCode, status }) => tcrCode !== authority.tcrCode || status === 'Fiscalized',
      );
      const initial = cents(authority.initial);
      const banknotes = cents(isRegistered ? authority.banknotes : drawer.banknotes);
      const expected = { initial, banknotes, withdrawn, inDrawer: initial + banknotes - withdrawn };
      const names = ['initial', 'banknotes', 'withdrawn', 'inDrawer'] as const;
      return names.some((name) => cents(drawer[name]) !== expected[name]);
    }),
  'a PDF for each, with its FIC': ({ invoices, documents, sample }) => {
    const printed = Map.groupBy(documents, ({ invoiceId, fic }) => `${invoiceId} ${fic}`);
    const wrong = invoices
      .filter(({ status }) => status === 'Fiscalized' || status === 'Offline')
      .filter(({ id, fic }) => printed.get(`${id} ${fic}`)?.length !== 1);
    return [...wrong, ...sample.filter(({ pdfBytes }) => pdfBytes < 1_000)];
  },
  'no work left over': ({ work }) => work,
  'the API shows what the rows say': ({ sample, rowOf }) =>
    sample.filter(({ id, record }) => !agree(['status', 'iic', 'fic'], record, rowOf.get(id))),
  'every process came back': ({ deaths }) => deaths,
};

/** Searches for counterexamples of all of them. */
export function judge(evidence: Evidence): Verdicts {
  const indexed = indexOf(evidence);
  return Object.fromEntries(
    Object.entries(INVARIANTS).map(([name, search]) => [name, search(indexed)]),
  );
}

/** The sentences that do not hold, each with its counterexamples. */
export function brokenIn(verdicts: Verdicts) {
  return Object.entries(verdicts).filter(([, { length }]) => length > 0);
}

type Indexed = ReturnType<typeof indexOf>;

function indexOf(evidence: Evidence) {
  const { invoices, effects, submissions, messages } = evidence;
  const received = new Map(messages.map((message) => [message.requestUuid, message]));
  const sends = submissions.map((row) => ({ ...row, message: received.get(row.requestUuid) }));
  return {
    ...evidence,
    rowOf: new Map(invoices.map((row) => [row.id, row])),
    /** By IIC. */
    effectOf: new Map(effects.map((effect) => [effect.iic as string | null, effect])),
    /** What was stored to be sent of each invoice, in order, with the message that was received. */
    sendsOf: Map.groupBy(sends, ({ invoiceId }) => invoiceId),
  };
}

const cents = (amount: string | number) => Math.round(Number(amount) * 100);

type Numbered = Record<'tcrCode' | 'year' | 'ordinal', string | number | null>;

/** Whether two records have the same values of these fields. */
function agree<Field extends string>(
  fields: readonly Field[],
  one: Partial<Record<Field, unknown>> | undefined,
  other: Partial<Record<Field, unknown>> | undefined,
): boolean {
  return fields.every((field) => one?.[field] === other?.[field]);
}

/** Records with a value of this field that none of the others has. */
function lacking<Field extends string, T extends Record<Field, unknown>>(
  field: Field,
  records: readonly T[],
  others: readonly Record<Field, unknown>[],
): T[] {
  const known = new Set(others.map((other) => other[field]));
  return records.filter((record) => !known.has(record[field]));
}

/** What shares its key with another one, by that key. */
export function repeated<T>(records: readonly T[], keyOf: (record: T) => unknown) {
  return [...Map.groupBy(records, keyOf)].filter(([, { length }]) => length > 1);
}

/** True for a message that certainly had no effect: refused by a check, or by a scripted fault. */
function isRefused(message: Evidence['messages'][number] | undefined): boolean {
  const { outcome, behaviour } = message ?? {};
  return outcome === 'refused' || (outcome === 'ignored' && behaviour === 'fault');
}

// What reports must say, computed from the messages alone: those that the simulator has registered
// stand in its state file; those that it has not are what we stored before it was sent. Nothing of
// the domain is used; amounts are whole ten-thousandths of a euro.

import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import type { MessageEntry, SimulatorEvent } from '../../../apps/efi-simulator/src/state/events.ts';
import type { Body } from '../service/invoices.ts';

type Attributes = Record<string, string>;

/** One document with a number, as its message says it. */
export interface SentDocument {
  iic: string;
  invoiceNumber: string;
  tcrCode: string;
  ordinal: number;
  issueDateTime: string;
  /** The day of the issue time's text. */
  day: string;
  type: string;
  total: bigint;
  payments: { method: string; amount: bigint }[];
  vat: { key: string; base: bigint; vat: bigint }[];
  items: number;
  /** `failed`: refused after a customer had it. */
  state: 'registered' | 'open' | 'failed';
  wasOffline: boolean;
  /** The authority has it, and no reply reached its sender. */
  isUnreplied: boolean;
}

/** Everything that the authority saw of deposits and withdrawals that it did not refuse. */
export interface SentDeposit {
  tcrCode: string;
  day: string;
  operation: string;
  changeDateTime: string;
  amount: bigint;
}

/** A decimal of a message or of JSON in ten-thousandths. */
export function units(value: string | number): bigint {
  const text = typeof value === 'number' ? value.toFixed(4) : value;
  const match = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) throw new Error(`no decimal: ${text}`);
  const [, sign, whole = '', fraction = ''] = match;
  const amount = BigInt(whole + fraction.padEnd(4, '0'));
  return sign === '-' ? -amount : amount;
}

const LISTS = new Set(['PayMethod', 'I', 'SameTax']);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseAttributeValue: false,
  isArray: (name) => LISTS.has(name),
});

/** The request element of a message, in its envelope or without. */
function requestIn(xml: string): Body {
  const root = parser.parse(xml) as Body;
  return (root.Envelope?.Body?.RegisterInvoiceRequest ?? root.RegisterInvoiceRequest) as Body;
}

const TYPES: Attributes = { INVOICE: 'Invoice', CORRECTIVE: 'Corrective', ADVANCE: 'Advance' };

function documentOf(
  xml: string,
  state: SentDocument['state'],
  wasOffline: boolean,
  isUnreplied = false,
): SentDocument {
  const invoice = requestIn(xml).Invoice as Body;
  const groups = (invoice.SameTaxes?.SameTax ?? []) as Attributes[];
  return {
    iic: invoice.IIC,
    invoiceNumber: invoice.InvNum,
    tcrCode: invoice.TCRCode,
    ordinal: Number(invoice.InvOrdNum),
    issueDateTime: invoice.IssueDateTime,
    day: String(invoice.IssueDateTime).slice(0, 10),
    type: TYPES[invoice.InvType] ?? invoice.InvType,
    total: units(invoice.TotPrice),
    payments: (invoice.PayMethods.PayMethod as Attributes[]).map(({ Type = '', Amt = '' }) => ({
      method: Type,
      amount: units(Amt),
    })),
    vat: groups.map((group) => ({
      key: `${units(group.VATRate ?? '0')} ${group.ExemptFromVAT ?? null}`,
      base: units(group.PriceBefVAT ?? ''),
      vat: units(group.VATAmt ?? '0'),
    })),
    items: invoice.Items.I.length,
    state,
    wasOffline,
    isUnreplied,
  };
}

/** True for a message that had no effect and whose sender knows it. */
const isRefused = ({ outcome, behaviour }: MessageEntry) =>
  outcome === 'refused' || behaviour === 'fault';

/** A message as it was stored before it was sent. */
export interface Stored {
  iic: string;
  request: string;
}

/**
 * All documents, in the order of issue, and all deposits, in the order of arrival.
 * @param stateFile the simulator's.
 * @param stored what was stored before it was sent, the last message of a document last.
 * @param accepted withdrawals by the responses to their calls: not all of them were sent yet.
 */
export function readLedger(
  stateFile: string,
  stored: readonly Stored[],
  accepted: readonly SentDeposit[],
) {
  const events = readFileSync(stateFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SimulatorEvent);
  const messages = events.filter((event) => event.type === 'message');
  const sends = Map.groupBy(messages, ({ iic }) => iic);
  const registered = new Map(
    events.filter((event) => event.type === 'invoice').map((event) => [event.iic, event]),
  );
  const lost = new Set(
    events.filter((event) => event.type === 'answer-lost').map(({ sequence }) => sequence),
  );
  const found = new Set(
    events
      .filter((event) => event.type === 'receipt-check')
      .filter(({ outcome }) => outcome === 'found')
      .map(({ iic }) => iic),
  );
  const requests = new Map(stored.map(({ iic, request }) => [iic, request]));
  const documents = [...new Set([...registered.keys(), ...requests.keys()])].flatMap((iic) => {
    const own = sends.get(iic) ?? [];
    const isMarked = own.some(({ subsequentDelivery }) => subsequentDelivery !== null);
    const effect = registered.get(iic);
    if (effect) {
      // Without a reply it was handed out offline, until the receipt check finds it.
      const isFound = found.has(iic);
      const isReplied = own.some(({ sequence, answer }) => answer !== null && !lost.has(sequence));
      const isUnreplied = isFound || !isReplied;
      const state = isReplied || isFound ? 'registered' : 'open';
      return documentOf(effect.soap, state, isMarked || isUnreplied, isUnreplied);
    }
    const last = own.at(-1);
    const isFailed = last !== undefined && isRefused(last);
    // Refused at once, it gave its number back and reached no customer.
    if (isFailed && !isMarked) return [];
    return documentOf(requests.get(iic) ?? '', isFailed ? 'failed' : 'open', true);
  });
  documents.sort(
    (one, other) =>
      Date.parse(one.issueDateTime) - Date.parse(other.issueDateTime) ||
      one.ordinal - other.ordinal,
  );
  const deposits = messages
    .filter((message) => message.kind === 'cash-deposit' && !isRefused(message))
    .map(({ tcrCode, operation, changeDateTime, cashAmt }): SentDeposit => {
      const at = changeDateTime ?? '';
      const [day, amount] = [at.slice(0, 10), units(cashAmt ?? '')];
      const what = { tcrCode: tcrCode ?? '', operation: operation ?? '', changeDateTime: at };
      return { ...what, day, amount };
    });
  return { documents, deposits: [...deposits, ...accepted] };
}

export type SentLedger = ReturnType<typeof readLedger>;

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n);

/** Rows by a key, in the order of the keys: in which order a report has them is no sum. */
function grouped<T, Row>(
  each: readonly T[],
  keyOf: (one: T) => string,
  rowOf: (own: readonly T[]) => Row,
) {
  const groups = [...Map.groupBy(each, keyOf)].sort(([one], [other]) => (one < other ? -1 : 1));
  return groups.map(([key, own]) => ({ key, ...rowOf(own) }));
}

/** The three tables over documents; an amount is text, as `toEqual` shows no bigint well. */
function sumsOf(documents: readonly SentDocument[]) {
  return {
    count: documents.length,
    total: String(sum(documents.map(({ total }) => total))),
    byType: grouped(
      documents,
      ({ type }) => type,
      (own) => ({ count: own.length, total: String(sum(own.map(({ total }) => total))) }),
    ),
    byPayment: grouped(
      documents.flatMap(({ payments }) => payments),
      ({ method }) => method,
      // The schema has each method once in a message.
      (own) => ({ count: own.length, amount: String(sum(own.map(({ amount }) => amount))) }),
    ),
    byVat: grouped(
      documents.flatMap(({ vat }) => vat),
      ({ key }) => key,
      (own) => {
        const [base, vat] = [sum(own.map((each) => each.base)), sum(own.map((each) => each.vat))];
        return { base: String(base), vat: String(vat), total: String(base + vat) };
      },
    ),
  };
}

/** The documents of a register in a range of days, both included. */
export function documentsIn(ledger: SentLedger, tcrCode: string, from: string, to: string) {
  return ledger.documents.filter(
    (each) => each.tcrCode === tcrCode && each.day >= from && each.day <= to,
  );
}

const banknotesOf = (documents: readonly SentDocument[]) =>
  sum(
    documents
      .flatMap(({ payments }) => payments)
      .filter(({ method }) => method === 'BANKNOTE')
      .map(({ amount }) => amount),
  );

/** INITIAL + BANKNOTE of what customers hold − withdrawals, of one day. Protocol §4. */
function expectedDrawer(ledger: SentLedger, tcrCode: string, day: string) {
  const own = ledger.deposits.filter((each) => each.tcrCode === tcrCode && each.day === day);
  const initial = own.findLast(({ operation }) => operation === 'INITIAL')?.amount ?? 0n;
  // However often it is sent, a withdrawal has one content, and no other one of its second.
  const withdrawals = new Map(
    own
      .filter(({ operation }) => operation === 'WITHDRAW')
      .map(({ changeDateTime, amount }) => [changeDateTime, amount]),
  );
  const withdrawn = sum([...withdrawals.values()]);
  const banknotes = banknotesOf(documentsIn(ledger, tcrCode, day, day));
  return {
    initial: String(initial),
    banknotes: String(banknotes),
    withdrawn: String(withdrawn),
    inDrawer: String(initial + banknotes - withdrawn),
  };
}

/** `state`, `day` or `period` of a register; `drawer` of one day only. */
export function expectedSums(ledger: SentLedger, tcrCode: string, from: string, to: string) {
  const own = documentsIn(ledger, tcrCode, from, to);
  const of = (...states: SentDocument['state'][]) =>
    own.filter((each) => states.includes(each.state));
  return {
    registered: sumsOf(of('registered')),
    notRegistered: sumsOf(of('open')),
    turnover: sumsOf(of('registered', 'open')),
    failed: of('failed').map(({ iic, invoiceNumber, issueDateTime, total }) => ({
      iic,
      invoiceNumber,
      issuedAt: issueDateTime,
      total: String(total),
    })),
    drawer: from === to ? expectedDrawer(ledger, tcrCode, from) : null,
    forDeposit: String(banknotesOf(own)),
  };
}

const JOURNALS: Record<string, (document: SentDocument) => boolean> = {
  journal: () => true,
  'offline-journal': ({ wasOffline }) => wasOffline,
  'corrective-journal': ({ type }) => type === 'Corrective',
};
export const JOURNAL_NAMES = Object.keys(JOURNALS);

/** One of the journals of a register. */
export function expectedJournal(
  ledger: SentLedger,
  name: string,
  tcrCode: string,
  from: string,
  to: string,
) {
  const own = documentsIn(ledger, tcrCode, from, to).filter((each) => JOURNALS[name]!(each));
  return {
    documents: own.map(({ iic, total, items }) => ({ iic, total: String(total), items })),
    // A day of which all have failed is listed, with nothing in its subtotal.
    subtotals: grouped(
      own,
      ({ day }) => day,
      (ofDay) => {
        const counted = ofDay.filter(({ state }) => state !== 'failed');
        return { count: counted.length, total: String(sum(counted.map(({ total }) => total))) };
      },
    ),
  };
}

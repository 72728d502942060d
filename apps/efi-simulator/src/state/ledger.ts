// The ledger: every message received, every effect it had, every question of the receipt check.
// What a request asks is answered from a map, so that its cost does not grow with the number of
// invoices stored.

import { summarize } from './ledger-summary.ts';
import type { LedgerSummary } from './ledger-summary.ts';
import type { MessageEntry, ReceiptCheck, RegisteredDeposit, RegisteredInvoice } from './events.ts';

/** Which messages a reader of the ledger wants; without a field: all. */
export interface LedgerFilter {
  readonly iic?: string | undefined;
  readonly tcrCode?: string | undefined;
}

/** A registered invoice with the size of its message in place of the message. */
export type ListedInvoice = Omit<RegisteredInvoice, 'soap'> & { readonly soapBytes: number };

/** A part of the ledger, in order of arrival. */
export interface LedgerView {
  readonly messages: readonly MessageEntry[];
  readonly invoices: readonly ListedInvoice[];
  readonly deposits: readonly RegisteredDeposit[];
  /** Under a TCR: those of the IICs that it has sent. */
  readonly receiptChecks: readonly ReceiptCheck[];
}

/** A cash drawer on one day: the last INITIAL deposit, and whether it may still be changed. */
interface DrawerDay {
  initial: RegisteredDeposit | null;
  hasCashInvoice: boolean;
}

/** What a reader of the ledger sees of an invoice: all but the message itself. */
function withoutMessage(invoice: RegisteredInvoice): ListedInvoice {
  const { soap, ...rest } = invoice;
  return { ...rest, soapBytes: Buffer.byteLength(soap) };
}

function pushTo<T>(map: Map<string, T[]>, key: string | null, value: T): void {
  if (key === null) return;
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Messages and effects of one simulator. */
export class Ledger {
  readonly #messages: MessageEntry[] = [];
  readonly #messagesBySequence = new Map<number, MessageEntry>();
  readonly #messagesByIic = new Map<string, MessageEntry[]>();
  readonly #messagesByTcr = new Map<string, MessageEntry[]>();
  readonly #requestUuids = new Set<string>();
  readonly #invoices: RegisteredInvoice[] = [];
  readonly #invoicesByIic = new Map<string, RegisteredInvoice[]>();
  readonly #invoicesByNumber = new Map<string, RegisteredInvoice>();
  readonly #correctives = new Map<string, RegisteredInvoice[]>();
  readonly #deposits: RegisteredDeposit[] = [];
  readonly #drawers = new Map<string, DrawerDay>();
  readonly #receiptChecks: ReceiptCheck[] = [];
  readonly #checksByIic = new Map<string, ReceiptCheck[]>();
  #sequence = 0;
  /** Null as soon as something new has come. */
  #summary: LedgerSummary | null = null;

  /** Number of the next message. */
  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Number of the last message that has come; 0: none. */
  get lastSequence(): number {
    return this.#sequence;
  }

  /** Takes a message in, or what became of a slow one that was taken in at its arrival. */
  addMessage(entry: MessageEntry): void {
    this.#countOn(entry.sequence);
    const waiting = this.#messagesBySequence.get(entry.sequence);
    if (waiting) {
      this.#recordOutcome(waiting, entry);
      return;
    }
    this.#messages.push(entry);
    this.#messagesBySequence.set(entry.sequence, entry);
    pushTo(this.#messagesByIic, entry.iic, entry);
    pushTo(this.#messagesByTcr, entry.tcrCode, entry);
    if (entry.outcome !== 'waiting') this.#noteRequestUuid(entry);
  }

  /** Notes that the answer to a message did not get out. */
  loseAnswer(sequence: number): void {
    this.#summary = null;
    const entry = this.#messagesBySequence.get(sequence);
    if (entry) entry.answerLost = true;
  }

  addReceiptCheck(check: ReceiptCheck): void {
    this.#summary = null;
    this.#receiptChecks.push(check);
    pushTo(this.#checksByIic, check.iic, check);
  }

  addInvoice(invoice: RegisteredInvoice): void {
    this.#countOn(invoice.sequence);
    this.#invoices.push(invoice);
    pushTo(this.#invoicesByIic, invoice.iic, invoice);
    if (!this.#invoicesByNumber.has(invoice.invoiceNumber)) {
      this.#invoicesByNumber.set(invoice.invoiceNumber, invoice);
    }
    pushTo(this.#correctives, invoice.correctedIic, invoice);
    if (invoice.typeOfInv === 'CASH') {
      this.#drawer(invoice.tcrCode, invoice.day).hasCashInvoice = true;
    }
  }

  addDeposit(deposit: RegisteredDeposit): void {
    this.#countOn(deposit.sequence);
    this.#deposits.push(deposit);
    if (deposit.operation === 'INITIAL') {
      this.#drawer(deposit.tcrCode, deposit.day).initial = deposit;
    }
  }

  /** The first registration of an IIC; null if there is none. */
  firstInvoice(iic: string): RegisteredInvoice | null {
    return this.#invoicesByIic.get(iic)?.[0] ?? null;
  }

  /** The first registration of an invoice number; null if there is none. */
  invoiceOfNumber(invoiceNumber: string): RegisteredInvoice | null {
    return this.#invoicesByNumber.get(invoiceNumber) ?? null;
  }

  /** Correctives of an invoice, in order of arrival. */
  correctivesOf(iic: string): readonly RegisteredInvoice[] {
    return this.#correctives.get(iic) ?? [];
  }

  /** When the message of that number came, milliseconds since 1970. */
  receivedAt(sequence: number): number {
    return Date.parse(this.#messagesBySequence.get(sequence)?.receivedAt ?? '');
  }

  /** Did the message of that number carry SubseqDelivType? */
  isMarked(sequence: number): boolean {
    return (this.#messagesBySequence.get(sequence)?.subsequentDelivery ?? null) !== null;
  }

  hasRequestUuid(requestUuid: string): boolean {
    return this.#requestUuids.has(requestUuid.toLowerCase());
  }

  /** Has the INITIAL deposit of that TCR and day been registered? */
  hasInitialDeposit(tcrCode: string, day: string): boolean {
    const drawer = this.#drawers.get(`${tcrCode}|${day}`);
    return drawer !== undefined && drawer.initial !== null;
  }

  /** Has a cash invoice of that TCR and day been fiscalized, so that INITIAL is final? */
  hasCashInvoice(tcrCode: string, day: string): boolean {
    return this.#drawers.get(`${tcrCode}|${day}`)?.hasCashInvoice ?? false;
  }

  /** Messages and effects, all or those of one IIC or TCR. */
  view(filter: LedgerFilter): LedgerView {
    const { iic, tcrCode } = filter;
    const isWanted = (of: { iic: string | null; tcrCode: string | null }) =>
      (iic === undefined || of.iic === iic) && (tcrCode === undefined || of.tcrCode === tcrCode);
    const invoices = (iic === undefined ? this.#invoices : this.#invoicesByIic.get(iic)) ?? [];
    const deposits = iic === undefined ? this.#deposits : [];
    const checks = (iic === undefined ? this.#receiptChecks : this.#checksByIic.get(iic)) ?? [];
    return {
      messages: this.#narrow(filter).filter(isWanted),
      invoices: invoices.filter(isWanted).map(withoutMessage),
      deposits: deposits.filter((deposit) => isWanted({ ...deposit, iic: null })),
      receiptChecks: checks.filter((check) =>
        isWanted({ iic: check.iic, tcrCode: this.#tcrCodeOf(check.iic) }),
      ),
    };
  }

  /** Counts over everything; made anew only if something has come since the last time. */
  summary(): LedgerSummary {
    this.#summary ??= summarize({
      messages: this.#messages,
      messagesByIic: this.#messagesByIic,
      invoices: this.#invoices,
      deposits: this.#deposits,
      receiptChecks: this.#receiptChecks,
      checksByIic: this.#checksByIic,
    });
    return this.#summary;
  }

  /** What became of a slow message takes the place of what was written at its arrival. */
  #recordOutcome(waiting: MessageEntry, entry: MessageEntry): void {
    const answerLost = waiting.answerLost || entry.answerLost;
    const isNowOfTcr = waiting.tcrCode === null;
    Object.assign(waiting, entry, { answerLost });
    if (isNowOfTcr) pushTo(this.#messagesByTcr, entry.tcrCode, waiting);
    this.#noteRequestUuid(waiting);
  }

  #noteRequestUuid({ requestUuid }: MessageEntry): void {
    if (requestUuid !== null) this.#requestUuids.add(requestUuid.toLowerCase());
  }

  #tcrCodeOf(iic: string | null): string | null {
    return (iic === null ? undefined : this.#messagesByIic.get(iic)?.[0]?.tcrCode) ?? null;
  }

  /** After a restart the numbers continue behind the highest one read back. */
  #countOn(sequence: number): void {
    this.#summary = null;
    this.#sequence = Math.max(this.#sequence, sequence);
  }

  #narrow({ iic, tcrCode }: LedgerFilter): readonly MessageEntry[] {
    if (iic !== undefined) return this.#messagesByIic.get(iic) ?? [];
    if (tcrCode !== undefined) return this.#messagesByTcr.get(tcrCode) ?? [];
    return this.#messages;
  }

  #drawer(tcrCode: string, day: string): DrawerDay {
    const key = `${tcrCode}|${day}`;
    const known = this.#drawers.get(key);
    if (known) return known;
    const drawer: DrawerDay = { initial: null, hasCashInvoice: false };
    this.#drawers.set(key, drawer);
    return drawer;
  }
}

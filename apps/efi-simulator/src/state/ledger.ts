// The ledger: every message received, every effect it had, every question of the receipt check.
// What the checks of a message need comes from a map, so that their cost does not grow with the
// number of invoices stored.

import { drawersOf } from './drawers.ts';
import { summarize } from './ledger-summary.ts';
import type { LedgerSummary } from './ledger-summary.ts';
import type { MessageEntry, ReceiptCheck, RegisteredDeposit, RegisteredInvoice } from './events.ts';

/** Which messages a reader of the ledger wants; without a field: all. */
export interface LedgerFilter {
  readonly iic?: string | undefined;
  readonly tcrCode?: string | undefined;
}

/**
 * What a reader of the ledger sees of an invoice: the size of its message in place of the message.
 */
function withoutMessage({ soap, ...invoice }: RegisteredInvoice) {
  return { ...invoice, soapBytes: Buffer.byteLength(soap) };
}

const dayOf = ({ tcrCode, day }: { tcrCode: string; day: string }) => `${tcrCode}|${day}`;

const contentOf = ({ tcrCode, operation, changeDateTime, amount }: RegisteredDeposit) =>
  [tcrCode, operation, changeDateTime, amount].join('|');

/** Messages and effects of one simulator. */
export class Ledger {
  readonly #messages = new Map<number, MessageEntry>();
  readonly #requestUuids = new Set<string>();
  readonly #invoices: RegisteredInvoice[] = [];
  readonly #invoicesByIic = new Map<string, RegisteredInvoice>();
  readonly #invoicesByNumber = new Map<string, RegisteredInvoice>();
  readonly #deposits: RegisteredDeposit[] = [];
  /** By TCR and day: the INITIAL deposit is registered; it is final. */
  readonly #deposited = new Set<string>();
  readonly #withdrawals = new Map<string, RegisteredDeposit>();
  readonly #soldForCash = new Set<string>();
  readonly #receiptChecks: ReceiptCheck[] = [];
  #lastSequence = 0;

  /** Number of the last message that has come; 0: none. */
  get lastSequence(): number {
    return this.#lastSequence;
  }

  addMessage(entry: MessageEntry): void {
    this.#countOn(entry.sequence);
    this.#messages.set(entry.sequence, entry);
    if (entry.requestUuid !== null) this.#requestUuids.add(entry.requestUuid.toLowerCase());
  }

  /** Notes that the reply to a message was not sent. */
  markReplyLost(sequence: number): void {
    const entry = this.#messages.get(sequence);
    if (entry) entry.answerLost = true;
  }

  addReceiptCheck(check: ReceiptCheck): void {
    this.#receiptChecks.push(check);
  }

  addInvoice(invoice: RegisteredInvoice): void {
    this.#countOn(invoice.sequence);
    this.#invoices.push(invoice);
    const { iic, invoiceNumber } = invoice;
    if (!this.#invoicesByIic.has(iic)) this.#invoicesByIic.set(iic, invoice);
    if (!this.#invoicesByNumber.has(invoiceNumber)) {
      this.#invoicesByNumber.set(invoiceNumber, invoice);
    }
    if (invoice.typeOfInv === 'CASH') this.#soldForCash.add(dayOf(invoice));
  }

  addDeposit(deposit: RegisteredDeposit): void {
    this.#countOn(deposit.sequence);
    this.#deposits.push(deposit);
    if (deposit.operation === 'INITIAL') this.#deposited.add(dayOf(deposit));
    else if (!this.firstWithdrawal(deposit)) this.#withdrawals.set(contentOf(deposit), deposit);
  }

  /** The first registered withdrawal with the content of this deposit; null if there is none. */
  firstWithdrawal(deposit: RegisteredDeposit): RegisteredDeposit | null {
    return this.#withdrawals.get(contentOf(deposit)) ?? null;
  }

  /** The first registration of an IIC; null if there is none. */
  firstInvoice(iic: string): RegisteredInvoice | null {
    return this.#invoicesByIic.get(iic) ?? null;
  }

  /** The first registration of an invoice number; null if there is none. */
  invoiceOfNumber(invoiceNumber: string): RegisteredInvoice | null {
    return this.#invoicesByNumber.get(invoiceNumber) ?? null;
  }

  /** Correctives of an invoice, in order of arrival. */
  correctivesOf(iic: string): readonly RegisteredInvoice[] {
    return this.#invoices.filter(({ correctedIic }) => correctedIic === iic);
  }

  /** When the message of that number came, milliseconds since 1970. */
  receivedAt(sequence: number): number {
    return Date.parse(this.#messages.get(sequence)?.receivedAt ?? '');
  }

  hasRequestUuid(requestUuid: string): boolean {
    return this.#requestUuids.has(requestUuid.toLowerCase());
  }

  /** Has the INITIAL deposit of that TCR and day been registered? */
  hasInitialDeposit(tcrCode: string, day: string): boolean {
    return this.#deposited.has(dayOf({ tcrCode, day }));
  }

  /** Has a cash invoice of that TCR and day been fiscalized, so that INITIAL is final? */
  hasCashInvoice(tcrCode: string, day: string): boolean {
    return this.#soldForCash.has(dayOf({ tcrCode, day }));
  }

  /** Messages and effects in order of arrival, all or those of one IIC or TCR. */
  view({ iic, tcrCode }: LedgerFilter = {}) {
    const messages = [...this.#messages.values()];
    const tcrs = new Map(messages.toReversed().map((message) => [message.iic, message.tcrCode]));
    const isWanted = (of: { iic?: string | null; tcrCode?: string | null }) =>
      (iic === undefined || of.iic === iic) && (tcrCode === undefined || of.tcrCode === tcrCode);
    const invoices = this.#invoices.filter(isWanted);
    const deposits = this.#deposits.filter(isWanted);
    return {
      messages: messages.filter(isWanted),
      invoices: invoices.map(withoutMessage),
      deposits,
      drawers: drawersOf(deposits, invoices),
      /** Under a TCR: those of the IICs that it has sent. */
      receiptChecks: this.#receiptChecks.filter(({ iic: of }) =>
        isWanted({ iic: of, tcrCode: of === null ? null : (tcrs.get(of) ?? null) }),
      ),
    };
  }

  /** Counts over everything. */
  summary(): LedgerSummary {
    return summarize({
      messages: [...this.#messages.values()],
      invoices: this.#invoices,
      deposits: this.#deposits,
      receiptChecks: this.#receiptChecks,
    });
  }

  /** After a restart the numbers continue behind the highest one read back. */
  #countOn(sequence: number): void {
    this.#lastSequence = Math.max(this.#lastSequence, sequence);
  }
}

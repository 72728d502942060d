// The authority as the worker sees it: three operations and the public receipt check, each one
// exchange with one outcome. It signs nothing, stores nothing and never sends anything twice.
import { wrapInEnvelope } from '../messages/envelope.ts';
import type { CashDepositOutcome, InvoiceOutcome, TcrOutcome } from '../outcome.ts';
import { REGISTER_CASH_DEPOSIT, REGISTER_INVOICE, REGISTER_TCR } from '../protocol.ts';
import type { Operation } from '../protocol.ts';
import { readReply } from '../reply/read-reply.ts';
import type { AnyOutcome } from '../reply/read-reply.ts';
import { readReceiptCheck, receiptCheckPost } from './receipt-check.ts';
import type { Receipt, ReceiptCheckResult } from './receipt-check.ts';
import { createTransport } from './transport.ts';
import { parseTrustAnchors } from '../reply/trust-anchors.ts';

/** Where the authority is and whose replies are believed. One client for each environment. */
export interface EfiClientOptions {
  /** SOAP endpoint. */
  endpoint: string;
  /** Endpoint of the public receipt check. */
  receiptCheckUrl: string;
  /** Certificates in PEM under which a reply is believed: CAs, or the signing one itself. */
  trustAnchors: string;
  /**
   * SHA-256 fingerprints, hexadecimal with colons: one of them must be the signer's. Default: any.
   */
  pinnedFingerprints?: readonly string[];
  /** A reply that says it comes from the simulator is none. */
  isLive?: boolean;
  /** Time for one exchange. The authority itself may need 2 s (Protocol §1). */
  timeoutMs: number;
  /** Time for one question to the receipt check; default `timeoutMs`. */
  receiptCheckTimeoutMs?: number;
  /** Time for the connection alone; default 3000, and never more than `timeoutMs`. */
  connectTimeoutMs?: number;
  /** Asked when a reply is there: its certificate must be valid then. */
  clock: () => Date;
  /** Certificates in PEM that are trusted for TLS besides the system's. */
  tlsCa?: string;
}

/** What the caller may say about one exchange. */
export interface ExchangeOptions {
  /** Ends the exchange early; the outcome is then `unanswered`. */
  signal?: AbortSignal;
  /** Asked once the connection stands: where it says no, not a byte is sent. Default: yes. */
  mayBeSent?: () => boolean;
}

/** Opened by `createEfiClient`; to be closed. */
export interface EfiClient {
  /** Sends a signed RegisterInvoiceRequest. `requestUuid` is the UUID in its header. */
  registerInvoice: (
    xml: string,
    requestUuid: string,
    options?: ExchangeOptions,
  ) => Promise<InvoiceOutcome>;
  /** Sends a signed RegisterTCRRequest. */
  registerTcr: (xml: string, requestUuid: string, options?: ExchangeOptions) => Promise<TcrOutcome>;
  /** Sends a signed RegisterCashDepositRequest. */
  registerCashDeposit: (
    xml: string,
    requestUuid: string,
    options?: ExchangeOptions,
  ) => Promise<CashDepositOutcome>;
  /** Asks the public check for an invoice; sends nothing to be registered. */
  checkReceipt: (receipt: Receipt, options?: ExchangeOptions) => Promise<ReceiptCheckResult>;
  /** Ends all connections; an exchange that is under way ends unanswered. */
  close: () => void;
}

// A reply has about 4 kB, and some 20 kB with a long chain of certificates. Reading costs time
// and is stored with the message, so that nothing much larger is read. The receipt check's reply
// carries the whole invoice.
const REPLY_BYTES_MAX = 128 * 1024;
const RECEIPT_CHECK_BYTES_MAX = 1024 * 1024;
const CONNECT_TIMEOUT_MS = 3000;

/**
 * A client with keep-alive connections. Throws `TrustAnchorError`, and `TypeError` for a bad URL.
 */
export function createEfiClient(options: EfiClientOptions): EfiClient {
  const trustAnchors = parseTrustAnchors(options.trustAnchors);
  const limits = {
    timeoutMs: options.timeoutMs,
    connectTimeoutMs: Math.min(options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, options.timeoutMs),
    tlsCa: options.tlsCa,
    isSimulatorRefused: options.isLive ?? false,
  };
  const service = createTransport({
    ...limits,
    url: options.endpoint,
    replyBytesMax: REPLY_BYTES_MAX,
  });
  const receiptCheck = createTransport({
    ...limits,
    url: options.receiptCheckUrl,
    timeoutMs: options.receiptCheckTimeoutMs ?? options.timeoutMs,
    replyBytesMax: RECEIPT_CHECK_BYTES_MAX,
  });

  async function send(
    operation: Operation,
    xml: string,
    requestUuid: string,
    exchange: ExchangeOptions | undefined,
  ): Promise<AnyOutcome> {
    const result = await service.post({
      body: wrapInEnvelope(xml),
      headers: {
        'Content-Type': 'text/xml; charset=utf-8',
        SOAPAction: `"${operation.soapAction}"`,
      },
      ...exchange,
    });
    const pinnedFingerprints = options.pinnedFingerprints ?? [];
    const expected = { operation, requestUuid, trustAnchors, pinnedFingerprints };
    return readReply(result, { ...expected, now: options.clock() });
  }

  return {
    registerInvoice: async (xml, requestUuid, exchange) =>
      named(await send(REGISTER_INVOICE, xml, requestUuid, exchange), (fic) => ({ fic })),
    registerTcr: async (xml, requestUuid, exchange) =>
      named(await send(REGISTER_TCR, xml, requestUuid, exchange), (tcrCode) => ({ tcrCode })),
    registerCashDeposit: async (xml, requestUuid, exchange) =>
      named(await send(REGISTER_CASH_DEPOSIT, xml, requestUuid, exchange), (fcdc) => ({ fcdc })),
    checkReceipt: async (receipt, exchange) => {
      const post = { ...receiptCheckPost(receipt), signal: exchange?.signal };
      return readReceiptCheck(receipt, await receiptCheck.post(post));
    },
    close: () => {
      service.close();
      receiptCheck.close();
    },
  };
}

/** Gives the code of a registered outcome the name it has in this operation. */
function named<Identifier extends object>(
  outcome: AnyOutcome,
  name: (identifier: string) => Identifier,
) {
  if (outcome.kind !== 'registered') {
    return outcome;
  }
  const { identifier, ...registered } = outcome;
  return { ...registered, ...name(identifier) };
}

// The outcome of one message to the authority: a closed union, to be switched exhaustively.
// Decisions §6, "Outcome of a send". Unanswered is never a failure: the document may be registered.

/** Why there is no reply that can be believed. */
export type UnansweredReason =
  /** No complete reply within the time, or no connection within it. */
  | 'timeout'
  /** The connection could not be made, or broke, or the caller gave up. */
  | 'connection'
  /** An HTTP error without a fault in it. */
  | 'http'
  /** A fault that says the authority itself has failed: 0, 9xx or SERVER. */
  | 'server-fault'
  /** A fault of the client's with a code that is not documented, so that its meaning is unknown. */
  | 'undocumented-fault'
  /** Not a SOAP reply, or not the reply to this operation. */
  | 'unreadable'
  /** The signature is missing, wrong, or of no signer of the authority. */
  | 'bad-signature'
  /** Signed in the authority's name, by a certificate that leads to none of our trust anchors. */
  | 'not-anchored'
  /** The authority's signature, by another certificate than those that the operator has pinned. */
  | 'not-pinned'
  /** It comes from the simulator, where the authority itself should be. */
  | 'simulator'
  /** It is the reply to another request. */
  | 'wrong-request'
  /** Larger than any reply can be. */
  | 'too-large'
  /** The caller kept it back, because the authority had been silent. */
  | 'withheld';

/** What became of a POST: a reply, whatever its status, or none. */
export type PostResult =
  | { kind: 'replied'; httpStatus: number; body: Buffer }
  | {
      kind: 'failed';
      reason: 'timeout' | 'connection' | 'too-large' | 'simulator';
      detail: string;
      /** False only if no connection stood on which a byte could have been sent. */
      wasSent: boolean;
      httpStatus: number | null;
      /** The body as far as it came; null if nothing did. */
      body: Buffer | null;
    };

/** What came back over HTTP, for the record; both null if nothing did. */
export interface RawReply {
  httpStatus: number | null;
  /** The body as it came, complete or as far as it got: any bytes at all. */
  rawReply: Buffer | null;
}

/** Accepted: the reply is signed under our trust anchors and is the reply to our request. */
export interface Registered extends RawReply {
  kind: 'registered';
  responseUuid: string;
  /** When the authority replied, in its own words: `2026-07-11T15:51:05+02:00`. */
  repliedAt: string;
}

/** Refused with a code of the authority: this message registered nothing. */
export interface Refused extends RawReply {
  kind: 'refused';
  /** See faults.ts of the domain. */
  efiCode: number;
  /** The authority's own words. */
  efiMessage: string;
  responseUuid: string | null;
}

/** No reply that can be believed. */
export interface Unanswered extends RawReply {
  kind: 'unanswered';
  reason: UnansweredReason;
  /** One English sentence for the log and the panel. */
  detail: string;
  /** False only if it is certain that the authority has not seen a byte of the message. */
  wasSent: boolean;
}

/** Outcome of an operation whose reply carries `Identifier`. */
export type Outcome<Identifier> = (Registered & Identifier) | Refused | Unanswered;

/** Outcome of an invoice: its FIC (JIKR), a UUID as the authority wrote it. */
export type InvoiceOutcome = Outcome<{ fic: string }>;
/** Outcome of a cash register's registration: its code (ENU). */
export type TcrOutcome = Outcome<{ tcrCode: string }>;
/** Outcome of a deposit: its FCDC, a UUID as the authority wrote it. */
export type CashDepositOutcome = Outcome<{ fcdc: string }>;

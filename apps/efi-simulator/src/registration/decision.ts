import type { Refusal } from '../message/refusal.ts';
import type { SimulatorEvent } from '../state/events.ts';

/** What the authority makes of a message. */
export type Decision =
  | {
      /** `repeated`: an invoice that it already has, which gets its first FIC back. */
      readonly outcome: 'accepted' | 'repeated';
      /** FIC, FCDC or TCR code. */
      readonly answer: string;
      /** Null for a repeated one. */
      readonly effect: SimulatorEvent | null;
      readonly findings: readonly string[];
    }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  /** Never looked at, and not answered by the authority. */
  | { readonly outcome: 'ignored' };

/** Where and when a decision is taken. */
export interface Moment {
  /** Milliseconds since 1970, the authority's clock. */
  readonly now: number;
  /** Number of the message in the ledger. */
  readonly sequence: number;
  /** The whole SOAP message. */
  readonly soap: string;
}

import type { Refusal } from '../message/refusal.ts';
import type { SimulatorEvent } from '../state/events.ts';

/** What the authority decides on a message. */
export type Decision =
  | {
      /** `repeated`: what it already has, which gets its first FIC or FCDC back. */
      readonly outcome: 'accepted' | 'repeated';
      /** FIC, FCDC or TCR code. */
      readonly issuedCode: string;
      /** Null for a repeated one. */
      readonly effect: SimulatorEvent | null;
      readonly findings: readonly string[];
    }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  /** Not processed, and without a reply of the authority. */
  | { readonly outcome: 'ignored' };

/** A message as it arrived. */
export interface Reception {
  /** Milliseconds since 1970, the authority's clock. */
  readonly now: number;
  /** Number of the message in the ledger. */
  readonly sequence: number;
  /** The whole SOAP message. */
  readonly soap: string;
}

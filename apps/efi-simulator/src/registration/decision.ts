import type { Refusal } from '../checks/refusal.ts';
import type { SimulatorEvent } from '../state/events.ts';

/**
 * What the authority makes of a genuine request: an effect with a code of its own, the first FIC
 * of an invoice that it already has, or a refusal.
 */
export type Decision =
  | {
      readonly outcome: 'accepted';
      /** FIC, FCDC or TCR code. */
      readonly answer: string;
      readonly effect: SimulatorEvent;
      readonly findings: readonly string[];
    }
  | { readonly outcome: 'repeated'; readonly answer: string }
  | { readonly outcome: 'refused'; readonly refusal: Refusal };

/** Where and when a decision is taken. */
export interface Moment {
  /** Milliseconds since 1970, the authority's clock. */
  readonly now: number;
  /** Number of the message in the ledger. */
  readonly sequence: number;
  /** The whole SOAP message. */
  readonly soap: string;
}

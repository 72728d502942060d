/**
 * One thing wrong with what the caller sent. The caller's mistakes are data, never exceptions, and
 * are reported all at once (decisions §2).
 */
export interface Issue {
  /** Stable constant, listed in docs/errors.md. */
  code: string;
  /** Where in the payload: `items[2].vat.rate`; empty for the payload as a whole. */
  path: string;
  /** One readable English sentence. */
  message: string;
}

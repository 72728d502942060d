/** Why a print failed; each word is a row of docs/errors.md. */
export type PdfErrorCode =
  /** Chrome could not be started. */
  | 'PDF_BROWSER_UNAVAILABLE'
  /** A page did not answer in time and was killed. */
  | 'PDF_RENDER_TIMEOUT'
  /** Chrome or its page broke twice over the same document. */
  | 'PDF_RENDER_FAILED'
  /** The renderer was closed before or while the document was printed. */
  | 'PDF_RENDERER_CLOSED'
  /** The stored data is not what an invoice can be printed from. */
  | 'PDF_DOCUMENT_INVALID';

/** A print that broke. It never says anything about the fiscal state of the invoice. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PdfError';
    this.code = code;
  }
}

/** Why a print failed. */
export const PDF_ERROR_CODES = [
  /** Chrome could not be started. */
  'PDF_BROWSER_UNAVAILABLE',
  /** Chrome could only be started without its sandbox, and that is not allowed here. */
  'PDF_SANDBOX_UNAVAILABLE',
  /** A page did not respond in time and was killed. */
  'PDF_RENDER_TIMEOUT',
  /** Chrome, its page or the print process broke twice over the same document. */
  'PDF_RENDER_FAILED',
  /** The renderer was closed before or while the document was printed. */
  'PDF_RENDERER_CLOSED',
  /** The stored data is not what an invoice can be printed from. */
  'PDF_DOCUMENT_INVALID',
] as const;

export type PdfErrorCode = (typeof PDF_ERROR_CODES)[number];

/** A print that broke. It never says anything about the fiscal state of the invoice. */
export class PdfError extends Error {
  readonly code: PdfErrorCode;

  constructor(code: PdfErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PdfError';
    this.code = code;
  }
}

/** What the printer needs of a logger; the runtime's one fits. */
export interface PdfLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the printer needs of a logger; the runtime's one fits. */
export interface PdfLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

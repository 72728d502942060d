/**
 * A message cannot be written from what was given. Whatever reaches this package was validated
 * before, so that it is a fault of ours, or of an earlier version that accepted the document.
 */
export class MessageError extends Error {
  override readonly name = 'MessageError';
  /**
   * - `XML_CHARACTER_ILLEGAL`: no XML document can hold it.
   * - `MESSAGE_TOO_LARGE`: the authority takes no message of its size.
   * - `REQUEST_NOT_VALID`: it breaks the authority's schema.
   */
  readonly code: 'XML_CHARACTER_ILLEGAL' | 'MESSAGE_TOO_LARGE' | 'REQUEST_NOT_VALID';

  /** `code` says which rule was broken, `message` by which value. */
  constructor(code: MessageError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

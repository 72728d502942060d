/**
 * A message cannot be written from what was given. It never blames the caller of the API: whatever
 * reaches this room was validated before, so this is a fault of ours.
 */
export class MessageError extends Error {
  override readonly name = 'MessageError';
  /** `XML_CHARACTER_ILLEGAL`: no XML document can hold it. `DECIMAL_NOT_EXACT`: digits would be lost. */
  readonly code: 'XML_CHARACTER_ILLEGAL' | 'DECIMAL_NOT_EXACT';

  /** `code` says which rule was broken, `message` by which value. */
  constructor(code: MessageError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

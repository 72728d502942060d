// How the API and the process that opens a certificate file talk: a line of JSON, and behind it the
// bytes that may be a secret. No string is made of those, because a string can not be erased.

/** Values that JSON can carry, with bytes that it should not. */
export interface CertificateMessage {
  /** Parsed JSON, not checked. */
  values: unknown;
  bytes: Buffer;
}

const LINE_BREAK = 0x0a;

export function writeMessage(values: object, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(values)}\n`), bytes]);
}

/** Its `bytes` are a view of the message. */
export function readMessage(message: Buffer): CertificateMessage {
  const end = message.indexOf(LINE_BREAK);
  return { values: JSON.parse(message.toString('utf8', 0, end)), bytes: message.subarray(end + 1) };
}

// What came from the authority's address may be any bytes at all. A person reads them as text;
// where text cannot tell what they are, the bytes are given beside it.

/** Bytes as text, and as they came where the text is not exactly them. */
export interface ReadableBytes {
  text: string;
  /** Null where `text` in UTF-8 is byte for byte what came. */
  base64: string | null;
}

// Control characters but tab and line ends, and the marks that reverse the direction of a text:
// what somebody reads must be what stands there.
const MISLEADING =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Shows what is no text, a control character or a mark of direction as U+FFFD. */
export function readableBytes(bytes: Uint8Array): ReadableBytes {
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const text = decoded.replace(MISLEADING, '\ufffd');
  const isExact = Buffer.from(text).equals(bytes);
  return { text, base64: isExact ? null : Buffer.from(bytes).toString('base64') };
}

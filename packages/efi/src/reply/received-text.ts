// Words that came from outside, made fit to be stored, logged and shown: PostgreSQL takes no NUL
// and its JSON no half of a surrogate pair, a log line has no use for control characters, and a
// sentence of a megabyte is of no use. The bytes themselves are kept beside them.

/** Of the authority's words, which are one sentence. */
const WORDS_MAX = 1000;

const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f-\u009f]+/g;

/** At most 1000 characters of `text`, well-formed, in one line. */
export function foreignWords(text: string): string {
  return text.slice(0, WORDS_MAX).replace(CONTROL_CHARACTERS, ' ').toWellFormed();
}

/**
 * The text of an reply's bytes. What is no UTF-8 becomes U+FFFD: a signature over it then fails,
 * and a fault is still read.
 */
export function textOfReply(body: Buffer): string {
  return new TextDecoder().decode(body);
}

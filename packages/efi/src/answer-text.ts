/**
 * The text of an answer's bytes. What is no UTF-8 becomes U+FFFD: a signature over it then fails, and
 * a fault is still read.
 */
export function textOfAnswer(body: Buffer): string {
  return new TextDecoder().decode(body);
}

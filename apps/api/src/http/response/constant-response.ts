// A response that is the same for everybody: its bytes, their compressed forms and its entity tag
// are made once, at the first call, and shared by all connections that send them.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';

const CODINGS = ['br', 'gzip'] as const;
/**
 * A megabyte takes a tenth of a second in a thread of its own; the best takes ten times as long.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

interface Constant {
  tag: string;
  bytes: Record<'identity' | (typeof CODINGS)[number], Buffer>;
}

/**
 * @param type its ending or media type: `html`, `application/json`.
 * @param read called once, and again where it has failed.
 */
export function constantResponse(
  type: string,
  read: () => Promise<string | Buffer>,
): RequestHandler {
  let made: Promise<Constant> | undefined;
  return async (request, response) => {
    made ??= make(read).catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    const { tag, bytes } = await made;
    const coding = CODINGS.find((name) => request.acceptsEncodings(name) !== false);
    if (coding !== undefined) response.set('Content-Encoding', coding);
    response
      .vary('Accept-Encoding')
      .set('ETag', tag)
      .type(type)
      .send(bytes[coding ?? 'identity']);
  };
}

async function make(read: () => Promise<string | Buffer>): Promise<Constant> {
  const identity = Buffer.from(await read());
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, BROTLI),
    promisify(gzip)(identity),
  ]);
  // Weak: it names the same contents in every coding.
  const tag = `W/"${createHash('sha256').update(identity).digest('base64url')}"`;
  return { tag, bytes: { identity, br, gzip: gzipped } };
}

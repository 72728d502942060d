// Responds with 304 where the caller has the representation. RFC 9110 §13.1.2: the precondition is
// evaluated by itself; `Cache-Control: no-cache` of a request is meant for caches on the way, and
// we are the origin. Express takes it for "send the whole", and the fetch of Node and browsers adds
// it to every call whose If-None-Match was set by hand.

import type { Express, Request } from 'express';

/** Has the application's reads evaluate If-None-Match so; Express asks `request.fresh`. */
export function evaluateIfNoneMatch(app: Express): void {
  Object.defineProperty(app.request, 'fresh', { configurable: true, get: isUnchanged });
}

function isUnchanged(this: Request): boolean {
  const { method, res: response } = this;
  if (response === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  const { statusCode } = response;
  const isRead = statusCode >= 200 && statusCode < 300;
  return isRead && isNamed(this.get('If-None-Match'), response.get('ETag'));
}

/** An entity tag, RFC 9110 §8.8.3; commas may stand inside its quotes. */
const ENTITY_TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Whether a value of If-None-Match names the entity tag: by weak comparison, in a list, or by `*`.
 * @param ifNoneMatch undefined where the header is absent.
 * @param etag undefined where the response has none.
 */
export function isNamed(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  if (etag === undefined) return false;
  const opaque = etag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(ENTITY_TAG)].some(([, tag]) => tag === opaque);
}

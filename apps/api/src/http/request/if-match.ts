// A change names the version that its author has seen, so that it overwrites nothing that they have
// not read (RFC 9110 §13.1.1). The version is a number that PostgreSQL raises with every change.

import type { Request } from 'express';

/** The entity tag of a version. */
export function tagOf(version: number): string {
  return `"${version}"`;
}

/**
 * The version of If-Match; null for `*`, whatever the version is. 0, which nothing ever has, for a
 * tag that is none of ours: by strong comparison a weak one is none.
 */
export function versionSeen(request: Request): number | null {
  const header = request.get('If-Match')?.trim() ?? '';
  if (header === '*') return null;
  const [, digits] = /^"([1-9]\d{0,8})"$/.exec(header) ?? [];
  return digits === undefined ? 0 : Number(digits);
}

/** Whether a body is a representation with a version. */
export function hasVersion(body: unknown): body is { version: number } {
  return typeof body === 'object' && body !== null && 'version' in body;
}

// A request of the fuzz run as bytes, and how one is put together.

import type { FuzzPayload } from './optional-fields.ts';

/** A request as bytes. */
export interface FuzzRequest {
  /** Which way of spoiling it; a failing run names it. */
  kind: string;
  method: string;
  bytes: Buffer;
  /** The server may refuse it before the application sees it, or close the connection. */
  isBelowHttp: boolean;
  /** It is not complete; nothing can follow on its connection. */
  isLast: boolean;
}

/** Draws a key and a payload that its company could send. */
export type DrawSound = () => { key: string; payload: FuzzPayload };

/** Ids that exist, one of them the caller's own or unknown. */
export interface FuzzInput {
  sound: DrawSound;
  ids: readonly string[];
}

/** What a request is built of; without a path, a draft. */
interface Parts {
  method?: string;
  path?: string;
  key: string;
  headers?: string[];
  body?: Buffer | string;
}

function build({ method = 'POST', path = '/api/invoices/draft', key, headers, body }: Parts) {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body ?? '');
  const own = headers ?? ['Content-Type: application/json'];
  const hasLength = own.some((header) => /^(content-length|transfer-encoding):/i.test(header));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    ...own,
    ...(hasLength || (method === 'GET' && bytes.length === 0)
      ? []
      : [`Content-Length: ${bytes.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

/** A request of its parts. */
export function request(
  kind: string,
  parts: Parts,
  change: Partial<FuzzRequest> = {},
): FuzzRequest {
  const method = parts.method ?? 'POST';
  return { kind, method, bytes: build(parts), isBelowHttp: false, isLast: false, ...change };
}

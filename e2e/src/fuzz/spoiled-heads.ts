// Request lines and headers of the fuzz run: methods, paths, queries and headers that are odd, too
// large, too many or contradict each other.

import type { Random } from '@fiscal/testbed/random';
import { NASTY_TEXTS } from './nasty-values.ts';
import { request } from './raw-request.ts';
import type { FuzzInput, FuzzRequest } from './raw-request.ts';

const PREFERENCES = [
  'wait=0',
  'wait=-1',
  'wait=9e9',
  'wait=;;;',
  'wait'.repeat(500),
  ',,,',
  'wait="0"',
];
const ENTITY_TAGS = ['*', '"', 'W/', '""'.repeat(1000), '\u00ff'];
const CONTENT_TYPES = ['', 'json', '/', 'a/b;c', 'application/json\u0001', '*/*'];

/** Headers that are too large, too many, contradictory or meaningless. */
export function headerRequest(random: Random, { sound, ids }: FuzzInput): FuzzRequest {
  const { key, payload } = sound();
  const body = JSON.stringify(payload);
  const json = 'Content-Type: application/json';
  const chunked = 'Transfer-Encoding: chunked';
  const reading = { key, method: 'GET', path: `/api/invoices/${random.pick(ids)}` };
  const below = { isBelowHttp: true };
  const read = (name: string, ...headers: string[]) => request(name, { ...reading, headers });
  const write = (name: string, ...headers: string[]) =>
    request(name, { key, body, headers }, below);
  // Nothing can follow on the connection: where the body ends is not certain.
  const writeLast = (name: string, headers: string[], sent = body) =>
    request(name, { key, body: sent, headers: [json, ...headers] }, { ...below, isLast: true });
  return random.pick<() => FuzzRequest>([
    () => write('huge header', json, `X-Big: ${'x'.repeat(20_000)}`),
    () => {
      const headers = Array.from({ length: 2_500 }, (_, i) => `X-${i}: 1`);
      return request('many headers', { ...reading, headers }, below);
    },
    () => request('long key', { ...reading, key: key + 'A'.repeat(random.pick([1, 100, 12_000])) }),
    () => request('binary key', { ...reading, key: '\u00ff\u00fe key_test_\u00e9' }),
    () => read('two keys', `Authorization: Bearer ${key}x`),
    () => read('prefer', `Prefer: ${random.pick(PREFERENCES)}`),
    () => read('if-none-match', `If-None-Match: ${random.pick(ENTITY_TAGS)}`),
    () => read('range', 'Range: bytes=0-0,-1,5-2', 'Accept: text/html;q=0'),
    () => read('forwarded', 'X-Forwarded-For: ::1,\u00ff', 'Forwarded: for="'),
    () => write('content type', `Content-Type: ${random.pick(CONTENT_TYPES)}`),
    () => writeLast('short length', ['Content-Length: 5']),
    () => writeLast('long length', ['Content-Length: 100000']),
    () => writeLast('huge length', ['Content-Length: 99999999999']),
    () => writeLast('bad length', [`Content-Length: ${random.pick(['-1', 'x', '1,1', '0x5'])}`]),
    () => writeLast('two lengths', ['Content-Length: 5', 'Content-Length: 6']),
    () => writeLast('smuggled', ['Content-Length: 4', chunked], `0\r\n\r\n${body}`),
    () => {
      const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      return writeLast('chunked', [chunked], chunk);
    },
    () => writeLast('bad chunk', [chunked], 'zz\r\nabc\r\n'),
    () => writeLast('expect', [`Expect: ${random.pick(['100-continue', 'nonsense'])}`]),
  ])();
}

const METHODS = [
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'LINK',
  'M-SEARCH',
  'get',
  'FOO',
  'G\u00ebT',
  '',
];

/** Methods that the path, or HTTP itself, does not have. */
export function methodRequest(random: Random, { sound, ids }: FuzzInput): FuzzRequest {
  const { key, payload } = sound();
  const method = random.pick(METHODS);
  const path = random.pick([
    '/api/invoices/draft',
    '/api/invoices',
    `/api/invoices/${random.pick(ids)}`,
    '/api/tcr/register',
    '*',
    '/',
  ]);
  const body = random.oneIn(2) ? JSON.stringify(payload) : '';
  // The body of a method that the server does not know is taken for the next request.
  return request(
    `method ${method}`,
    { key, method, path, body },
    { isBelowHttp: true, isLast: true },
  );
}

/** Unknown ids and paths, in every spelling. */
export function pathRequest(random: Random, { sound, ids }: FuzzInput): FuzzRequest {
  const { key } = sound();
  const id = random.pick([
    ...ids,
    'no-uuid',
    '%',
    '%ff%fe',
    '%00',
    '%2e%2e%2f',
    '..;/',
    'x'.repeat(5_000),
    '00000000-0000-0000-0000-000000000000',
    '01890000-0000-7000-8000-00000000000\u00e9',
    '{id}',
    "1'or'1",
  ]);
  const path = random.pick([
    `/api/invoices/${id}`,
    `/api/invoices/${id}/pdf`,
    `/api/invoices/cash/${id}`,
    `/api/invoices/cash/${id}/pdf`,
    `/api//invoices/${id}`,
    `/API/Invoices/${id}/`,
    `/api/invoices/${id}/../../tcr/register`,
    `http://elsewhere/api/invoices/${id}`,
    `/${id}`,
    '/api/__proto__/constructor',
  ]);
  const isRead = !random.oneIn(5);
  const method = isRead ? 'GET' : 'POST';
  const suffix = isRead ? '' : '/fiscalize';
  return request('path', { key, method, path: path + suffix, headers: [] }, { isBelowHttp: true });
}

const QUERY_NAMES = [
  'status',
  'typeOfInvoice',
  'from',
  'to',
  'orderNumber',
  'iic',
  'note',
  'limit',
  'cursor',
];
const ODD_QUERY_NAMES = [
  '__proto__',
  'constructor[prototype][x]',
  'a[b][c][d][e][f]',
  'status[]',
  'note[a]',
  '',
];
const QUERY_VALUES = ['Draft', 'Cash', '1', '-1', '1e3', '2026-11-21T10:00:00Z', 'MjAyNg'].concat(
  ['2026-11-21T10:00:00.000Z', '-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'].map(
    (time) => Buffer.from(`${time} 01890000-0000-7000-8000-000000000000`).toString('base64url'),
  ),
);

/** Filters of the list that mean nothing, or too much. */
export function queryRequest(random: Random, { sound }: FuzzInput): FuzzRequest {
  const { key } = sound();
  const pair = () => {
    const name = random.pick(random.oneIn(5) ? ODD_QUERY_NAMES : QUERY_NAMES);
    const text = random.pick(random.oneIn(3) ? QUERY_VALUES : NASTY_TEXTS);
    const value = encodeURIComponent(text.toWellFormed()).slice(0, 4_000);
    return `${name}=${random.oneIn(20) ? '%' : value}`;
  };
  // One value at a time goes deepest: two that are wrong only hide each other.
  const count = random.oneIn(50) ? 1_500 : random.oneIn(4) ? 2 + random.below(3) : 1;
  const query = Array.from({ length: count }, pair).join('&').slice(0, 14_000);
  const parts = { key, method: 'GET', path: `/api/invoices?${query}`, headers: [] };
  return request('query', parts, { isBelowHttp: true });
}

// Bodies that cost their sender nothing: small when packed, deep or full of what is unknown.

import { gzipSync } from 'node:zlib';
import { cashInvoice } from '../../service/running-service.ts';
import { expectStatus } from '../target.ts';
import type { Attack, Target } from '../target.ts';

/** What a client can take without being harmed by it. */
const MOST_RESPONSE_BYTES = 256 * 1024;

async function post(
  { service, attacker }: Target,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<{ status: number; bytes: number }> {
  const response = await fetch(`${service.stack.apiUrl}/api/invoices/draft`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${attacker.test.key}`,
      'Content-Type': 'application/json',
      ...headers,
    },
    body,
  });
  const { byteLength: bytes } = await response.arrayBuffer();
  if (bytes > MOST_RESPONSE_BYTES) throw new Error(`a response of ${String(bytes)} bytes`);
  return { status: response.status, bytes };
}

const emptyItems = (count: number) => `{"items":[${Array(count).fill('{}').join(',')}]}`;

/** Each is refused, but for unknown fields, which the contract takes with a warning. */
export const bodies: readonly Attack[] = [
  {
    name: 'a kilobyte of gzip with 340 000 empty items',
    run: async (target) => {
      const body = new Uint8Array(gzipSync(emptyItems(340_000), { level: 9 }));
      const response = await post(target, body, { 'Content-Encoding': 'gzip' });
      return `${expectStatus(response, 400, 413, 415)}, ${String(response.bytes)} bytes`;
    },
  },
  {
    name: '340 000 empty items as they are',
    run: async (target) => {
      const response = await post(target, emptyItems(340_000));
      return `${expectStatus(response, 400, 413)}, ${String(response.bytes)} bytes`;
    },
  },
  {
    name: 'a thousand items of which nothing is right',
    run: async (target) => {
      const response = await post(target, emptyItems(1_000));
      return `${expectStatus(response, 400)}, ${String(response.bytes)} bytes`;
    },
  },
  {
    name: 'arrays in arrays, 400 000 deep',
    run: async (target) => {
      const response = await post(target, `{"items":${'['.repeat(400_000)}${']'.repeat(400_000)}}`);
      return expectStatus(response, 400, 413);
    },
  },
  {
    name: 'a megabyte of unknown fields, ten times',
    run: async (target) => {
      const unknown = Object.fromEntries(Array.from({ length: 90_000 }, (_, i) => [`f${i}`, 0]));
      const body = JSON.stringify({ ...cashInvoice(), ...unknown });
      let response = { status: 0, bytes: 0 };
      for (let time = 0; time < 10; time += 1) response = await post(target, body);
      const list = await target.attacker.test.get('/api/invoices?limit=100');
      if (Buffer.byteLength(list.text) > 100 * MOST_RESPONSE_BYTES) throw new Error('a huge list');
      return `${expectStatus(response, 201, 400)}, the list ${expectStatus(list, 200)}`;
    },
  },
];

// Lists of one company, many at a time: each costs the process more than a sale does.

import { createFiscalClient } from '@fiscal/client';
import type { InvoiceRequest } from '@fiscal/client';
import { cashInvoice } from '../../service/running-service.ts';
import type { Attack, Target } from '../target.ts';

const LISTS = 600;
const LARGE_INVOICES = 8;

const list = (target: Target, query: string) =>
  fetch(`${target.service.stack.apiUrl}/api/invoices?${query}`, {
    headers: { Authorization: `Bearer ${target.attacker.test.key}` },
  });

/**
 * Sends so many at once. @throws Error unless all that is beyond the company's share is refused for
 * now.
 */
async function listAtOnce(target: Target, count: number, query: string): Promise<string> {
  const responses = await Promise.all(
    Array.from({ length: count }, async () => {
      const response = await list(target, query);
      const { byteLength } = await response.arrayBuffer();
      return { status: response.status, byteLength, wait: response.headers.get('Retry-After') };
    }),
  );
  const read = responses.filter(({ status }) => status === 200);
  const refused = responses.filter(({ status, wait }) => status === 429 && wait !== null);
  if (refused.length === 0) throw new Error(`all of ${count} lists were made`);
  if (read.length === 0 || read.length + refused.length < count)
    throw new Error('neither read nor refused');
  return `${read.length} of up to ${Math.max(...read.map(({ byteLength }) => byteLength))} bytes, others 429`;
}

export const lists: readonly Attack[] = [
  {
    name: `${LISTS} lists of 200 invoices at once`,
    run: async (target) => {
      const { stack } = target.service;
      const client = createFiscalClient({
        baseUrl: stack.apiUrl,
        apiKey: target.attacker.test.key,
      });
      const large = cashInvoice() as InvoiceRequest;
      const [item] = large.items;
      if (item) large.items = Array<typeof item>(1_000).fill(item);
      for (let at = 0; at < LARGE_INVOICES; at += 1) await client.createDraft(large);
      const lists = listAtOnce(target, LISTS, 'limit=200');
      const live = await fetch(`${stack.apiUrl}/health/live`);
      if (live.status !== 200) throw new Error(`health: ${live.status}`);
      return lists;
    },
  },
];

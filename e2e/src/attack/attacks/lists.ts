// Lists and reports of one company, many at a time: each costs the process more than a sale does.

import { createFiscalClient } from '@fiscal/client';
import type { InvoiceRequest } from '@fiscal/client';
import { cashInvoice } from '../../service/running-service.ts';
import type { Attack, Target } from '../target.ts';

const LISTS = 600;
const REPORTS = 50;
const year = new Date().getFullYear();
const YEAR = `from=${year}-01-01&to=${year}-12-31`;
const LARGE_INVOICES = 8;

const read = (target: Target, path: string) =>
  fetch(`${target.service.stack.apiUrl}/api/${path}`, {
    headers: { Authorization: `Bearer ${target.attacker.test.key}` },
  });

/**
 * Sends so many at once. @throws Error unless all that is beyond the company's share is refused for
 * now.
 */
async function readAtOnce(target: Target, count: number, path: string): Promise<string> {
  const responses = await Promise.all(
    Array.from({ length: count }, async () => {
      const response = await read(target, path);
      const { byteLength } = await response.arrayBuffer();
      return { status: response.status, byteLength, wait: response.headers.get('Retry-After') };
    }),
  );
  const made = responses.filter(({ status }) => status === 200);
  const refused = responses.filter(({ status, wait }) => status === 429 && wait !== null);
  if (refused.length === 0) throw new Error(`all of ${count} were made`);
  if (made.length === 0 || made.length + refused.length < count)
    throw new Error('neither made nor refused');
  return `${made.length} of up to ${Math.max(...made.map(({ byteLength }) => byteLength))} bytes, others 429`;
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
      const lists = readAtOnce(target, LISTS, 'invoices?limit=200');
      const live = await fetch(`${stack.apiUrl}/health/live`);
      if (live.status !== 200) throw new Error(`health: ${live.status}`);
      return lists;
    },
  },
  {
    name: `${REPORTS} journals and ${REPORTS} periods of a year at once`,
    run: async (target) =>
      (
        await Promise.all([
          readAtOnce(target, REPORTS, `reports/journal?${YEAR}`),
          readAtOnce(target, REPORTS, `reports/period?${YEAR}`),
        ])
      ).join('; '),
  },
];

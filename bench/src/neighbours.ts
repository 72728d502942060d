// `npm run bench:neighbours`: what a company's one-step sale takes while another company's key asks
// for all that it may. The machine's own load falls on every line alike: the ratio to the sales
// alone counts.

import { createFiscalClient } from '@fiscal/client';
import type { InvoiceRequest } from '@fiscal/client';
import { atPace, inParallel, percentile, seedCompany, withDatabase } from '@fiscal/testbed';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readOptions } from './options.ts';
import { SALE } from './sample.ts';
import { openService } from './service.ts';
import { say, textOfTimes } from './table.ts';

const SALE_EVERY_MS = 200;
const HEALTH_EVERY_MS = 50;
const LARGE_BODY_BYTES = 1_000_000;

/** What the neighbour sends without pause. */
interface Load {
  name: string;
  url: string;
  key: string;
  /** Absent for a read. */
  body?: string;
  /** Calls in progress. */
  atOnce: number;
}

type Answers = Record<number, number>;

/** In a thread of its own: reading megabytes must not delay the clock of the sales. */
async function putLoad({ url, key, body, atOnce }: Load): Promise<void> {
  const answers: Answers = {};
  let isOver = false;
  parentPort?.once('message', () => (isOver = true));
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!isOver) {
        const status = await call(url, key, body);
        answers[status] = (answers[status] ?? 0) + 1;
      }
    }),
  );
  parentPort?.postMessage(answers);
}

/**
 * @returns the status, once all of the answer is there and is thrown away; 0 of a connection that
 * broke.
 */
function call(url: string, key: string, body?: string): Promise<number> {
  return new Promise((resolve) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const sent = request(url, { method, headers }, (response) => {
      response.resume().on('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    sent.on('error', () => {
      resolve(0);
    });
    sent.end(body);
  });
}

/**
 * Sells at a fixed pace and asks for health meanwhile. @returns milliseconds, and how many sales
 * had no outcome.
 */
async function sellFor(ms: number, apiUrl: string, key: string) {
  const client = createFiscalClient({ baseUrl: apiUrl, apiKey: key });
  const stopped = new AbortController();
  const sales: number[] = [];
  const health: number[] = [];
  let lost = 0;
  function* customers(): Generator<InvoiceRequest> {
    for (;;) yield SALE;
  }
  const selling = atPace(
    customers(),
    SALE_EVERY_MS,
    async (sale, begun) => {
      const outcome = await client.createAndPrint(sale).catch(() => null);
      if (outcome?.status !== 'Fiscalized') lost += 1;
      sales.push(performance.now() - begun);
    },
    stopped.signal,
  );
  function* always(): Generator<null> {
    for (;;) yield null;
  }
  const asking = atPace(
    always(),
    HEALTH_EVERY_MS,
    async (_, begun) => {
      await call(`${apiUrl}/health/live`, '');
      health.push(performance.now() - begun);
    },
    stopped.signal,
  );
  await sleep(ms);
  stopped.abort();
  await Promise.all([selling, asking]);
  return { sales, health, lost };
}

/** Large and plain invoices of a company of its own. @returns its key. */
async function openNeighbour(apiUrl: string, databaseUrl: string): Promise<string> {
  const { cashRegisters } = await withDatabase(databaseUrl, (db) =>
    seedCompany(db, { environment: 'test', cashRegisters: [{ environment: 'test' }] }),
  );
  const key = cashRegisters[0]?.apiKey ?? '';
  const client = createFiscalClient({ baseUrl: apiUrl, apiKey: key });
  const deadline = new Date(Date.now() + 86_400_000).toISOString();
  const [item] = SALE.items;
  if (!item) throw new Error('a sale has an item');
  const large: InvoiceRequest = {
    ...SALE,
    typeOfInvoice: 'NonCash',
    paymentMethod: 'ACCOUNT',
    paymentDeadline: deadline,
    items: Array.from({ length: 1_000 }, (_, at) => ({ ...item, name: `Artikal ${at}` })),
  };
  const requests = [
    ...Array<InvoiceRequest>(16).fill(large),
    ...Array<InvoiceRequest>(200).fill(SALE),
  ];
  await inParallel(requests, 2, (each) => client.createDraft(each));
  return key;
}

async function measure(seconds: number): Promise<void> {
  const { stack, close } = await openService();
  try {
    const { apiUrl, demo, databaseUrl } = stack;
    const key = await openNeighbour(apiUrl, databaseUrl);
    const large = `${apiUrl}/api/invoices?typeOfInvoice=NonCash&limit=16`;
    const plain = `${apiUrl}/api/invoices?typeOfInvoice=Cash&limit=200`;
    const draft = `${apiUrl}/api/invoices/draft`;
    const unknown = Object.fromEntries(Array.from({ length: 92_000 }, (_, at) => [`f${at}`, 0]));
    const body = JSON.stringify({ ...SALE, ...unknown });
    if (body.length < LARGE_BODY_BYTES) throw new Error('the body is not large');
    const loads: (Load | null)[] = [
      null,
      { name: '20 lists of large invoices', url: large, key, atOnce: 20 },
      { name: '20 lists of 200', url: plain, key, atOnce: 20 },
      { name: 'four drafts of 1 MB', url: draft, key, body, atOnce: 4 },
      { name: '600 lists of 200', url: plain, key, atOnce: 600 },
      null,
    ];
    await sellFor(2_000, apiUrl, demo.testKey);
    for (const load of loads) {
      const thread = load && new Worker(new URL(import.meta.url), { workerData: load });
      const { sales, health, lost } = await sellFor(seconds * 1_000, apiUrl, demo.testKey);
      const answers = await new Promise((resolve, reject) => {
        if (thread === null) resolve('');
        thread?.once('error', reject).once('message', resolve).postMessage('over');
      });
      const name = (load?.name ?? 'alone').padEnd(28);
      const longest = percentile(health, 1).toFixed(0).padStart(6);
      say(
        `${name} ${textOfTimes(sales)}, ${lost} of ${sales.length} lost, health at most ${longest} ms; ` +
          `answers: ${JSON.stringify(answers)}`,
      );
    }
  } finally {
    await close();
  }
}

if (isMainThread) await measure(readOptions({ seconds: 20 }).seconds);
else await putLoad(workerData as Load);

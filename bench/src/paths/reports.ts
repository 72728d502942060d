// How long reports take, and what sales notice of one.

import { median, percentile } from '@fiscal/testbed';
import { putLoad } from '../measuring/http-load.ts';
import { lessIsBetter } from '../measuring/less-is-better.ts';
import { peakOf } from '../measuring/process-costs.ts';
import type { Bench } from '../measuring/rounds.ts';
import { SALE } from '../service/sample.ts';
import { openService } from '../service/service.ts';
import type { Service } from '../service/service.ts';
import { COPIED_FROM, copySale } from '../service/stored-sales.ts';
import { sell } from './http.ts';

/** A week of them, one every 6 s: 14 400 a day, where a shop has 2 000. */
const STORED = 100_000;
const STORED_TO = '2023-11-20';
/** Of the service while nothing else runs it is a third. */
const SALES_PER_SECOND = 50;
const AT_ONCE = 32;
const LINES_PER_SECOND = 20_000;
const PERIOD_MS = 500;
/** Of the API's process, which a journal adds to what it has at rest. */
const MEMORY_MB = 150;

export const benchReports: Bench = async (rounds, report) => {
  const service = await openService();
  try {
    const { id } = await service.client.createAndPrint(SALE);
    await copySale(service.stack.databaseUrl, id, STORED);
    const range = `from=${COPIED_FROM}&to=${STORED_TO}`;
    await readWhole(service, `period?${range}`);
    const periods = await inTurn(rounds.count, () => readWhole(service, `period?${range}`));
    const period = median(periods.map(({ ms }) => ms));
    report(lessIsBetter('reports: kept days', 'ms', ['again', period], ['at most', PERIOD_MS], 1));
    const { api = -1 } = service.pidsOf('api');
    for (const format of ['json', 'csv', 'xlsx']) {
      peakOf(api);
      const atRest = peakOf(api);
      const journal = await readWhole(service, `journal?${range}&format=${format}`);
      const lines = STORED * (1 + SALE.items.length);
      const most = (lines / LINES_PER_SECOND) * 1_000;
      report(
        lessIsBetter(
          `reports: journal, ${format}`,
          'ms',
          [`${lines} lines`, journal.ms],
          ['at most', most],
          1,
        ),
      );
      const added = [`added to ${atRest.toFixed(0)} MB`, peakOf(api) - atRest] as const;
      const memory = `reports: memory, ${format}`;
      report(lessIsBetter(memory, 'MB', added, ['at most', MEMORY_MB], 1));
    }
    const pairs = await inTurn(rounds.count, async () => ({
      alone: await salesP99(service, rounds.ms),
      beside: await besideJournal(service, range, () => salesP99(service, rounds.ms)),
    }));
    const [alone, beside] = [
      median(pairs.map((pair) => pair.alone)),
      median(pairs.map((pair) => pair.beside)),
    ];
    report(
      lessIsBetter(
        'reports: sales, p99',
        'ms',
        ['beside a journal', beside],
        ['alone', alone],
        0.67,
      ),
    );
  } finally {
    await service.close();
  }
};

async function inTurn<Result>(count: number, once: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < count) results.push(await once());
  return results;
}

/** Reads a report to its end. */
async function readWhole(
  { stack }: Service,
  path: string,
  signal?: AbortSignal,
): Promise<{ ms: number; bytes: number }> {
  const begun = performance.now();
  const headers = { authorization: `Bearer ${stack.demo.testKey}` };
  const response = await fetch(`${stack.apiUrl}/api/reports/${path}`, {
    headers,
    signal: signal ?? null,
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
  return { ms: performance.now() - begun, bytes };
}

/** Of sales at a fixed rate, from when each was due until its response. */
async function salesP99({ stack }: Service, forMs: number): Promise<number> {
  const times: number[] = [];
  await putLoad({
    port: Number(new URL(stack.apiUrl).port),
    connections: AT_ONCE,
    forMs,
    next: () => sell(stack),
    status: 201,
    perSecond: SALES_PER_SECOND,
    onResponse: (ms) => times.push(ms),
  });
  return percentile(times, 0.99);
}

/** One journal after the other is read meanwhile. */
async function besideJournal<Result>(
  service: Service,
  range: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const over = new AbortController();
  const reading = (async () => {
    while (!over.signal.aborted) await readWhole(service, `journal?${range}`, over.signal);
  })().catch((error: unknown) => {
    if (!over.signal.aborted) throw error;
  });
  try {
    return await work();
  } finally {
    over.abort();
    await reading;
  }
}

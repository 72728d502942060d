// What events cost a sale, how soon they are read, and how many statements they save a client with
// many open invoices.

import { setTimeout as sleep } from 'node:timers/promises';
import { atRate, inParallel, percentile } from '@fiscal/testbed';
import pg from 'pg';
import { countsOf } from '../measuring/database-counts.ts';
import { putLoad } from '../measuring/http-load.ts';
import { lessIsBetter } from '../measuring/less-is-better.ts';
import { compareInRounds } from '../measuring/rounds.ts';
import type { Bench, Compared, Side } from '../measuring/rounds.ts';
import { SALE } from '../service/sample.ts';
import { openService } from '../service/service.ts';
import type { Service } from '../service/service.ts';
import { httpSide, sell } from './http.ts';

const RATE = 100;
const READABLE_MS = 50;
const OPEN = 10_000;
const ENDED = 100;
/** A second; a client that polls looks at all of them every two seconds. */
const ENDING = 10;
const POLLS = ENDED / ENDING / 2;
const AT_ONCE = 32;
/** Calls of a client that polls; the API reads what it asks at once in one statement. */
const POLLED_AT_ONCE = 4;

interface Page {
  events: { invoiceId: string; at: string }[];
  cursor: string;
}

export const benchEvents: Bench = async (rounds, report) => {
  const service = await openService();
  const client = new pg.Pool({ connectionString: service.stack.databaseUrl, max: 4 });
  try {
    const comparison = {
      path: 'events: a sale',
      ours: selling(service, client, 'enable'),
      baseline: selling(service, client, 'disable'),
      goal: 0.97,
    };
    const sold = await compareInRounds(comparison, rounds);
    report(sold);
    await client.query('alter table invoice enable trigger invoice_event');
    const { walKb: withEvents = NaN } = sold.ours.counts;
    const { walKb: without = NaN } = sold.baseline.counts;
    report(lessIsBetter('events: WAL', 'kB', ['with', withEvents], ['without', without]));
    const p95 = await readableAfter(service, rounds.ms * rounds.count);
    const seen = [`p95 at ${RATE} sales/s`, p95] as const;
    report(lessIsBetter('events: readable', 'ms', seen, ['at most', READABLE_MS], 1));
    report(await statementsOf(service, client));
  } finally {
    await client.end();
    await service.close();
  }
};

function selling({ stack, pidsOf }: Service, client: pg.Pool, how: 'enable' | 'disable'): Side {
  const processes = pidsOf('postgres', 'worker');
  const side = httpSide(`trigger ${how}d`, [stack.apiUrl], sell(stack), 201, processes);
  return {
    ...side,
    async run(forMs) {
      await client.query(`alter table invoice ${how} trigger invoice_event`);
      return side.run(forMs);
    },
    counts: () => countsOf(client),
  };
}

function callsOf({ stack }: Service) {
  const headers = { authorization: `Bearer ${stack.demo.testKey}` };
  return async <Body>(path: string, body?: object): Promise<Body> => {
    const waiting = path.startsWith('/api/events') && { prefer: 'wait=5' };
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const json = { ...headers, 'content-type': 'application/json', ...waiting };
    const response = await fetch(`${stack.apiUrl}${path}`, { ...sent, headers: json });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  };
}

/** From the instant at which its trigger wrote an event, before the commit, until it was read. */
async function readableAfter(service: Service, forMs: number): Promise<number> {
  const call = callsOf(service);
  const ages: number[] = [];
  const over = new AbortController();
  let { cursor } = await call<Page>('/api/events?from=now');
  const following = (async () => {
    while (!over.signal.aborted) {
      const page = await call<Page>(`/api/events?after=${cursor}`);
      const now = Date.now();
      ages.push(...page.events.map(({ at }) => now - Date.parse(at)));
      ({ cursor } = page);
    }
  })();
  const sold = await putLoad({
    port: Number(new URL(service.stack.apiUrl).port),
    connections: AT_ONCE,
    forMs,
    next: () => sell(service.stack),
    status: 201,
    perSecond: RATE,
  });
  await sleep(500);
  over.abort();
  await following;
  if (ages.length < sold) throw new Error(`${ages.length} of ${sold} were read`);
  return percentile(ages.slice(RATE), 0.95);
}

/**
 * Of a client with OPEN invoices, ENDED of which end one after the other: the feed until it has
 * all of them, and looks at every open invoice meanwhile. Statements are transactions of
 * PostgreSQL, without what the service does by itself meanwhile.
 */
async function statementsOf(service: Service, client: pg.Pool): Promise<Compared> {
  const call = callsOf(service);
  const drafts = Array.from({ length: OPEN });
  const ids = await inParallel(drafts, AT_ONCE, async () => {
    const { id } = await call<{ id: string }>('/api/invoices/draft', SALE);
    return id;
  });
  const executed = async () => (await countsOf(client)).transactions;
  const counted = async (work: () => Promise<unknown>) => {
    const [before, begun] = [await executed(), performance.now()];
    await work();
    return { count: (await executed()) - before, ms: performance.now() - begun };
  };
  const idle = await counted(() => sleep(3_000));
  const ownOf = ({ count, ms }: typeof idle) => count - (ms * idle.count) / idle.ms;
  const end = `update invoice set status = 'Failed', failure = '{}' where id = $1`;
  const feed = await counted(async () => {
    let { cursor } = await call<Page>('/api/events?from=now');
    const ending = ids.slice(0, ENDED);
    const following = (async () => {
      for (let got = 0; got < ENDED;) {
        const page = await call<Page>(`/api/events?after=${cursor}`);
        got += page.events.length;
        ({ cursor } = page);
      }
    })();
    await atRate(ending, 1_000 / ENDING, (id) => client.query(end, [id]));
    await following;
  });
  const polls = await counted(() =>
    inParallel(ids, POLLED_AT_ONCE, (id) => call(`/api/invoices/${id}`)),
  );
  const [ofFeed, ofPolls] = [(ownOf(feed) - ENDED) / ENDED, (POLLS * ownOf(polls)) / ENDED];
  return lessIsBetter(
    'events: of an outcome',
    'statements',
    ['feed', ofFeed],
    [`polls of ${OPEN}`, ofPolls],
    20,
  );
}

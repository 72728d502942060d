// `npm run bench:flat`: whether what a client calls takes longer where more is stored. Services with different
// numbers of sales run side by side and are called in turns.

import type { Stack } from '@fiscal/testbed';
import http from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { SALE_BODY } from './sample.ts';
import { openService } from './service.ts';
import { copySale, readSizes } from './stored-sales.ts';

const { values: options } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '3000' },
    'without-texts': { type: 'boolean', default: false },
  },
});
const ROUNDS = Number(options.rounds);
const CONNECTIONS = 4;
/** Stored sales that are read again and again, as many everywhere, and those that are printed. */
const READ = 500;
const PRINTED = 500;

interface Level {
  stored: number;
  stack: Stack;
  agent: http.Agent;
  /** Of stored sales, in no order. */
  read: string[];
  printed: string[];
  close: () => Promise<void>;
}

interface Path {
  name: string;
  connections: number;
  status: number;
  call: (level: Level) => { method: string; path: string; body?: string };
}

const PATHS: readonly Path[] = [
  {
    ...{ name: 'accept: POST draft', connections: CONNECTIONS, status: 201 },
    call: () => ({ method: 'POST', path: '/draft', body: SALE_BODY }),
  },
  {
    ...{ name: 'read: GET of any record', connections: CONNECTIONS, status: 200 },
    call: ({ read }) => ({ method: 'GET', path: `/${anyOf(read)}` }),
  },
  {
    ...{ name: 'sell: create-and-print', connections: CONNECTIONS, status: 201 },
    call: () => ({ method: 'POST', path: '/cash/create-and-print', body: SALE_BODY }),
  },
  {
    ...{ name: 'list: newest 50', connections: CONNECTIONS, status: 200 },
    call: () => ({ method: 'GET', path: '?limit=50' }),
  },
  {
    ...{ name: 'list: 50 Fiscalized', connections: CONNECTIONS, status: 200 },
    call: () => ({ method: 'GET', path: '?limit=50&status=Fiscalized' }),
  },
  {
    ...{ name: 'print: GET of a first PDF', connections: 1, status: 200 },
    call: ({ printed }) => ({ method: 'GET', path: `/${printed.pop() ?? ''}/pdf` }),
  },
];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function anyOf(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? '';
}

async function openLevel(stored: number): Promise<Level> {
  const { stack, close } = await openService();
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const level: Level = {
    ...{ stored, stack, agent, read: [], printed: [] },
    async close() {
      agent.destroy();
      await close();
    },
  };
  const sale = await call(level, {
    method: 'POST',
    path: '/cash/create-and-print',
    body: SALE_BODY,
  });
  const { id } = JSON.parse(sale.text) as { id: string };
  await copySale(stack.databaseUrl, { id, count: stored, hasTexts: !options['without-texts'] });
  const db = new pg.Client({ connectionString: stack.databaseUrl });
  await db.connect();
  const { rows } = await db.query<{ id: string }>(
    `select id from invoice where year = 2020 and random() < $1 order by random() limit $2`,
    [(4 * (READ + PRINTED)) / stored, READ + PRINTED],
  );
  await db.end();
  const ids = rows.map((row) => row.id);
  level.read = ids.slice(0, READ);
  level.printed = ids.slice(READ);
  return level;
}

function call(
  { stack, agent }: Level,
  { method, path, body = '' }: ReturnType<Path['call']>,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      Authorization: `Bearer ${stack.demo.testKey}`,
      'Content-Type': 'application/json',
    };
    const url = new URL(`/api/invoices${path}`, stack.apiUrl);
    const request = http.request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Milliseconds of each call of a round. */
async function measure(path: Path, level: Level): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + Number(options.ms);
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      const { status, text } = await call(level, path.call(level));
      if (status !== path.status) throw new Error(`${path.name} answered ${status}: ${text}`);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: path.connections }, client));
  return times;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? NaN;
}

const median = (values: readonly number[]) => percentile(values, 0.5);

async function comparePath(path: Path, levels: readonly Level[]): Promise<void> {
  const rounds = new Map<Level, number[][]>(levels.map((level) => [level, []]));
  // The first round warms up and is thrown away.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const level of levels) {
      const times = await measure(path, level);
      if (round > 0) rounds.get(level)?.push(times);
    }
  }
  const p99s = levels.map((level) =>
    (rounds.get(level) ?? []).map((times) => percentile(times, 0.99)),
  );
  say(path.name);
  for (const [index, level] of levels.entries()) {
    const own = p99s[index] ?? [];
    const ratios = own.map((p99, round) => p99 / (p99s[0]?.[round] ?? NaN));
    const p50 = median((rounds.get(level) ?? []).map((times) => percentile(times, 0.5)));
    say(
      `  ${String(level.stored).padStart(9)} stored   p50 ${p50.toFixed(2).padStart(7)} ms   ` +
        `p99 ${median(own).toFixed(2).padStart(7)} ms   ${median(ratios).toFixed(2)} ×`,
    );
  }
}

async function saySizes({ stored, stack }: Level): Promise<void> {
  const sizes = await readSizes(stack.databaseUrl);
  const each = (bytes: number) =>
    Math.round(bytes / stored)
      .toLocaleString('en')
      .padStart(7);
  say(`on the disk, bytes an invoice of ${stored} (rows, long texts, indexes)`);
  let sum = 0;
  for (const { table, rows, toast, indexes } of sizes) {
    sum += rows + toast + indexes;
    say(`  ${table.padEnd(16)} ${each(rows)} ${each(toast)} ${each(indexes)}`);
  }
  say(`  ${'in all'.padEnd(16)} ${each(sum)}`);
}

const levels: Level[] = [];
try {
  for (const stored of options.stored.split(',').map(Number)) {
    const begun = performance.now();
    levels.push(await openLevel(stored));
    say(`${stored} sales stored in ${Math.round((performance.now() - begun) / 1000)} s`);
  }
  for (const path of PATHS) await comparePath(path, levels);
  const last = levels.at(-1);
  if (last !== undefined) await saySizes(last);
} finally {
  for (const { close } of levels) await close();
}

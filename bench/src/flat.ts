// `npm run bench:flat`: whether what a client calls takes longer where more is stored. Services
// with different numbers of sales run side by side and are called in turns.

import { median, percentile } from '@fiscal/testbed';
import type { FiscalClient } from '@fiscal/client';
import pg from 'pg';
import { readOptions } from './options.ts';
import { timed } from './rounds.ts';
import { SALE } from './sample.ts';
import { openService } from './service.ts';
import type { Service } from './service.ts';
import { copySale, readSizes } from './stored-sales.ts';
import { say } from './table.ts';

const options = readOptions({
  stored: '1000,100000,1000000',
  rounds: 5,
  ms: 3_000,
  withoutTexts: false,
});
const CONNECTIONS = 4;
/** Stored sales that are read again and again, as many everywhere, and those that are printed. */
const READ = 500;
const PRINTED = 500;

interface Level extends Service {
  stored: number;
  /** Ids of stored sales, in no order. */
  read: string[];
  printed: string[];
}

interface Path {
  name: string;
  connections: number;
  call: (client: FiscalClient, level: Level) => Promise<unknown>;
}

const PATHS: readonly Path[] = [
  {
    name: 'accept: POST draft',
    connections: CONNECTIONS,
    call: (client) => client.createDraft(SALE),
  },
  {
    name: 'read: GET of any record',
    connections: CONNECTIONS,
    call: (client, { read }) => client.readInvoice(anyOf(read)),
  },
  {
    name: 'sell: create-and-print',
    connections: CONNECTIONS,
    call: (client) => client.createAndPrint(SALE),
  },
  {
    name: 'list: newest 50',
    connections: CONNECTIONS,
    call: (client) => client.listInvoices({ limit: 50 }),
  },
  {
    name: 'list: 50 Fiscalized',
    connections: CONNECTIONS,
    call: (client) => client.listInvoices({ limit: 50, status: 'Fiscalized' }),
  },
  {
    name: 'print: GET of a first PDF',
    connections: 1,
    call: (client, { printed }) => client.readPdf(printed.pop() ?? ''),
  },
];

function anyOf(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? '';
}

async function openLevel(stored: number): Promise<Level> {
  const service = await openService();
  const { stack, client } = service;
  const { id } = await client.createAndPrint(SALE);
  await copySale(stack.databaseUrl, { id, count: stored, hasTexts: !options.withoutTexts });
  const db = new pg.Client({ connectionString: stack.databaseUrl });
  await db.connect();
  const { rows } = await db.query<{ id: string }>(
    `select id from invoice where year = 2020 and random() < $1 order by random() limit $2`,
    [(4 * (READ + PRINTED)) / stored, READ + PRINTED],
  );
  await db.end();
  const ids = rows.map((row) => row.id);
  return { ...service, stored, read: ids.slice(0, READ), printed: ids.slice(READ) };
}

/** Milliseconds of each call of a round. */
async function measure({ call, connections }: Path, level: Level): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + options.ms;
  const connection = async () => {
    while (performance.now() < end) {
      times.push(await timed(() => call(level.client, level)));
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return times;
}

async function comparePath(path: Path, levels: readonly Level[]): Promise<void> {
  const rounds = new Map<Level, number[][]>(levels.map((level) => [level, []]));
  // The first round warms up and is thrown away.
  for (let round = 0; round <= options.rounds; round += 1) {
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

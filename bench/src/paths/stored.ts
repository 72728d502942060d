// Whether what a client calls takes longer where more is stored: services with different numbers of
// sales run side by side and are called alternately.

import type { FiscalClient } from '@fiscal/client';
import pg from 'pg';
import { compareInRounds, inThisProcess } from '../measuring/rounds.ts';
import type { Bench, Side } from '../measuring/rounds.ts';
import { SALE } from '../service/sample.ts';
import { openService } from '../service/service.ts';
import type { Service } from '../service/service.ts';
import { copySale } from '../service/stored-sales.ts';

const FEW = 1_000;
const MANY = 100_000;
/** The aim is 1; what is below it by less is the noise of two services on one machine. */
const GOAL = 0.8;

interface Level extends Service {
  stored: number;
  /** Ids of stored sales, in no order. */
  ids: string[];
}

interface Call {
  name: string;
  connections: number;
  call: (client: FiscalClient, ids: string[]) => Promise<unknown>;
}

const CALLS: readonly Call[] = [
  { name: 'accept', connections: 4, call: (client) => client.createDraft(SALE) },
  { name: 'read', connections: 4, call: (client, ids) => client.readInvoice(anyOf(ids)) },
  { name: 'sell', connections: 4, call: (client) => client.createAndPrint(SALE) },
  { name: 'list', connections: 4, call: (client) => client.listInvoices({ limit: 50 }) },
  {
    name: 'list Fiscalized',
    connections: 4,
    call: (client) => client.listInvoices({ limit: 50, status: 'Fiscalized' }),
  },
  // Each is printed once: what is read again is a stored print.
  { name: 'print', connections: 1, call: (client, ids) => client.readPdf(ids.pop() ?? '') },
];

function anyOf(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? '';
}

async function openLevel(stored: number): Promise<Level> {
  const service = await openService();
  const { stack, client } = service;
  const { id } = await client.createAndPrint(SALE);
  await copySale(stack.databaseUrl, id, stored);
  const db = new pg.Client({ connectionString: stack.databaseUrl });
  await db.connect();
  const { rows } = await db.query<{ id: string }>(
    'select id from invoice where year = 2020 order by random() limit $1',
    [FEW],
  );
  await db.end();
  return { ...service, stored, ids: rows.map((row) => row.id) };
}

function sideOf({ stored, client, ids }: Level, { connections, call }: Call): Side {
  return inThisProcess(`${stored} stored`, connections, () => call(client, ids));
}

export const benchStored: Bench = async (rounds, report) => {
  const few = await openLevel(FEW);
  const many = await openLevel(MANY);
  try {
    for (const call of CALLS) {
      const ours = sideOf(many, call);
      const baseline = sideOf(few, call);
      const path = `stored: ${call.name}`;
      report(await compareInRounds({ path, ours, baseline, goal: GOAL }, rounds));
    }
  } finally {
    await many.close();
    await few.close();
  }
};

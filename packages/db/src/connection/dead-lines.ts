// Lines to a PostgreSQL that is gone without a word, as after a failover: the machine or a rule of
// a firewall took it away, and nothing ends them. A statement would wait there until the client
// gives it up. So where one gets no result for seconds, PostgreSQL itself is asked on a new
// connection which lines it still serves; the others are closed, also those that rest. One that it
// does serve may take its time.

import { Socket } from 'node:net';
import pg from 'pg';
import { isPooled } from './pooler.ts';

/**
 * How long a connection is in use until PostgreSQL is asked for it, and how long between two
 * questions.
 */
const SILENT_MS = 3_000;
const LOOK_EVERY_MS = 500;
const CONNECT_MS = 3_000;

/** A client of a pool whose line can be closed although the other end is gone. */
export class PooledLine extends pg.Client {
  /** Private, so that no log of an error shows it. */
  readonly #socket: Socket;
  /** Of the process that serves it; null before it is connected. */
  declare readonly processID: number | null;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  /** Closes it at once; a statement under way fails. */
  cut(): void {
    this.#socket.destroy();
  }
}

/**
 * @param pool of `PooledLine`, without a pooler before PostgreSQL.
 * @param config of a new connection to the same PostgreSQL.
 * @param onDead gets how many lines were closed.
 * @returns how to end it.
 */
export function closeDeadLines(
  pool: pg.Pool,
  config: pg.ClientConfig,
  onDead: (count: number) => void,
): () => void {
  const lines = new Set<PooledLine>();
  /** Since when each is in use. */
  const inUse = new Map<PooledLine, number>();
  let askedAt = 0;

  pool.on('connect', (client) => lines.add(client as unknown as PooledLine));
  pool.on('acquire', (client) => inUse.set(client as unknown as PooledLine, Date.now()));
  pool.on('release', (_error, client) => inUse.delete(client as unknown as PooledLine));
  pool.on('remove', (client) => {
    lines.delete(client as unknown as PooledLine);
    inUse.delete(client as unknown as PooledLine);
  });

  async function look(): Promise<void> {
    const now = Date.now();
    const isSilent = [...inUse.values()].some((since) => now - since >= SILENT_MS);
    if (!isSilent || now - askedAt < SILENT_MS) return;
    askedAt = now;
    // Not those that are opened meanwhile.
    const asked = [...lines];
    const served = await servedProcesses(config, asked);
    const dead = served === null ? [] : asked.filter((line) => !served.has(line.processID));
    for (const line of dead) line.cut();
    if (dead.length > 0) onDead(dead.length);
  }

  const looking = setInterval(() => {
    // PostgreSQL cannot be reached at all: there is no better line to be had.
    look().catch(() => undefined);
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(looking);
}

/**
 * @returns the numbers of those that PostgreSQL serves; null where a pooler gives numbers of its
 * own.
 */
async function servedProcesses(
  config: pg.ClientConfig,
  lines: readonly PooledLine[],
): Promise<ReadonlySet<number | null> | null> {
  const socket = new Socket();
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    stream: () => socket,
  });
  // The statement that fails says it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    if (await isPooled(client)) return null;
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid = any($1::int[])',
      [lines.map(({ processID }) => processID)],
    );
    return new Set(rows.map(({ pid }) => pid));
  } finally {
    // Not in order, which would wait for a server that may have gone meanwhile.
    socket.destroy();
  }
}

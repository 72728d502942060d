// Bodies of which the last byte never comes: what of them is kept, of whom, and for how long.

import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Target } from '../target.ts';

/** What compose and the chart give an API process. */
const SHIPPED_MEMORY_MIB = 1_536;
/** What may stay: pages that the allocator keeps for the next bodies. */
const KEPT_MIB = 192;
/**
 * A body may take half a minute, and a busy machine takes its time; a connection on which nothing
 * moves would be kept for two.
 */
const ENDS_WITHIN_MS = 110_000;
/** For hangs alone: memory is looked at again and again until it has been given back. */
const GIVEN_BACK_WITHIN_MS = 300_000;

interface Sent {
  method?: 'GET';
  path: string;
  headers: Record<string, string>;
  bytes: Buffer;
  /** Sent once a second, until the connection is closed. */
  drip?: Buffer;
  /** The response is never taken. */
  isUnread?: boolean;
}

/** A connection that has sent so much. */
function send({ service }: Target, { method, path, headers, bytes }: Sent): Socket {
  const { hostname, port } = new URL(service.stack.apiUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  // It is reset in the middle of sending.
  socket.on('error', () => undefined);
  const lines = Object.entries({ Host: 'x', 'Content-Type': 'application/json', ...headers });
  const head = lines.map((line) => `${line.join(': ')}\r\n`).join('');
  socket.write(`${method ?? 'POST'} ${path} HTTP/1.1\r\n${head}\r\n`);
  socket.write(bytes);
  return socket;
}

/**
 * Resolves with the status of the response to a connection, null without one, when it is closed.
 */
function statusOf(socket: Socket): Promise<number | null> {
  let response = '';
  socket.on('data', (data) => (response += String(data)));
  return new Promise((resolve) => {
    socket.once('close', () => {
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(response) ?? [];
      resolve(status === undefined ? null : Number(status));
    });
  });
}

/** MiB that the API uses, and has used at most since the last call. */
function memoryOf({ service }: Target): { now: number; most: number } {
  const pid = String(service.stack.processes.get('api')?.pid);
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (name: string) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1_024);
  const memory = { now: mib('VmRSS'), most: mib('VmHWM') };
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return memory;
}

/**
 * Sends so many, waits until all connections have been closed, and looks at the memory.
 * @param expected statuses, none where no response is taken; a client that is reset while it still
 * sends may read none.
 */
async function attempt(
  target: Target,
  connections: number,
  expected: readonly number[],
  sent: (index: number) => Sent,
): Promise<string> {
  const before = memoryOf(target).now;
  const sockets: Socket[] = [];
  const statuses: Promise<number | null>[] = [];
  try {
    for (let index = 0; index < connections; index += 1) {
      const socket = send(target, sent(index));
      sockets.push(socket);
      statuses.push(statusOf(socket));
      if (sent(index).isUnread) socket.pause();
      if (index % 50 === 0) await sleep(1);
    }
    const until = Date.now() + ENDS_WITHIN_MS;
    while (sockets.some(({ closed }) => !closed)) {
      if (Date.now() > until) {
        const open = sockets.filter(({ closed }) => !closed).length;
        throw new Error(`${open} connections are open, memory ${memoryOf(target).most} MiB`);
      }
      for (const [index, socket] of sockets.entries()) {
        const { drip } = sent(index);
        if (drip && socket.writable) socket.write(drip);
      }
      await sleep(1_000);
    }
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const { most } = memoryOf(target);
  if (most >= SHIPPED_MEMORY_MIB) throw new Error(`the API has used ${most} MiB`);
  const counts = new Map<number | null, number>();
  for (const status of await Promise.all(statuses)) {
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  const counted = [...counts].map(([status, count]) => `${count} × ${status ?? 'no response'}`);
  const known = [...counts.keys()].filter((status) => status !== null);
  const isExpected = known.length > 0 || expected.length === 0;
  if (!isExpected || known.some((status) => !expected.includes(status))) {
    throw new Error(`status ${counted.join(', ')}`);
  }
  const givenBack = Date.now() + GIVEN_BACK_WITHIN_MS;
  let after = memoryOf(target).now;
  while (after > before + KEPT_MIB) {
    if (Date.now() > givenBack) throw new Error(`${before} MiB before it, ${after} after it`);
    await sleep(1_000);
    after = memoryOf(target).now;
  }
  return `${counted.join(', ')}; ${before} MiB before it, ${most} at most, ${after} after it`;
}

const MEGABYTE = 1_000_000;
const ALL_BUT_ONE = Buffer.alloc(MEGABYTE - 1, ' ');
const SIGN_IN = { path: '/admin/api/sign-in' };
const FROM_ITS_PAGE = { 'Sec-Fetch-Site': 'same-origin' };
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

const keyed = ({ attacker }: Target, headers: Record<string, string>, bytes: Buffer): Sent => ({
  path: '/api/invoices/draft',
  headers: { Authorization: `Bearer ${attacker.test.key}`, ...headers },
  bytes,
});

export const unfinishedBodies: readonly Attack[] = [
  {
    name: '1 700 unfinished megabytes of a stranger',
    run: (target) => {
      const headers = { ...FROM_ITS_PAGE, 'Content-Length': String(MEGABYTE) };
      const sent = { ...SIGN_IN, headers, bytes: ALL_BUT_ONE };
      // An address has 1 000 calls in 10 s.
      return attempt(target, 1_700, [413, 429], () => sent);
    },
  },
  {
    name: '1 700 unfinished megabytes of a stranger, of no declared length',
    run: (target) => {
      const headers = { ...FROM_ITS_PAGE, ...CHUNKED };
      const bytes = Buffer.concat([Buffer.from('f4240\r\n'), ALL_BUT_ONE]);
      return attempt(target, 1_700, [413, 429], () => ({ ...SIGN_IN, headers, bytes }));
    },
  },
  {
    name: '1 700 unfinished passwords, each from an address of its own',
    run: (target) =>
      attempt(target, 1_700, [408, 503], (index) => ({
        ...SIGN_IN,
        headers: {
          ...FROM_ITS_PAGE,
          'Content-Length': '8192',
          'X-Forwarded-For': `198.18.${Math.floor(index / 250)}.${index % 250}`,
        },
        bytes: ALL_BUT_ONE.subarray(0, 8_191),
      })),
  },
  {
    name: '1 700 unfinished megabytes of one key',
    run: (target) => {
      const sent = keyed(target, { 'Content-Length': String(MEGABYTE) }, ALL_BUT_ONE);
      return attempt(target, 1_700, [408, 429], () => sent);
    },
  },
  {
    name: '30 unfinished megabytes of one key, each byte a chunk',
    run: (target) => {
      const bytes = Buffer.from('1\r\n \r\n'.repeat(MEGABYTE));
      const sent = keyed(target, CHUNKED, bytes);
      return attempt(target, 30, [413], () => sent);
    },
  },
  {
    name: '30 unfinished megabytes at a path where nothing is, each byte a chunk',
    run: (target) => {
      const bytes = Buffer.from('1\r\n \r\n'.repeat(MEGABYTE));
      return attempt(target, 30, [404, 429], () => ({ path: '/nothing', headers: CHUNKED, bytes }));
    },
  },
  {
    name: '60 downloads that are not taken, each with a body of single bytes',
    run: (target) => {
      const path = '/docs/swagger-ui/swagger-ui-bundle.js';
      const bytes = Buffer.from('1\r\n \r\n'.repeat(MEGABYTE / 8));
      // The client notices that the connection is closed when it sends the next one.
      const drip = Buffer.from('1\r\n \r\n');
      const sent: Sent = { method: 'GET', path, headers: CHUNKED, bytes, drip, isUnread: true };
      return attempt(target, 60, [], () => sent);
    },
  },
  {
    name: '100 bodies that come a byte a second',
    run: (target) => {
      const sent = keyed(target, { 'Content-Length': '1000' }, Buffer.from('{'));
      return attempt(target, 100, [408], () => ({ ...sent, drip: Buffer.from(' ') }));
    },
  },
];

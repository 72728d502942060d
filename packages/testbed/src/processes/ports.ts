// Finds free ports of 127.0.0.1, also where many runs look for some at the same time.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A port to listen on, and whether it is the wanted one. */
export interface ChosenPort {
  port: number;
  isWanted: boolean;
}

/** The wanted port, or a free one when it is taken. */
export async function choosePort(wanted: number): Promise<ChosenPort> {
  // Listening alone does not show it everywhere: on macOS a second, narrower listener is let in and
  // takes the connections of the first.
  const isTaken =
    (await accepts(wanted, '127.0.0.1')) ||
    (await accepts(wanted, '::1')) ||
    !(await canListen(wanted));
  return isTaken ? { port: await freePort(), isWanted: false } : { port: wanted, isWanted: true };
}

/**
 * A free port that no other run of this user has taken. The operating system gives no port of this
 * range by itself, so that neither a connection nor another server gets it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (reserve(port) && (await canListen(port))) return port;
  }
  throw new Error(`No free port was found from ${FIRST_PORT} to ${LAST_PORT}.`);
}

/**
 * Below those that Linux and macOS give to a program that asks for any, and above the last one that
 * `fetch` refuses as a bad port: 10 080.
 */
export const FIRST_PORT = 10_081;
const LAST_PORT = 29_999;
const MOST_ATTEMPTS = 1_000;
const RESERVED = join(tmpdir(), `fiscal-ports-${process.getuid?.() ?? 'own'}`);

/** Takes the port for this process until it ends. @returns false where another one has it. */
function reserve(port: number): boolean {
  mkdirSync(RESERVED, { recursive: true, mode: 0o700 });
  const file = join(RESERVED, String(port));
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!isAlive(ownerOf(file))) rmSync(file, { force: true });
    return false;
  }
}

/** The process that has reserved it; 0 where it let go of it meanwhile. */
function ownerOf(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

function isAlive(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}

async function accepts(port: number, host: string): Promise<boolean> {
  const socket = connect({ port, host });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(500) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

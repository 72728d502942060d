// An uploaded picture is never kept as it came: a process that can be ended opens it and draws it anew, at
// most 2 000 pixels long. What it costs is bounded: time, memory, one picture at a time for a company and
// two in all.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { privateBytes, readProcessTree } from '@fiscal/runtime';
import { redrawEnvironment } from './env.ts';
import { logoUri, MOST_LOGO_BYTES, readLogo } from './logo.ts';

/** What became of a picture. */
export type Redrawn =
  | { kind: 'redrawn'; uri: string }
  | { kind: 'unreadable'; why: string }
  /** Another picture is being read; nothing was done. */
  | { kind: 'busy' };

/** What a picture may cost. */
export interface RedrawLimits {
  timeoutMs: number;
  memoryBytes: number;
}

/** A picture of 25 million pixels takes some two seconds of a core; a loaded machine has its time. */
const LIMITS: RedrawLimits = { timeoutMs: 60_000, memoryBytes: 512 * 1_048_576 };
/** At the same time, over all companies. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 16;
const WATCH_MS = 100;

const IS_SOURCE = import.meta.url.endsWith('.ts');
const ENTRY = fileURLToPath(
  new URL(`./redraw-process${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url),
);
const ARGS = ['--max-old-space-size=128', ...(IS_SOURCE ? ['--conditions=source'] : []), ENTRY];

/** Who has a picture under way, or in the line. */
const owners = new Set<string>();
const waiting: (() => void)[] = [];

/**
 * Draws a logo anew.
 * @param uri of a picture that `readLogo` takes.
 * @param owner the company, or who creates one: has one picture under way at a time.
 */
export async function redrawLogo(uri: string, owner: string, limits = LIMITS): Promise<Redrawn> {
  const logo = readLogo(uri);
  if (!logo) return { kind: 'unreadable', why: 'it is no PNG, JPEG or WebP picture' };
  if (owners.has(owner) || waiting.length >= MOST_WAITING) return { kind: 'busy' };
  owners.add(owner);
  try {
    if (owners.size - waiting.length > MOST_AT_ONCE) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    const bytes = await runRedraw(logo.bytes, limits);
    return { kind: 'redrawn', uri: logoUri({ kind: logo.kind, bytes }) };
  } catch (error) {
    return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
  } finally {
    owners.delete(owner);
    waiting.shift()?.();
  }
}

/** @throws Error with the reason in words. */
function runRedraw(picture: Buffer, { timeoutMs, memoryBytes }: RedrawLimits): Promise<Buffer> {
  const child = spawn(process.execPath, ARGS, { env: redrawEnvironment(), stdio: 'pipe' });
  const drawn: Buffer[] = [];
  let length = 0;
  let words = '';
  let ended: string | null = null;
  const end = (why: string): void => {
    ended ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(end, timeoutMs, 'it takes too long to be opened');
  const watching = setInterval(() => {
    if (child.pid === undefined) return;
    const [own] = readProcessTree(child.pid);
    if (own && privateBytes([own]) > memoryBytes) end('it takes too much memory to be opened');
  }, WATCH_MS);
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MOST_LOGO_BYTES) end('it is too large');
    else drawn.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (words.length < 500) words += chunk.toString();
  });
  // A process that has ended takes nothing any more, which 'close' tells.
  child.stdin.on('error', () => undefined);
  child.stdin.end(picture);
  return new Promise<Buffer>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (ended !== null) reject(new Error(ended));
      else if (code === 0 && length > 0) resolve(Buffer.concat(drawn));
      else reject(new Error(words.split('\n')[0]?.slice(0, 200) ?? 'it can not be opened'));
    });
  }).finally(() => {
    clearTimeout(timer);
    clearInterval(watching);
  });
}

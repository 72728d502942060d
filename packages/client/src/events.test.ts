import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createFiscalClient } from './client.ts';
import { cursorFile } from './events.ts';
import type { EventOptions } from './events.ts';
import { startScriptedService } from './testing/scripted-service.ts';
import type { ScriptedResponse } from './testing/scripted-service.ts';

let folder: string;
let service: Awaited<ReturnType<typeof startScriptedService>>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-cursor-'));
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const file = () => join(folder, 'cursor');
const page = (cursor: string, ids: string[], more = false): ScriptedResponse => ({
  status: 200,
  body: { events: ids.map((id) => ({ id })), cursor, more, behindSeconds: 0 },
});
const waits = (count: number) => Array.from({ length: count }, () => 'wait=25');
const queries = () => service.seen.map(({ call }) => call.replace('GET /api/events?', ''));

/** Handles so many events, then leaves the loop. @returns their ids, and the cursor at each. */
async function follow(
  script: ScriptedResponse[],
  most: number,
  options: Partial<EventOptions> = {},
) {
  service = await startScriptedService(script);
  const client = createFiscalClient({ baseUrl: service.baseUrl, apiKey: 'key_test_x' });
  const handled: [string, string | null][] = [];
  for await (const { id } of client.events({ cursor: cursorFile(file()), ...options })) {
    handled.push([id, await cursorFile(file()).read()]);
    if (handled.length === most) break;
  }
  return handled;
}

test('the cursor is kept once every event of its page is handled, and a restart goes on there', async () => {
  const script = [page('c1', ['a', 'b'], true), page('c2', ['c', 'd'])];
  expect(await follow(script, 3)).toEqual([
    ['a', null],
    ['b', null],
    ['c', 'c1'],
  ]);
  expect(queries()).toEqual(['from=now', 'after=c1']);
  await service.close();
  // It ended within the second page, which comes again as a whole.
  const again = await follow([page('c2', ['c', 'd']), page('c3', ['e'])], 3);
  expect(again.map(([id]) => id)).toEqual(['c', 'd', 'e']);
  expect(queries()).toEqual(['after=c1', 'after=c2']);
  expect(readFileSync(file(), 'utf8')).toBe('c2');
  expect(readdirSync(folder)).toEqual(['cursor']);
});

test('also that of a page without events, so that none is missed before the first', async () => {
  await follow([page('c0', []), 'drop', page('c0', []), page('c1', ['a'])], 1);
  expect(queries()).toEqual(['from=now', 'after=c0', 'after=c0', 'after=c0']);
  expect(service.seen.map(({ prefer }) => prefer)).toEqual([undefined, ...waits(3)]);
  expect(readFileSync(file(), 'utf8')).toBe('c0');
  // A read that was to wait, and has not.
  expect(service.seen[3]!.atMs - service.seen[2]!.atMs).toBeGreaterThanOrEqual(990);
});

test('after a restore it goes on from the instant that the service names', async () => {
  const from = '2026-11-26T10:00:00.000Z';
  const body = { error: 'Restored.', code: 'CURSOR_OUTDATED', requestId: 'x', from };
  await cursorFile(file()).write('c9');
  const outdated: string[] = [];
  const script = [{ status: 410, body }, page('d1', ['a']), page('d2', ['b'])];
  const handled = await follow(script, 2, { onOutdated: (next) => outdated.push(next) });
  expect(outdated).toEqual([from]);
  expect(handled.map(([id]) => id)).toEqual(['a', 'b']);
  expect(queries()).toEqual(['after=c9', `from=${encodeURIComponent(from)}`, 'after=d1']);
  expect(readFileSync(file(), 'utf8')).toBe('d1');
});

test('the types and the record are asked for at every page', async () => {
  const types = ['invoice.failed', 'deadline.near'] as const;
  await follow([page('c1', ['a']), page('c2', ['b'])], 2, { types, include: 'record' });
  const rest = `&types=${encodeURIComponent(types.join(','))}&include=record`;
  expect(queries()).toEqual([`from=now${rest}`, `after=c1${rest}`]);
});

test('an error that repeating does not help ends it, and so does the signal', async () => {
  const body = { error: 'No key.', code: 'INVALID_API_KEY', requestId: 'x' };
  await expect(follow([{ status: 401, body }], 1)).rejects.toMatchObject({ status: 401 });
  await service.close();
  const closing = new AbortController();
  const reason = new Error('closing');
  setTimeout(() => closing.abort(reason), 100);
  const away: ScriptedResponse[] = ['drop', 'drop', 'drop'];
  await expect(follow(away, 1, { signal: closing.signal })).rejects.toBe(reason);
});

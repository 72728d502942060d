// The process under SIGKILL: what it replied is registered stays registered, and its clock is Date
// alone.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { goodInvoice, NOW_TEXT, sentAgain, TIN } from './testing/drafts.ts';
import { writeInvoice } from './testing/request-builder.ts';
import { clientOf, makeKeys } from './testing/running.ts';
import { simulatorFiles, spawnSimulator } from './testing/spawned.ts';

const keys = await makeKeys();
let directory: string;
let started: ReturnType<typeof spawnSimulator>[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));
  started = [];
});

afterEach(async () => {
  for (const spawned of started) await spawned.end('SIGKILL');
  rmSync(directory, { recursive: true });
});

/** Starts a process on the state of the folder. */
async function start() {
  const spawned = spawnSimulator({ ...simulatorFiles(directory, keys), EFI_SIMULATOR_PORT: '0' });
  started.push(spawned);
  const url = await spawned.url;
  const client = clientOf(url, keys);
  const readLedger = async () =>
    (await client.control('GET', '/ledger')).body as {
      messages: { iic: string; answer: string; receivedAt: string }[];
      summary: object;
    };
  return { ...spawned, ...client, url, readLedger };
}

test('accept-then-die: no reply, and the next process knows what was registered', async () => {
  const before = await start();
  await before.script({ type: 'accept-then-die' });
  await expect(before.sendInvoice(goodInvoice())).rejects.toThrow('fetch failed');
  expect(await before.ended).toMatchObject({ code: null, signal: 'SIGKILL' });

  const after = await start();
  const { messages } = await after.readLedger();
  expect(messages).toMatchObject([{ outcome: 'accepted', behaviour: 'accept-then-die' }]);
  const { iic, answer: fic } = messages[0]!;
  const { status, text } = await after.ask({ iic, tin: TIN, dateTimeCreated: NOW_TEXT });
  expect({ status, ...(JSON.parse(text) as object) }).toMatchObject({ status: 200, fic });
  expect(await after.sendInvoice(sentAgain(goodInvoice(), 'SERVICE'))).toMatchObject({
    answer: fic,
  });
  expect((await after.readLedger()).summary).toMatchObject({
    messages: 2,
    invoices: 1,
    doubledIics: [],
    resendsWithoutCheck: [],
  });
});

test('a kill in the middle of many messages loses none that got a reply', async () => {
  const before = await start();
  const soaps = Array.from({ length: 200 }, (_, index) =>
    writeInvoice(goodInvoice(index + 1), { identity: keys.taxpayer }),
  );
  const answers: string[] = [];
  const sendRest = async (): Promise<void> => {
    for (let soap = soaps.pop(); soap !== undefined; soap = soaps.pop()) {
      const { answer } = await before.send(soap);
      if (answer !== null) answers.push(answer);
      if (answers.length === 60) void before.end('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 8 }, sendRest));
  expect(await before.ended).toMatchObject({ signal: 'SIGKILL' });
  expect(answers.length).toBeGreaterThanOrEqual(60);

  const after = await start();
  const { messages } = await after.readLedger();
  const known = new Set(messages.map(({ answer }) => answer));
  expect(answers.filter((answer) => !known.has(answer))).toEqual([]);
});

test('a shifted Date shifts the clock of the authority, in its checks and in its replies', async () => {
  const { sendInvoice, readLedger, url } = await start();
  expect(await sendInvoice(goodInvoice())).toMatchObject({ code: null });
  const { messages } = await readLedger();
  expect(messages[0]?.receivedAt).toMatch(/^2026-07-11T13:5/);
  const { headers } = await fetch(`${url}/health/live`);
  expect(headers.get('Date')).toMatch(/^Sat, 11 Jul 2026 13:5/);
});

// The process under SIGKILL: what was answered as registered is registered for ever, and the clock
// of a process is its Date.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { goodInvoice, NOW_TEXT, TIN } from './testing/drafts.ts';
import { header, writeInvoice } from './testing/request-builder.ts';
import { clientOf, makeKeys } from './testing/running.ts';
import type { Client } from './testing/running.ts';
import { dateShift, simulatorFiles, spawnSimulator } from './testing/spawned.ts';
import type { Spawned } from './testing/spawned.ts';

const keys = await makeKeys();
let directory: string;
let started: Spawned[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));
  started = [];
});

afterEach(async () => {
  for (const spawned of started) await spawned.end('SIGKILL');
  rmSync(directory, { recursive: true });
});

/** Starts a process at the tests' moment on the state of the folder. */
async function start(): Promise<Spawned & { client: Client }> {
  const environment = { ...simulatorFiles(directory, keys), EFI_SIMULATOR_PORT: '0' };
  const spawned = await spawnSimulator(environment, dateShift(directory));
  started.push(spawned);
  return { ...spawned, client: clientOf(spawned.url, keys) };
}

function again(ordinal: number) {
  return { ...goodInvoice(ordinal), header: header(NOW_TEXT, 'SERVICE') };
}

async function ask(url: string, iic: string): Promise<{ status: number; fic: unknown }> {
  const response = await fetch(`${url}/ic/api/verifyInvoice`, {
    method: 'POST',
    body: new URLSearchParams({ iic, tin: TIN, dateTimeCreated: NOW_TEXT }),
  });
  const { fic } = (response.status === 200 ? await response.json() : {}) as { fic?: unknown };
  return { status: response.status, fic };
}

interface Ledger {
  messages: { iic: string; answer: string; outcome: string; behaviour: string }[];
  summary: Record<string, unknown>;
}

async function ledgerOf(client: Client): Promise<Ledger> {
  return (await client.control('GET', '/ledger')).body as Ledger;
}

test('accept-then-die: no answer, and the next process knows what was registered', async () => {
  const before = await start();
  const replies = [{ behaviour: { type: 'accept-then-die' } }];
  expect(await before.client.control('POST', '/script', { replies })).toMatchObject({
    status: 200,
  });
  await expect(before.client.sendInvoice(goodInvoice())).rejects.toThrow('fetch failed');
  expect(await before.ended).toMatchObject({ code: null, signal: 'SIGKILL' });

  const after = await start();
  const { messages } = await ledgerOf(after.client);
  expect(messages).toMatchObject([{ outcome: 'accepted', behaviour: 'accept-then-die' }]);
  const { iic, answer: fic } = messages[0]!;
  expect(await ask(after.url, iic)).toEqual({ status: 200, fic });
  expect(await after.client.sendInvoice(again(1))).toMatchObject({ answer: fic });
  expect((await ledgerOf(after.client)).summary).toMatchObject({
    ...{ messages: 2, invoices: 1, doubledIics: [], resendsWithoutCheck: [] },
    ...{ behaviours: { 'accept-then-die': 1 }, receiptChecks: { total: 1, found: 1 } },
  });
});

test('a kill in the middle of many messages loses none that was answered', async () => {
  const before = await start();
  const soaps = Array.from({ length: 200 }, (_, index) =>
    writeInvoice(goodInvoice(index + 1), { identity: keys.taxpayer }),
  );
  const answers: string[] = [];
  const sendRest = async (): Promise<void> => {
    for (let soap = soaps.pop(); soap !== undefined; soap = soaps.pop()) {
      const { answer } = await before.client.send(soap);
      if (answer !== null) answers.push(answer);
      if (answers.length === 60) void before.end('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 8 }, sendRest));
  expect(await before.ended).toMatchObject({ signal: 'SIGKILL' });
  expect(answers.length).toBeGreaterThanOrEqual(60);

  const after = await start();
  const { messages } = await ledgerOf(after.client);
  const known = new Set(messages.map(({ answer }) => answer));
  expect(answers.filter((answer) => !known.has(answer))).toEqual([]);
});

test('a message that waited when the process was killed has come, and was never looked at', async () => {
  const before = await start();
  const replies = [{ behaviour: { type: 'slow', ms: 60_000 } }];
  await before.client.control('POST', '/script', { replies });
  const lost = expect(before.client.sendInvoice(goodInvoice())).rejects.toThrow('fetch failed');
  while ((await ledgerOf(before.client)).messages.length === 0);
  await before.end('SIGKILL');
  await lost;

  const after = await start();
  expect(await after.client.sendInvoice(again(1))).toMatchObject({ code: null });
  expect((await ledgerOf(after.client)).summary).toMatchObject({
    ...{ waiting: 1, invoices: 1 },
    resendsWithoutCheck: [{ sequence: 2, earlier: { sequence: 1, outcome: 'waiting' } }],
  });
});

test('a shifted Date shifts the clock of the authority, in its checks and in its answers', async () => {
  const { client, url } = await start();
  expect(await client.sendInvoice(goodInvoice())).toMatchObject({ code: null });
  const { messages } = (await client.control('GET', '/ledger')).body as {
    messages: { receivedAt: string }[];
  };
  expect(messages[0]?.receivedAt).toMatch(/^2026-07-11T13:5/);
  const { headers } = await fetch(`${url}/health/live`);
  expect(headers.get('Date')).toMatch(/^Sat, 11 Jul 2026 13:5/);
});

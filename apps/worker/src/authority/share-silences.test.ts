import { afterEach, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../../packages/db/src/testing/open-test-database.ts';
import { createCircuit } from './circuit.ts';
import type { Observation } from './circuit.ts';
import { createSilenceExchange } from './share-silences.ts';

const db = useTestDatabase();
afterEach(() => db.worker.pool.query('delete from authority_silence'));

/** A worker that exchanges when it is told to. */
function worker() {
  const now = () => performance.now();
  const circuit = createCircuit({
    failuresToOpen: 3,
    askedProbes: 1,
    probeEveryMs: 3_600_000,
    now,
    random: () => 0.5,
    onChange: () => undefined,
  });
  const { exchange } = createSilenceExchange({
    db: db.worker,
    environment: 'live',
    circuit,
    settledMs: 0,
    now,
  });
  const hear = (observation: Observation, ...companies: string[]) => {
    for (const company of companies) circuit.admit('live', company)?.(observation);
  };
  return { exchange, hear, open: () => circuit.openings().map(({ scope }) => scope) };
}

async function exchangeAll(...workers: ReturnType<typeof worker>[]): Promise<void> {
  for (const { exchange } of [...workers, ...workers]) await exchange();
}

const stored = async () =>
  (await db.worker.pool.query('select company_id from authority_silence')).rows.length;

test('the silences of a company at several workers open its circuit, and no other', async () => {
  const [first, second] = [worker(), worker()];
  first.hear('silence', 'a', 'a');
  await exchangeAll(first, second);
  expect([first.open(), second.open()]).toEqual([[], []]);
  second.hear('silence', 'a');
  expect(second.open()).toEqual(['a']);
  await exchangeAll(second, first);
  expect(first.open()).toEqual(['a']);
});

test('those of several companies open the authority’s', async () => {
  const all = [worker(), worker(), worker()];
  for (const [index, company] of ['a', 'b', 'c'].entries()) all[index]?.hear('silence', company);
  await exchangeAll(...all);
  expect(all.map(({ open }) => open())).toEqual(Array(3).fill(['authority']));
});

test('a reply to the company at any worker takes back those before it at all of them', async () => {
  const [first, second, third] = [worker(), worker(), worker()];
  first.hear('silence', 'a', 'a');
  await exchangeAll(first, second);
  third.hear('reply', 'a');
  await exchangeAll(third, first, second);
  expect(await stored()).toBe(0);
  second.hear('silence', 'a');
  await exchangeAll(second, first);
  first.hear('silence', 'a');
  await exchangeAll(first, second);
  expect([first.open(), second.open()]).toEqual([[], []]);
  second.hear('silence', 'a');
  expect(second.open()).toEqual(['a']);
});

test('a reply to another company leaves them to their companies alone', async () => {
  const [first, second, replied] = [worker(), worker(), worker()];
  replied.hear('reply', 'd');
  first.hear('silence', 'a');
  await exchangeAll(first, replied, second);
  second.hear('silence', 'b', 'c');
  await exchangeAll(replied, second, first);
  expect([first.open(), second.open()]).toEqual([[], []]);
  second.hear('silence', 'a', 'a');
  expect(second.open()).toEqual(['a']);
});

test('a message before the last reply to its company is no silence to the others, wherever it was sent', async () => {
  const [first, second] = [worker(), worker()];
  first.hear('silence', 'a', 'a');
  first.hear('reply', 'a');
  await exchangeAll(first, second);
  expect(await stored()).toBe(0);
});

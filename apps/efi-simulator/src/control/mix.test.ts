// A mix: the same seed gives the same draws, the weights are kept, and the summary counts.

import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { goodInvoice } from '../testing/drafts.ts';
import { makeKeys, startRunning } from '../testing/running.ts';
import type { Running } from '../testing/running.ts';
import { behavioursOf } from './mix.ts';
import type { Mix } from './mix.ts';
import type { Behaviour } from './behaviour.ts';

const keys = await makeKeys();
const NORMAL: Behaviour = { type: 'normal' };
const EMPTY: Behaviour = { type: 'empty' };

function mixOf(seed: number, ...choices: [number, Behaviour][]): Mix<Behaviour> {
  const weighted = choices.map(([weight, behaviour]) => ({ weight, behaviour }));
  return { type: 'mix', seed, choices: weighted };
}

function draw(mix: Mix<Behaviour>, times: number): (string | undefined)[] {
  const next = behavioursOf(mix);
  return Array.from({ length: times }, () => next()?.type);
}

describe('draws', () => {
  test('are the same for the same seed, and others for another', () => {
    const draws = (seed: number) => draw(mixOf(seed, [1, NORMAL], [1, EMPTY]), 64);
    expect(draws(7)).toEqual(draws(7));
    expect(draws(7)).not.toEqual(draws(8));
  });

  test('keep to the weights', () => {
    const counts = draw(mixOf(-1, [0.9, NORMAL], [0.1, EMPTY]), 10_000).filter(
      (type) => type === 'empty',
    ).length;
    expect(counts).toBeGreaterThan(850);
    expect(counts).toBeLessThan(1_150);
  });
});

describe('as a mode', () => {
  let running: Running;

  beforeEach(async () => {
    running = await startRunning(keys);
  });

  afterEach(() => running.stop());

  const check = () => fetch(`${running.url}/ic/api/verifyInvoice`, { method: 'POST' });

  test('each message draws; a scripted one does not; the summary counts both', async () => {
    const mix = mixOf(3, [1, NORMAL], [1, { type: 'http', status: 503 }]);
    const expected = draw(mix, 8).map((type) => (type === 'normal' ? 200 : 503));
    expect(await running.control('PUT', '/mode', { service: mix })).toMatchObject({
      status: 200,
      body: { service: mix, receiptCheck: null },
    });
    const statuses: number[] = [];
    for (let ordinal = 1; ordinal <= 8; ordinal += 1) {
      if (ordinal === 4) {
        await running.control('POST', '/script', { replies: [{ behaviour: EMPTY }] });
        await running.sendInvoice(goodInvoice(99));
      }
      statuses.push((await running.sendInvoice(goodInvoice(ordinal))).status);
    }
    expect(statuses).toEqual(expected);
    const normal = expected.filter((status) => status === 200).length;
    expect(running.simulator.ledger.summary().behaviours).toEqual({
      ...{ normal, http: 8 - normal, empty: 1 },
    });
    await running.control('DELETE', '/mode');
    await running.sendInvoice(goodInvoice(9));
    expect(running.simulator.ledger.summary().behaviours).toMatchObject({ normal });
  });

  test('the receipt check has draws of its own', async () => {
    const receiptCheck = mixOf(5, [1, NORMAL], [1, { type: 'http', status: 503 }]);
    const expected = draw(receiptCheck, 6).map((type) => (type === 'normal' ? 404 : 503));
    await running.control('PUT', '/mode', { receiptCheck });
    expect(await running.sendInvoice(goodInvoice())).toMatchObject({ status: 200 });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await check()).status);
    expect(statuses).toEqual(expected);
  });

  test.each([
    ['no choice', { type: 'mix', seed: 1, choices: [] }, 'service.choices'],
    [
      'a weight of nothing',
      { type: 'mix', seed: 1, choices: [{ weight: 0, behaviour: EMPTY }] },
      'service.choices.0.weight',
    ],
    [
      'a mix in a mix',
      { type: 'mix', seed: 1, choices: [{ weight: 1, behaviour: mixOf(1, [1, EMPTY]) }] },
      'service.choices.0.behaviour.type',
    ],
    ['no seed', { type: 'mix', choices: [{ weight: 1, behaviour: EMPTY }] }, 'service.seed'],
  ])('with %s it is refused with 400', async (_what, service, path) => {
    const { status, body } = await running.control('PUT', '/mode', { service });
    expect(status).toBe(400);
    expect(body).toMatchObject({ problems: [{ path }] });
  });

  test('the receipt check takes no behaviour that only the service knows', async () => {
    const receiptCheck = mixOf(1, [1, { type: 'unsigned' }]);
    expect(await running.control('PUT', '/mode', { receiptCheck })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'receiptCheck.choices.0.behaviour.type' }] },
    });
  });

  test('dying is refused where there is no state file to remember what was accepted', async () => {
    const death: Behaviour = { type: 'accept-then-die' };
    for (const [method, path, body] of [
      ['PUT', '/mode', { service: death }],
      ['PUT', '/mode', { service: mixOf(1, [1, NORMAL], [1, death]) }],
      ['POST', '/script', { replies: [{ behaviour: death }] }],
    ] as const) {
      expect(await running.control(method, path, body)).toMatchObject({
        status: 400,
        body: { problems: [{ message: 'accept-then-die needs a state file' }] },
      });
    }
    expect(await running.sendInvoice(goodInvoice())).toMatchObject({ status: 200 });
  });
});

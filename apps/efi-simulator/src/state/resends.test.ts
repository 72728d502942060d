// Which resends are blind and which repeats are unmarked, by sequences of messages of one IIC.

import { describe, expect, test } from '@jest/globals';
import { Ledger } from './ledger.ts';
import type { MessageEntry } from './events.ts';

const IIC = 'A'.repeat(32);

/** A message that came marked, unless changed. */
function message(change: Partial<MessageEntry> = {}): Partial<MessageEntry> {
  return { kind: 'invoice', iic: IIC, subsequentDelivery: 'SERVICE', ...change };
}

const accepted = message({ outcome: 'accepted' });
const silence = message({ behaviour: 'silence' });
const refused = message({ outcome: 'refused', code: 58 });
const check = { outcome: 'not-found', iic: IIC } as const;
const spoiltCheck = { outcome: 'spoilt', iic: IIC } as const;

type Step = Partial<MessageEntry> | typeof check | typeof spoiltCheck | { iic: string };

/** A ledger in which the steps happened one after the other; messages are numbered from 1. */
function ledgerOf(steps: readonly Step[]): Ledger {
  const ledger = new Ledger();
  for (const step of steps) {
    if (!('kind' in step)) {
      ledger.addReceiptCheck({
        type: 'receipt-check',
        checkedAt: '2026-07-11T13:51:04.000Z',
        afterMessage: ledger.lastSequence,
        behaviour: null,
        outcome: 'not-found',
        ...step,
      } as Parameters<Ledger['addReceiptCheck']>[0]);
      continue;
    }
    const sequence = ledger.nextSequence();
    ledger.addMessage({
      ...{ type: 'message', sequence, receivedAt: '2026-07-11T13:51:04.000Z', tin: null },
      ...{ requestUuid: `uuid-${String(sequence)}`, tcrCode: null, iic: null, ordinal: null },
      ...{ bytes: 1, sha256: '', outcome: 'ignored', code: null, message: null, answer: null },
      ...{ behaviour: null, findings: [], answerLost: false, subsequentDelivery: null },
      ...step,
    } as MessageEntry);
  }
  return ledger;
}

const sequences = (list: readonly { sequence: number }[]) => list.map(({ sequence }) => sequence);

describe('a resend without a receipt check in between is named', () => {
  test.each<[string, Step[], number[]]>([
    ['after silence', [silence, accepted], [2]],
    ['after an answer that was accepted', [accepted, accepted], [2]],
    ['after a drop, an error page, garbage', [message({ behaviour: 'drop' }), accepted], [2]],
    ['when the check came before both', [check, silence, accepted], [2]],
    ['when the check was for another IIC', [silence, { iic: 'B'.repeat(32) }, accepted], [2]],
    ['at each time anew', [silence, check, silence, accepted, check, accepted], [3]],
    [
      'when a refused message came in between, but the first one is open',
      [silence, refused, accepted],
      [2, 3],
    ],
    ['after a fault of the server', [message({ behaviour: 'fault', code: 999 }), accepted], [2]],
    [
      'after code 0, which refuses nothing',
      [message({ outcome: 'refused', code: 0 }), silence],
      [2],
    ],
    ['after an undocumented code', [message({ behaviour: 'fault', code: 77 }), accepted], [2]],
    ['after a refusal that got lost', [{ ...refused, answerLost: true }, accepted], [2]],
    [
      'after a refusal that a behaviour kept back',
      [{ ...refused, behaviour: 'accept-then-silence' }, accepted],
      [2],
    ],
    ['while the first one waits to be looked at', [message({ outcome: 'waiting' }), accepted], [2]],
  ])('%s', (_when, steps, expected) => {
    const { resendsWithoutCheck } = ledgerOf(steps).summary();
    expect(sequences(resendsWithoutCheck)).toEqual(expected);
  });
});

describe('a resend is no blind one', () => {
  test.each<[string, Step[]]>([
    ['after a check', [silence, check, accepted]],
    ['after a check that a mode spoilt: the client did ask', [silence, spoiltCheck, accepted]],
    ['after a refusal', [refused, accepted]],
    ['after several refusals', [refused, refused, accepted]],
    ['after a scripted refusal', [message({ behaviour: 'fault', code: 58 }), accepted]],
    ['after a check of the open message and then a refusal', [silence, check, refused, accepted]],
    ['when only deposits came', [{ ...silence, kind: 'cash-deposit' }, accepted]],
    ['when the IIC of the first one could not be seen', [{ ...silence, iic: null }, accepted]],
  ])('%s', (_when, steps) => {
    expect(ledgerOf(steps).summary().resendsWithoutCheck).toEqual([]);
  });
});

test('a blind resend is named with both messages', () => {
  expect(ledgerOf([silence, accepted]).summary().resendsWithoutCheck).toEqual([
    {
      iic: IIC,
      sequence: 2,
      requestUuid: 'uuid-2',
      receivedAt: '2026-07-11T13:51:04.000Z',
      subsequentDelivery: 'SERVICE',
      earlier: {
        sequence: 1,
        requestUuid: 'uuid-1',
        receivedAt: '2026-07-11T13:51:04.000Z',
        outcome: 'ignored',
        behaviour: 'silence',
      },
    },
  ]);
});

test('a repeat without the mark is named, checked or not, but not after refusals alone', () => {
  const unmarked = { ...accepted, subsequentDelivery: null };
  const repeats = (...steps: Step[]) => sequences(ledgerOf(steps).summary().unmarkedRepeats);
  expect(repeats(silence, check, unmarked)).toEqual([2]);
  expect(repeats(unmarked, unmarked, accepted)).toEqual([2]);
  expect(repeats(refused, unmarked)).toEqual([]);
  expect(repeats(unmarked, accepted)).toEqual([]);
});

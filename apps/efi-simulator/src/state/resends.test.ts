// Which resends came without a receipt check, by sequences of messages of one IIC.

import { describe, expect, test } from '@jest/globals';
import type { MessageEntry, ReceiptCheck } from './events.ts';
import { resendsWithoutCheck } from './resends.ts';

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

/** The resends where the steps happened one after the other; messages are numbered from 1. */
function resendsIn(steps: readonly Step[]) {
  const messages: MessageEntry[] = [];
  const checks: ReceiptCheck[] = [];
  for (const step of steps) {
    const sequence = messages.length + 1;
    const at = '2026-07-11T13:51:04.000Z';
    if ('kind' in step) {
      messages.push({
        sequence,
        receivedAt: at,
        requestUuid: `uuid-${String(sequence)}`,
        outcome: 'ignored',
        code: null,
        behaviour: null,
        answerLost: false,
        ...step,
      } as MessageEntry);
    } else checks.push({ afterMessage: messages.length, ...step } as ReceiptCheck);
  }
  return resendsWithoutCheck(messages, checks);
}

describe('a resend without a receipt check in between is named', () => {
  test.each<[string, Step[], number[]]>([
    ['after silence', [silence, accepted], [2]],
    ['after a reply that it was accepted', [accepted, accepted], [2]],
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
  ])('%s', (_when, steps, expected) => {
    expect(resendsIn(steps).map(({ sequence }) => sequence)).toEqual(expected);
  });
});

describe('a resend is not named', () => {
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
    expect(resendsIn(steps)).toEqual([]);
  });
});

test('a resend without a receipt check is named with both messages', () => {
  expect(resendsIn([silence, accepted])).toEqual([
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

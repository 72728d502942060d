import { readSentences, sentence } from '@fiscal/domain';
import type { Failure } from '@fiscal/domain';
import { expect, test } from '@jest/globals';
import { whyUnanswered } from '../authority/why-unanswered.ts';
import * as failures from './failures.ts';

const TCR = 'ab123cd456';
const REFUSED = { efiCode: 11, efiMessage: 'TCR is not valid' };
const clock = { seconds: 7, side: sentence('behind') };
const unsigned = { code: 'CERTIFICATE_ERROR', reason: sentence('certificateExpired') } as const;
const silence = whyUnanswered({ reason: 'connection', detail: 'connect ECONNREFUSED' });

/** One of each function, and of each of its ways. */
const MADE: Record<keyof typeof failures, readonly Failure[] | string> = {
  refusalFailure: (['invoice', 'deposit', 'call'] as const).map((subject) =>
    failures.refusalFailure(REFUSED, TCR, subject),
  ),
  withdrawalFailure: [53, 36].flatMap((efiCode) =>
    [true, false].map((isFirst) =>
      failures.withdrawalFailure({ ...REFUSED, efiCode }, TCR, isFirst),
    ),
  ),
  signerFailure: [failures.signerFailure(unsigned, TCR)],
  clockFailure: [failures.clockFailure(sentence('workerClock', clock), TCR)],
  issueTimeAheadFailure: [
    failures.issueTimeAheadFailure(
      sentence('issueTimeAhead', { lastIssuedAt: '2026-11-26T07:00:00.000Z', ...clock }),
      TCR,
    ),
  ],
  numbersUnconfirmedFailure: [failures.numbersUnconfirmedFailure(TCR)],
  cashRegisterEndedFailure: [failures.cashRegisterEndedFailure(TCR)],
  tcrMissingFailure: [failures.tcrMissingFailure()],
  tcrCodeTakenFailure: [
    failures.tcrCodeTakenFailure(TCR, { name: 'Kasa "1"' }),
    failures.tcrCodeTakenFailure(TCR, { name: null }),
  ],
  ordinalTakenFailure: [failures.ordinalTakenFailure(7, TCR)],
  ordinalTooFarFailure: [
    failures.ordinalTooFarFailure(
      sentence('orderNumberTooFar', { orderNumber: 9_000_000, largest: 7 }),
      TCR,
    ),
  ],
  originalFailure: [
    failures.originalFailure(
      [
        {
          code: 'ORIGINAL_TYPE_MISMATCH',
          message: sentence('originalType', { typeOfInvoice: 'Cash' }),
        },
        {
          code: 'MORE_THAN_SOLD',
          message: sentence('moreInAll', { amount: '2.00', left: '1.00' }),
        },
      ],
      TCR,
    ),
  ],
  messageTooLargeFailure: [
    failures.messageTooLargeFailure(
      sentence('messageTooLarge', { bytes: 150_001, bytesMax: 150_000 }),
      TCR,
    ),
  ],
  messageFailure: [failures.messageFailure(TCR)],
  unavailableFailure: [failures.unavailableFailure(silence, TCR, failures.REPEAT_FISCALIZE)],
  noEndpointFailure: [failures.noEndpointFailure(TCR)],
  REPEAT_FISCALIZE: failures.REPEAT_FISCALIZE,
  REPEAT_UNSENT: failures.REPEAT_UNSENT,
};

test.each(Object.entries(MADE))('what %s says has its keys', (_name, made) => {
  const texts =
    typeof made === 'string' ? [made] : made.flatMap(({ error, remedy }) => [error, remedy]);
  for (const text of texts)
    expect([text, readSentences(text ?? '')]).toEqual([text, expect.any(Array)]);
});

import { describe, expect, test } from '@jest/globals';
import { FAILURE_CODES, FAILURES, parseFailure } from './failure.ts';

describe('a stored failure', () => {
  const stored = {
    error: 'It broke.',
    tcrCode: null,
    efiCode: null,
    efiMessage: null,
    retryable: false,
    remedy: 'Mend it.',
  };

  test('is read as it was written', () => {
    expect(parseFailure({ ...stored, code: 'CLOCK_WRONG' })).toEqual({
      ...stored,
      code: 'CLOCK_WRONG',
    });
    expect(parseFailure(null)).toBeNull();
  });

  test('with a code of a later release keeps its sentences', () => {
    expect(parseFailure({ ...stored, code: 'MADE_LATER' })).toEqual({
      ...stored,
      code: 'EFI_UNAVAILABLE',
    });
  });
});

test('a call can succeed although nothing is changed where time or the operator puts it right', () => {
  const retryable = FAILURE_CODES.filter((code) => FAILURES[code].retryable);
  const waiting = ['CLOCK_WRONG', 'NUMBERS_UNCONFIRMED', 'VAULT_IDENTITY_WRONG', 'EFI_UNAVAILABLE'];
  expect(retryable).toEqual(waiting);
});

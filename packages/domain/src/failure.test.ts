import { describe, expect, test } from '@jest/globals';
import { parseFailure } from './failure.ts';

describe('a stored failure', () => {
  const stored = {
    ...{ error: 'It broke.', tcrCode: null, efiCode: null, efiMessage: null },
    ...{ retryable: false, remedy: 'Mend it.' },
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

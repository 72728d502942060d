import { describe, expect, test } from '@jest/globals';
import { faultOf, KNOWN_FAULT_CODES } from './faults.ts';

describe('the table of codes', () => {
  test('has every documented code and no other', () => {
    const documented = [
      ...[0, 1, 2, 10, 11, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37],
      ...[38, 39, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58],
    ];
    expect(KNOWN_FAULT_CODES).toEqual(documented);
  });

  test.each(KNOWN_FAULT_CODES)(
    'says of %i in whole sentences what it means and what to do',
    (code) => {
      const { meaning, remedy } = faultOf(code);
      expect(meaning).toMatch(/^[A-Z].+\.$/);
      expect(remedy).toMatch(/^[A-Z].+\.$/);
    },
  );

  test.each([
    [53, 'Call POST /api/tcr/register with {} and check the ENU in the admin panel.'],
    [56, 'INITIAL deposit already registered today; fiscalization continues.'],
    [58, 'Repeat fiscalize or call POST /api/cashdeposit/initial.'],
  ])('gives for %i the remedy of the interface specification', (code, remedy) => {
    expect(faultOf(code).remedy).toBe(remedy);
  });

  test.each([
    ['TCR is not valid', 'Wrong ENU in the admin panel, or the TCR is not active.'],
    ['operator code is not valid', 'Check the codes and the company data in the admin panel.'],
    [
      'Total VAT amount is wrong',
      "Correct the data that the authority's words name, and issue the invoice anew.",
    ],
    [
      "attribute 'U' must appear on element 'I'",
      'Report it to the operator of the service: the message was refused.',
    ],
    [
      'The request is not valid.',
      'Wrong ENU in the admin panel, or the TCR is not active. If neither is the case, correct ' +
        "the data that the authority's words name, and issue the invoice anew.",
    ],
  ])('gives for 11 with the words "%s" what helps against that', (words, remedy) => {
    expect(faultOf(11, words).remedy).toBe(remedy);
  });

  test.each([0, 900, 920, 999, null])(
    'counts %p as technical: it does not say that the document was refused',
    (code) => {
      expect(faultOf(code)).toMatchObject({ class: 'technical', retryable: true });
    },
  );

  test.each([3, 40, 59, 100, 899])(
    'counts %p as undocumented: nobody knows what it says',
    (code) => {
      expect(faultOf(code)).toMatchObject({ class: 'undocumented', retryable: true });
    },
  );

  test('lets the same document be tried again only where nobody has to change anything', () => {
    const retryable = KNOWN_FAULT_CODES.filter((code) => faultOf(code).retryable);
    expect(retryable).toEqual([0, 58]);
  });
});

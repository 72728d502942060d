// The panel tells our remedies in the reader's language; which remedy goes with which code of the
// authority is the service's business. Both must draw the same lines.

import { describe, expect, test } from '@jest/globals';
import { remedyKeyOf } from '../../../apps/admin/src/pages/failed-work/remedy-key.ts';
import { refusalSubjectOf } from '../../../packages/domain/src/refusal-subject.ts';
import { refusalFailure } from '../../../apps/worker/src/failures.ts';
import { KNOWN_FAULT_CODES } from '../../../packages/efi/src/faults.ts';

/** What the service says about a code of the authority; the worker puts it into the failure. */
const serviceSays = (efiCode: number, efiMessage: string) =>
  refusalFailure(
    {
      ...{ kind: 'refused', efiCode, efiMessage, responseUuid: null },
      ...{ rawAnswer: Buffer.alloc(0), httpStatus: 500 },
    },
    null,
  );

/** Words of code 11, one example for each thing that it can be about. */
const WORDS_OF_11 = [
  'TCR is not valid',
  'operator code is not valid',
  'Total VAT amount is wrong',
  "attribute 'U' must appear on element 'I'",
];

describe('the table of the authority’s codes', () => {
  test('and the panel’s words put the same codes together', () => {
    const keys = new Map<string, Set<string | null>>();
    const refusals = [
      ...[...KNOWN_FAULT_CODES, 900, 999].map((efiCode) => [efiCode, ''] as const),
      ...WORDS_OF_11.map((words) => [11, words] as const),
    ];
    for (const [efiCode, words] of refusals) {
      const { code, remedy } = serviceSays(efiCode, words);
      const key = remedyKeyOf(code, efiCode, refusalSubjectOf(efiCode, words));
      keys.set(String(remedy), (keys.get(String(remedy)) ?? new Set()).add(key));
    }
    const several = [...keys].filter(([, found]) => found.size !== 1 || found.has(null));
    expect(several).toEqual([]);
    const each = [...keys.values()].flatMap((found) => [...found]);
    expect(new Set(each).size).toBe(each.length);
  });
});

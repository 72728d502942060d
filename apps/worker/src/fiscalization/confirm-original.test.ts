// ADR 24: an original that is not stored here is asked for before its corrective gets a number.
// What the reply of the authority leads to is tested with the database: packages/db,
// confirm-original.test.ts.

import { createLogger } from '@fiscal/runtime';
import type { Receipt, ReceiptCheckResult } from '@fiscal/efi';
import { expect, test } from '@jest/globals';
import { openBudget } from '../authority/budget.ts';
import { confirmOriginalStep } from './confirm-original.ts';
import type { Run } from './run.ts';

const ROOT = {
  iic: '0D7C3EE1EEBAB4A08F4D5003FAE35E7B',
  issueDateTime: '2026-07-11T15:51:04+02:00',
};

async function askWith(result: ReceiptCheckResult, made: Partial<Run> = {}) {
  const asked: Receipt[] = [];
  const checkReceipt = (receipt: Receipt) => {
    asked.push(receipt);
    return Promise.resolve(result);
  };
  const run = await confirmOriginalStep({
    context: {
      efi: { test: { checkReceipt } },
      logger: createLogger({ name: 'worker', level: 'silent' }),
      receiptCheckMs: 60_000,
      onlineBudgetMs: 60_000,
    },
    claimed: {
      invoice: {
        environment: 'test',
        id: 'a',
        tcrCode: 'aa111aa111',
        rootElsewhere: ROOT,
        seller: { tin: '12345678' },
      },
    },
    budget: openBudget('live', 60_000),
    facts: {},
    number: null,
    ...made,
  } as unknown as Run);
  return { asked, run };
}

test('it is asked for by its IIC and issue time, and the TIN of the company', async () => {
  const { asked, run } = await askWith({ kind: 'not-found' });
  expect(asked).toEqual([{ ...ROOT, tin: '12345678' }]);
  expect(run).toMatchObject({
    facts: { original: 'refused' },
    failure: {
      code: 'ORIGINAL_NOT_FOUND',
      error:
        'The tax authority knows no invoice of the TIN 12345678 with the IIC ' +
        `${ROOT.iic} and the issue time ${ROOT.issueDateTime}.`,
      tcrCode: 'aa111aa111',
      retryable: false,
    },
  });
});

test.each<[string, ReceiptCheckResult]>([
  ['no reply', { kind: 'unreachable', detail: 'connect ECONNREFUSED 10.0.0.1' }],
  ['a reply without a total', { kind: 'found', fic: 'a-fic', registered: null }],
])('%s says nothing of it: the corrective can be tried again', async (_, result) => {
  const { run } = await askWith(result);
  const failure = {
    code: 'EFI_UNAVAILABLE',
    error:
      'The tax authority did not reply: its public receipt check says nothing of the original that ' +
      'can be used.',
    retryable: true,
  };
  const remedy = 'Call fiscalize again: nothing was sent.';
  expect(run).toMatchObject({
    facts: { original: 'unreachable' },
    failure: { ...failure, remedy },
  });
  // One whose message may have arrived keeps its number.
  const number = { tcrCode: 'aa111aa111', year: 2026, ordinal: 7, issuedAt: new Date(0) };
  const numbered = await askWith(result, { number });
  expect(numbered.run.failure?.remedy).toMatch('it continues with the same number and IIC');
});

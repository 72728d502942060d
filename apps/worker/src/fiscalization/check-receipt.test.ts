import { createLogger } from '@fiscal/runtime';
import type { ReceiptCheckResult } from '@fiscal/efi';
import { describe, expect, jest, test } from '@jest/globals';
import type { Budget } from '../authority/budget.ts';
import { workerEnvSchema } from '../env.ts';
import { checkReceiptStep } from './check-receipt.ts';
import type { Run } from './run.ts';

/** A run whose time is over. @returns whether the question still had time, and the run after it. */
async function askWith(lane: Budget['lane'], result: ReceiptCheckResult = { kind: 'not-found' }) {
  const asked: AbortSignal[] = [];
  const budget: Budget = {
    lane,
    signal: AbortSignal.abort(),
    isUsedUp: () => true,
    mayProbe: false,
  };
  const checkReceipt = (_: unknown, { signal }: { signal: AbortSignal }) => {
    asked.push(signal);
    return Promise.resolve(result);
  };
  const context = {
    efi: { test: { checkReceipt } },
    logger: createLogger({ name: 'worker', level: 'silent' }),
    receiptCheckMs: 60_000,
    onlineBudgetMs: 60_000,
  };
  const run = await checkReceiptStep({
    context,
    budget,
    facts: {},
    claimed: { invoice: { environment: 'test', id: 'a' } },
    signed: { issuer: { seller: { tin: '12345678' } }, issued: { iic: 'A', issueDateTime: '' } },
  } as unknown as Run);
  return { hadTime: asked.map(({ aborted }) => !aborted), run };
}

describe('the question to the receipt check', () => {
  test('of a delivery has its own time, 20 s, and the message after it has one, too', async () => {
    const { hadTime, run } = await askWith('delivery');
    expect(hadTime).toEqual([true]);
    expect(run.budget.isUsedUp()).toBe(false);
    expect(workerEnvSchema.shape.EFI_RECEIPT_CHECK_MS.parse(undefined)).toBe(20_000);
  });

  test('of a sale is over with the time of the sale', async () => {
    const { hadTime, run } = await askWith('live');
    expect(hadTime).toEqual([false]);
    expect(run.budget.isUsedUp()).toBe(true);
  });

  test('takes a quarter of the time of a sale at most, so that a message can follow', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    await askWith('live');
    expect(timeout.mock.calls).toEqual([[15_000]]);
    timeout.mockRestore();
  });
});

test.each<[ReceiptCheckResult, object]>([
  [
    { kind: 'found', fic: 'a-fic', registered: null },
    { foundFic: 'a-fic', facts: { receipt: 'registered' } },
  ],
  [{ kind: 'not-found' }, { facts: { receipt: 'not-found' } }],
  [{ kind: 'unreachable', detail: '' }, { facts: { receipt: 'unreachable' } }],
])('what the receipt check says is what is known: %j', async (result, known) => {
  for (const lane of ['live', 'delivery'] as const) {
    expect((await askWith(lane, result)).run).toMatchObject(known);
  }
});

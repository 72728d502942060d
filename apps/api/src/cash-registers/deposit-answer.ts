import type { KeyOperationResult } from '@fiscal/db/key-operation';
import type { z } from 'zod';
import type { cashDeposit } from './result-schemas.ts';

/** What a call for the INITIAL deposit answers, to shops and in the panel alike. Decisions §2. */
export function depositAnswer(
  result: Extract<KeyOperationResult, { kind: 'initial-deposit' }>,
): z.output<typeof cashDeposit> {
  const { fcdc, cashAmount, date, tcrCode, alreadyRegistered } = result;
  const amount = cashAmount === null ? null : Number(cashAmount);
  return { fcdc, cashAmount: amount, date, tcrCode, alreadyRegistered };
}

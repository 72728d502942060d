// Whether the authority knows a receipt that a person has in the hand. Its public check is asked
// for IIC, time and TIN alone, and its replies are not signed; that number and TCR code are those
// of the IIC is seen by making it again.

import type { ClaimedReceiptCheck, KeyOperationState } from '@fiscal/db/key-operation';
import type { Budget } from '../authority/budget.ts';
import { sentence } from '@fiscal/domain';
import { unavailableFailure } from '../fiscalization/failures.ts';
import type { WorkContext } from '../work/work.ts';
import { recreateIic } from './local-signing.ts';

type EndedOperation = Exclude<KeyOperationState, { status: 'pending' }>;

const REMEDY = sentence('askAgain');

/** @returns what came of the call, to be written down. */
export async function checkReceipt(
  context: WorkContext,
  call: ClaimedReceiptCheck,
  { signal }: Pick<Budget, 'signal'>,
): Promise<EndedOperation> {
  const { environment, company, input } = call;
  const { values, expectedIic } = input;
  const made = await recreateIic(context, call, input);
  if ('code' in made) return { status: 'failed', failure: made };
  if (made.iic !== expectedIic) return done('not-signed');
  const receipt = { iic: expectedIic, issueDateTime: values.issueDateTime, tin: company.tin };
  const result = await context.efi[environment].checkReceipt(receipt, { signal });
  switch (result.kind) {
    case 'found':
      return done('registered', result.fic);
    case 'not-found':
      return done('not-registered');
    case 'unreachable': {
      const failure = unavailableFailure(result.detail, values.tcrCode, REMEDY);
      return { status: 'failed', failure };
    }
  }
}

function done(
  answer: 'registered' | 'not-registered' | 'not-signed',
  fic: string | null = null,
): EndedOperation {
  return { status: 'done', result: { kind: 'check-receipt', answer, fic } };
}

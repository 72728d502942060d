import { confirmOriginal } from '@fiscal/db/fiscalization';
import { sentence } from '@fiscal/domain';
import type { Failure } from '@fiscal/domain';
import { askReceiptCheck } from './check-receipt.ts';
import {
  originalFailure,
  REPEAT_FISCALIZE,
  REPEAT_UNSENT,
  unavailableFailure,
} from './failures.ts';
import { required, tcrCodeOf, withFacts } from './run.ts';
import type { Run } from './run.ts';

/**
 * Asks the authority's public receipt check about an original that is not stored here, before its
 * corrective is given a number (extensions §1).
 * @throws ClaimLostError
 */
export async function confirmOriginalStep(run: Run): Promise<Run> {
  const { context, claimed } = run;
  const { invoice } = claimed;
  const { iic, issueDateTime } = required(invoice.rootElsewhere, 'root elsewhere');
  const { tin } = invoice.seller;
  const { result, budget } = await askReceiptCheck(run, { iic, issueDateTime, tin });
  const tcrCode = tcrCodeOf(claimed);
  const refused = (failure: Failure) =>
    withFacts(run, { original: 'refused' }, { budget, failure });
  if (result.kind === 'not-found') {
    const message = sentence('originalUnknown', { tin, iic, issueDateTime });
    return refused(originalFailure([{ code: 'ORIGINAL_NOT_FOUND', message }], tcrCode));
  }
  const registered = result.kind === 'found' ? result.registered : null;
  if (registered === null) {
    const why = sentence('originalUnclear');
    const remedy = run.number === null ? REPEAT_UNSENT : REPEAT_FISCALIZE;
    const failure = unavailableFailure(why, tcrCode, remedy);
    return withFacts(run, { original: 'unreachable' }, { budget, failure });
  }
  const confirmation = await confirmOriginal(context.db, claimed, registered);
  if (confirmation.kind === 'refused') {
    return refused(originalFailure(confirmation.issues, tcrCode));
  }
  const { iicReferences } = confirmation;
  const confirmed = { ...claimed, invoice: { ...invoice, iicReferences } };
  return withFacts(run, { original: 'known' }, { budget, claimed: confirmed });
}

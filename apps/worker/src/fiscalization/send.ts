import { ClaimLostError } from '@fiscal/db/work';
import { faultOf } from '@fiscal/domain';
import type { ReplyFact } from '@fiscal/domain';
import type { InvoiceOutcome } from '@fiscal/efi';
import { required, withFacts } from './run.ts';
import type { Run } from './run.ts';

/** Sends the stored message; whatever comes of it is an outcome. */
export async function sendStep(run: Run): Promise<Run> {
  const { context, claimed, budget, lease } = run;
  const { id } = claimed.invoice;
  // A process that slept must not send what others have taken over.
  if (!lease.isHeld()) throw new ClaimLostError(`the lease of invoice ${id} ran out`);
  const authority = context.efi[claimed.invoice.environment];
  // Asked again when the connection stands: the process may have slept while it was made.
  const isUsedUp = () => budget.isUsedUp() || !lease.isHeld();
  const outcome = await authority.registerInvoice(
    required(run.submission, 'message'),
    claimed.invoice.companyId,
    { ...budget, isUsedUp },
  );
  return withFacts(run, { message: 'sent', reply: replyOf(outcome) }, { outcome });
}

function replyOf(outcome: InvoiceOutcome): ReplyFact {
  switch (outcome.kind) {
    case 'registered':
      return 'registered';
    case 'refused': {
      const { class: kind, isOfSender } = faultOf(outcome.efiCode);
      if (kind === 'deposit-missing') return kind;
      return isOfSender ? 'sender-refused' : 'refused';
    }
    case 'unanswered':
      return outcome.wasSent ? 'unanswered' : 'not-sent';
  }
}

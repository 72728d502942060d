// Whether a corrective of an original that is not stored here may be given a number, by what the
// authority says of that original (extensions §1). Correctives of one original are decided about
// one after the other, at whatever worker: there is no row to lock, so the lock is an advisory one.

import { decideElsewhere } from '@fiscal/domain';
import type { DocumentInForce, IicReference, Issue, RegisteredInvoice } from '@fiscal/domain';
import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { refuseNewerForms } from '../invoice/newer-form.ts';
import { limitWait } from '../invoice/relations.ts';
import { CONTENT_OF_ONE, IN_FORCE, IN_SCOPE } from '../invoice/stored-invoice.ts';
import { ClaimLostError, heldWorkOf } from '../work/work.ts';
import type { HeldWork } from '../work/work.ts';
import type { ClaimedInvoice } from './invoice-claims.ts';

const lockRoot = statement.run<{ iic: string; companyId: string; environment: string }>(
  'lock_root_elsewhere',
  `select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', :iic::text, :companyId::text, :environment::text), 0))`,
);

// Those that are Pending and not confirmed yet do not count: each is decided about beside the
// others. What is handed out or registered counts, also where its outcome came before the original
// was asked for again.
const findInForce = statement.all<
  { iic: string; companyId: string; environment: string; exceptId: string },
  DocumentInForce
>(
  'find_in_force_elsewhere',
  `select i.id, i.original_id as "originalId", content.request,
          content.request -> 'items' as items, content.computed
   from invoice i ${CONTENT_OF_ONE}
   where i.root_elsewhere ->> 'iic' = :iic and ${IN_SCOPE} and i.id <> :exceptId
     and i.status in ${IN_FORCE}
     and (i.status <> 'Pending' or i.root_elsewhere ? 'confirmed')
   order by i.issued_at nulls last, i.created_at, i.id`,
);

interface Confirmation {
  confirmed: string;
  references: string | null;
}

const confirm = statement.maybe<HeldWork & Confirmation, { iicReferences: IicReference[] | null }>(
  'confirm_original',
  `with held as (
     select subject_id from work where subject_id = :invoiceId and token = :token for update
   )
   update invoice i
   set root_elsewhere = i.root_elsewhere || jsonb_build_object('confirmed', :confirmed::jsonb),
       iic_references = coalesce(i.iic_references, :references::json), updated_at = now()
   from held where i.id = held.subject_id and i.status = 'Pending'
   returning i.iic_references as "iicReferences"`,
);

/** What became of the question whether a corrective may be given a number. */
type OriginalConfirmation =
  | { kind: 'confirmed'; iicReferences: IicReference[] | null }
  | { kind: 'refused'; issues: Issue[] };

/**
 * Decides about a claimed corrective whose root is elsewhere; where nothing speaks against it, it
 * counts from then on until it fails.
 * @param registered what the authority says of the root.
 * @throws ClaimLostError, and NewerFormError where one that counts is of a form not known here.
 */
export async function confirmOriginal(
  db: Database,
  claimed: ClaimedInvoice,
  registered: RegisteredInvoice,
): Promise<OriginalConfirmation> {
  const { id, companyId, environment, originalId, rootElsewhere } = claimed.invoice;
  const { request, computed, pricesIncludeVat } = claimed.invoice;
  if (rootElsewhere === null) throw new Error(`the root of ${id} is stored here`);
  const { iic, issueDateTime } = rootElsewhere;
  const { invoiceNumber, isAdvance } = registered;
  const values = { iic, companyId, environment };
  return inTransaction(db, async (transaction) => {
    await limitWait(transaction);
    await lockRoot(transaction, values);
    const corrective = { originalId, request, items: request.items, computed };
    const inForce = await findInForce(transaction, { ...values, exceptId: id });
    await refuseNewerForms(
      transaction,
      inForce.map((document) => document.id),
    );
    const issues = decideElsewhere(corrective, registered, inForce, pricesIncludeVat);
    if (issues.length > 0) return { kind: 'refused', issues };
    // What an advance that is not stored here has paid is not known: its corrective names the
    // advance itself.
    const amount = computed.totals.total.replace('-', '');
    const references = isAdvance ? JSON.stringify([{ iic, issueDateTime, amount }]) : null;
    const confirmed = JSON.stringify({ invoiceNumber });
    const held = heldWorkOf(claimed.claim);
    const row = await confirm(transaction, { ...held, confirmed, references });
    if (row === null) throw new ClaimLostError(`invoice ${id} was taken over`);
    return { kind: 'confirmed', ...row };
  });
}

// Whether a corrective of an original that is not stored here may be given a number, by what the
// authority says of that original (extensions §1). Correctives of one original are decided about
// one after the other, at whatever worker: there is no row to lock, so the lock is an advisory one.

import { decideElsewhere } from '@fiscal/domain';
import type { DocumentInForce, IicReference, Issue, RegisteredInvoice } from '@fiscal/domain';
import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { allRows, execute, run, statement } from '../connection/statement.ts';
import { refuseNewerForms } from '../invoice/newer-form.ts';
import { limitWait } from '../invoice/relations.ts';
import { CONTENT_OF_ONE, IN_FORCE, IN_SCOPE } from '../invoice/stored-invoice.ts';
import { ClaimLostError, heldWorkOf } from '../work/work.ts';
import type { HeldWork } from '../work/work.ts';
import type { ClaimedInvoice } from './invoice-claims.ts';

const lockRoot = execute<[iic: string, companyId: string, environment: string]>(
  'lock_root_elsewhere',
  `select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', $1::text, $2::text, $3::text), 0))`,
);

// Those that are Pending and not confirmed yet do not count: each is decided about beside the
// others. What is handed out or registered counts, also where its outcome came before the original
// was asked for again.
const findInForce = allRows<
  [iic: string, companyId: string, environment: string, exceptId: string],
  DocumentInForce
>(
  'find_in_force_elsewhere',
  `
    select i.id, i.original_id as "originalId", content.request,
           content.request -> 'items' as items, content.computed
    from invoice i ${CONTENT_OF_ONE}
    where i.root_elsewhere ->> 'iic' = $1 and ${IN_SCOPE} and i.id <> $4
      and i.status in ${IN_FORCE}
      and (i.status <> 'Pending' or i.root_elsewhere ? 'confirmed')
    order by i.issued_at nulls last, i.created_at, i.id`,
);

interface Confirmation {
  confirmed: string;
  references: string | null;
}

const CONFIRM = statement<HeldWork & Confirmation>(
  'confirm_original',
  `
    with held as (
      select subject_id from work where subject_id = :invoiceId and token = :token for update
    )
    update invoice i
    set root_elsewhere = i.root_elsewhere || jsonb_build_object('confirmed', :confirmed::jsonb),
        iic_references = coalesce(i.iic_references, :references::json), updated_at = now()
    from held where i.id = held.subject_id and i.status = 'Pending'
    returning i.iic_references as "iicReferences"`,
);

/** What became of the question whether a corrective may be given a number. */
export type OriginalConfirmation =
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
  return inTransaction(db, async (client) => {
    const transaction = { pool: client };
    await limitWait(transaction);
    await lockRoot(transaction, iic, companyId, environment);
    const corrective = { originalId, request, items: request.items, computed };
    const inForce = await findInForce(transaction, iic, companyId, environment, id);
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
    const [row] = await run<{ iicReferences: IicReference[] | null }>(
      client,
      CONFIRM({ ...heldWorkOf(claimed.claim), confirmed, references }),
    );
    if (row === undefined) throw new ClaimLostError(`invoice ${id} was taken over`);
    return { kind: 'confirmed', ...row };
  });
}

import { decideDocument, FORMS, outdated } from '@fiscal/domain';
import type { ComputedInvoice, Issue, InvoiceRequest } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { NewerFormError } from '../invoice/newer-form.ts';
import { findRelations, holdRelations, IS_BOUND } from '../invoice/relations.ts';
import type { RelatedDocument } from '../invoice/relations.ts';
import { CONTENT_OF_ONE, HAS_CONTENT, IN_SCOPE } from '../invoice/stored-invoice.ts';
import type { InvoiceScope } from '../invoice/stored-invoice.ts';

/** What makes a Draft or Failed invoice Pending; what was said of its failure is cleared. */
export const REQUEUED = `
  status = 'Pending', failure = null,
  dismissed_at = null, dismissed_by = null, dismissal_reason = null, updated_at = now()`;

/** Of the invoice `i`. A repeat of its call takes up a Failed one only where that may help. */
const CAN_BEGIN = `i.status in ('Draft', 'Failed')
  and not (:isRepeat and i.status = 'Failed' and i.failure ->> 'retryable' <> 'true')`;

// One statement for nearly all invoices; of a bound one it says that it is, and changes nothing.
const request = statement.maybe<
  InvoiceScope & { id: string; scheduledInMs: number; trace: string | null } & {
    isDecided: boolean;
    isRepeat: boolean;
  },
  { isBound: boolean; isNewer: boolean; supersededBy: string | null }
>(
  'request_fiscalization',
  `with found as (
     select i.id, ${IS_BOUND} and not :isDecided as is_bound, i.form > ${FORMS.invoice} as is_newer,
            i.superseded_by
     from invoice i
     where i.id = :id and ${IN_SCOPE} and ${CAN_BEGIN} and ${HAS_CONTENT}
   ), changed as (
     update invoice i
     set ${REQUEUED}
     from found
     where i.id = found.id and not found.is_bound and not found.is_newer
       and i.superseded_by is null and ${CAN_BEGIN}
     returning i.id, i.company_id, i.environment
   ), added as (
     insert into work (subject_id, kind, company_id, environment, scheduled_at, trace)
     select id, 'fiscalize', company_id, environment, now() + :scheduledInMs * interval '1 millisecond', :trace
     from changed
   )
   select false as "isBound", false as "isNewer", null::uuid as "supersededBy" from changed
   union all select is_bound, is_newer, superseded_by from found
   where is_bound or is_newer or superseded_by is not null`,
);

/** What became of a request to fiscalize. */
type RequestedFiscalization =
  /** It is Pending now, and its work is added. Of many calls at once, one gets this. */
  | { kind: 'begun' }
  /** There is no such invoice, or it is neither a Draft nor Failed. */
  | { kind: 'unchanged' }
  /** Another document has its external id now. */
  | { kind: 'superseded'; by: string }
  /** Other documents speak against it; it stays as it was. */
  | { kind: 'refused'; issues: Issue[] };

/**
 * Sets a Draft or Failed invoice to Pending and adds the work: in one statement, or, where other
 * documents decide about it, in a transaction that holds them.
 * @param scheduledInMs when it is scheduled among all Pending invoices, from now (a fair queue of
 * the companies).
 * @param trace what the work belongs to, as `traceparent`; null for nothing.
 * @param isRepeat whether the call that stored it comes again: then a Failed invoice is left as it
 * is unless its failure is retryable. Extensions §9.
 * @throws NewerFormError
 */
export async function requestFiscalization(
  db: Database,
  scope: InvoiceScope,
  id: string,
  scheduledInMs: number,
  trace: string | null = null,
  isRepeat = false,
): Promise<RequestedFiscalization> {
  const requestOn = async (on: Connected, isDecided: boolean) => {
    const row = await request(on, { ...scope, id, scheduledInMs, trace, isDecided, isRepeat });
    if (row?.isNewer) throw new NewerFormError(id);
    return row;
  };
  const first = await requestOn(db, false);
  if (first === null) return { kind: 'unchanged' };
  if (first.supersededBy !== null) return { kind: 'superseded', by: first.supersededBy };
  if (!first.isBound) return { kind: 'begun' };
  return inTransaction(db, async (transaction) => {
    const [bound] = await findBound(transaction, { ids: [id] });
    if (bound === undefined) return { kind: 'unchanged' };
    await holdRelations(transaction, [bound]);
    const issues = await decideStored(transaction, bound);
    if (issues.length > 0) return { kind: 'refused', issues };
    const changed = await requestOn(transaction, true);
    return { kind: changed === null ? 'unchanged' : 'begun' };
  });
}

/** A stored document that others decide about. */
interface BoundDocument extends RelatedDocument {
  id: string;
  request: InvoiceRequest;
  computed: ComputedInvoice;
  pricesIncludeVat: boolean;
  isInVat: boolean;
  isStrict: boolean;
}

/** Those of the invoices that other documents decide about, in the order of their ids. */
export const findBound = statement.all<{ ids: readonly string[] }, BoundDocument>(
  'find_bound_documents',
  `select i.id, i.original_id as "originalId", content.request, content.computed,
          json_build_object('companyId', i.company_id, 'environment', i.environment) as scope,
          i.prices_include_vat as "pricesIncludeVat",
          (content.seller ->> 'isInVat')::boolean as "isInVat",
          c.strict_correctives as "isStrict"
   from invoice i ${CONTENT_OF_ONE} join company c on c.id = i.company_id
   where i.id = any(:ids::uuid[]) and ${IS_BOUND}
   order by i.id`,
);

const isSigned = statement.maybe<{ id: string }, object>(
  'is_signed',
  'select from invoice where id = :id and iic is not null',
);

const setReferences = statement.run<{ id: string; references: string }>(
  'set_references',
  'update invoice set iic_references = :references::json where id = :id',
);

/**
 * What speaks against a stored document becoming Pending, beside what is in force now. Where
 * nothing does, what it names is fixed.
 * @param transaction that holds its relations.
 */
export async function decideStored(transaction: Connected, bound: BoundDocument): Promise<Issue[]> {
  const { id, request, originalId, pricesIncludeVat, isInVat, isStrict } = bound;
  const relations = await findRelations(transaction, bound);
  const sent = { request, originalId, context: { pricesIncludeVat, isInVat } };
  const { computed, issues, iicReferences } = decideDocument(sent, relations, isStrict);
  // One that was signed keeps its amounts: a customer may hold it, or the authority may have it.
  if (issues.length > 0 || (await isSigned(transaction, { id })) !== null) return issues;
  const changed = outdated(bound.computed, computed);
  if (changed !== null) return [changed];
  if (iicReferences !== null) {
    await setReferences(transaction, { id, references: JSON.stringify(iicReferences) });
  }
  return [];
}

// What a document belongs to, read for the decision about it: its root with what is in force there,
// the advance that it corrects, the advance that pays it (extensions §1), and the document whose
// place it takes (§6).

import { advancePaymentOf, DOCUMENT_KINDS, NO_RELATIONS, paymentsOf } from '@fiscal/domain';
import type { DocumentType, InvoiceRequest, Relations, ReplacedDocument } from '@fiscal/domain';
import { inTransaction } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import { findAdvanceAccounts } from './advance-accounts.ts';
import { findDocumentTree, UP } from './document-tree.ts';
import { refuseNewerForms } from './newer-form.ts';
import { IN_SCOPE } from './stored-invoice.ts';
import type { InvoiceScope } from './stored-invoice.ts';

/** Of a document: whose it is, what it corrects or replaces and how it is paid. */
export interface RelatedDocument {
  scope: InvoiceScope;
  originalId: string | null;
  request: Pick<InvoiceRequest, 'advancePaymentIic' | 'replaces' | 'externalId'>;
}

/**
 * Whether other documents decide if the invoice `i` may become Pending. An advance that pays a part
 * is named in the content alone, which is not opened of form 1: that has one method.
 */
export const IS_BOUND = `(
  i.original_id is not null or i.payment_method = 'ADVANCE' or i.replaces is not null
  or i.form > 1 and exists (
    select from content_of_invoice(i.id) said where said.advance_payment_iic is not null
  )
)`;

/** As IS_BOUND, of a document that is not stored yet. */
export const isBound = ({ originalId, request }: Omit<RelatedDocument, 'scope'>): boolean =>
  originalId !== null || Boolean(request.advancePaymentIic) || Boolean(request.replaces);

interface NamedDocument {
  id: string;
  type: DocumentType;
}

const findNamed = statement.maybe<InvoiceScope & { iic: string }, NamedDocument>(
  'find_paying_advance',
  `select i.id, i.document_type as type from invoice i where i.iic = :iic and ${IN_SCOPE}`,
);

/** What has this IIC; null where nothing that is here has it. */
async function findPayingDocument(
  db: Connected,
  scope: InvoiceScope,
  iic: string | null | undefined,
): Promise<NamedDocument | null> {
  return iic ? findNamed(db, { ...scope, iic }) : null;
}

const findReplacedRow = statement.maybe<
  InvoiceScope & { iic: string; externalId: string | null },
  Omit<ReplacedDocument, 'documents'>
>(
  'find_replaced',
  `select i.id, i.status, array(
     select r.id::text from invoice r
     where r.replaces = i.iic and r.company_id = i.company_id and r.environment = i.environment
       and r.status <> 'Failed' and r.superseded_by is null
       -- One with the same external id is superseded by the document that is asked about.
       and (r.external_id is null or r.external_id is distinct from :externalId)
     order by r.created_at, r.id limit 3) as "replacedBy"
   from invoice i where i.iic = :iic and ${IN_SCOPE}`,
);

/**
 * The document whose place another one takes; null where there is none.
 * @throws NewerFormError
 */
export async function findReplaced(
  db: Connected,
  scope: InvoiceScope,
  { replaces, externalId = null }: Pick<InvoiceRequest, 'replaces' | 'externalId'>,
): Promise<ReplacedDocument | null> {
  if (!replaces) return null;
  const row = await findReplacedRow(db, { ...scope, iic: replaces, externalId });
  if (row === null) return null;
  const tree = await findDocumentTree(db, row.id);
  await refuseNewerForms(
    db,
    tree.map(({ id }) => id),
  );
  return { ...row, documents: tree[0]?.id === row.id ? tree : [] };
}

/**
 * Everything that a document belongs to; nothing, and no statement, for most.
 * @throws NewerFormError
 */
export async function findRelations(db: Connected, document: RelatedDocument): Promise<Relations> {
  if (!isBound(document)) return NO_RELATIONS;
  const { scope, originalId, request } = document;
  const documents = originalId === null ? [] : await findDocumentTree(db, originalId);
  const [root] = documents;
  // A corrective gives back to the advance of its root, which it need not name.
  const ofRoot = root && advancePaymentOf(paymentsOf(root))?.advanceIic;
  const iic = request.advancePaymentIic ?? ofRoot ?? null;
  const paying = await findPayingDocument(db, scope, iic);
  const isOfAdvance = root !== undefined && DOCUMENT_KINDS[root.request.type].paysInvoices;
  const advances = [isOfAdvance ? root.id : null, paying?.id ?? null];
  const accounts = await findAdvanceAccounts(
    db,
    advances.filter((id) => id !== null),
  );
  const account = paying === null ? undefined : accounts.get(paying.id);
  const counted = [...accounts.values()].flatMap((each) => [...each.documents, ...each.payments]);
  await refuseNewerForms(
    db,
    [...documents, ...counted, ...(paying === null ? [] : [paying])].map(({ id }) => id),
  );
  return {
    documents,
    correctedAdvance: (root && accounts.get(root.id)) ?? null,
    replaced: await findReplaced(db, scope, request),
    payingAdvance:
      iic === null
        ? null
        : account !== undefined
          ? { kind: 'advance', account }
          : paying === null
            ? { kind: 'unknown' }
            : { kind: 'no-advance', type: paying.type },
  };
}

/** A lock of what documents belong to is waited for at most 2 s. */
export const limitWait = statement.run<object>(
  'limit_wait_for_relations',
  `select set_config('lock_timeout', '2s', true)`,
);

// In the order of ids, so that two transactions never wait for each other. Of these rows nothing
// changes: what is locked is that nothing else is decided about them. With a root goes the advance
// that paid a part of it.
const lockRoots = statement.run<{ ids: readonly string[] }>(
  'lock_roots',
  `with recursive ${UP}
   select from invoice where id in (
     select id from up where original_id is null
     union all
     select a.id from up join invoice r on r.id = up.id
     cross join lateral content_of_invoice(r.id) said
     join invoice a on a.iic = said.advance_payment_iic
       and a.company_id is not distinct from r.company_id
       and a.environment is not distinct from r.environment
     where up.original_id is null
   )
   order by id for no key update`,
);

/**
 * Holds the roots of these documents and of those that they replace, and the advances that pay
 * them, until the transaction ends: no other document that belongs to them becomes Pending
 * meanwhile.
 * @throws StorageUnavailableError where another transaction holds one for 2 s.
 */
export async function holdRelations(
  transaction: Connected,
  documents: readonly RelatedDocument[],
): Promise<void> {
  const ids = documents.flatMap(({ originalId }) => originalId ?? []);
  for (const { scope, request } of documents) {
    const paying = await findPayingDocument(transaction, scope, request.advancePaymentIic);
    if (paying !== null) ids.push(paying.id);
    const replaced = request.replaces
      ? await findNamed(transaction, { ...scope, iic: request.replaces })
      : null;
    if (replaced !== null) ids.push(replaced.id);
  }
  await limitWait(transaction);
  await lockRoots(transaction, { ids });
}

/** A transaction that holds what a document belongs to from its beginning. @see holdRelations */
export function holdingRelations<T>(
  db: Database,
  document: RelatedDocument,
  work: (transaction: Connected) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (transaction) => {
    await holdRelations(transaction, [document]);
    return work(transaction);
  });
}

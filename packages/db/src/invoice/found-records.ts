// What a record shows of an invoice, with what is computed from the documents around it.

import { computeCorrectable, takesBack } from '@fiscal/domain';
import type { Correctable } from '@fiscal/domain';
import type { Connected } from '../connection/statement.ts';
import { findDocumentTrees } from './document-tree.ts';
import type { CorrectiveReference, StoredInvoice, Surroundings } from './stored-invoice.ts';

export type RecordContent = Pick<StoredInvoice, 'request' | 'computed' | 'warnings'>;

export type RecordedInvoice = RecordContent &
  Pick<StoredInvoice, 'id' | 'environment' | 'status' | 'orderNumber' | 'ordinal'> &
  Pick<StoredInvoice, 'invoiceNumber' | 'issueDateTime' | 'iic' | 'issuer' | 'fic'> &
  Pick<StoredInvoice, 'deliverBefore' | 'failure' | 'attempts' | 'nextAttemptAt'> &
  Pick<StoredInvoice, 'createdAt' | 'updatedAt'>;

export interface FoundRecord {
  readonly invoice: RecordedInvoice;
  readonly correctives: CorrectiveReference[];
  /** What is left of its root; null of one that is not Fiscalized and no corrective. */
  readonly correctable: Correctable | null;
}

/**
 * The records of invoices. Those that no other document belongs to cost nothing more; all others one
 * statement together.
 */
export async function completeRecords(
  db: Connected,
  found: readonly (Surroundings & { invoice: RecordedInvoice })[],
): Promise<FoundRecord[]> {
  const related = found.filter(({ relatives }) => relatives !== null);
  const ids = related.map(({ invoice }) => invoice.id);
  const trees = ids.length === 0 ? null : await findDocumentTrees(db, ids);
  return found.map(({ invoice, correctives }) => {
    const documents = trees?.get(invoice.id) ?? documentsWithout(invoice);
    const isCorrected = takesBack(invoice.request.type) === true || invoice.status === 'Fiscalized';
    const correctable = isCorrected && documents.length > 0 ? computeCorrectable(documents) : null;
    return { invoice, correctives, correctable };
  });
}

/** The documents of an invoice that no other belongs to: itself, as a root. */
function documentsWithout({ id, request, computed }: RecordedInvoice) {
  if (takesBack(request.type)) return [];
  return [{ id, originalId: null, request, items: request.items, computed }];
}

// What a record shows of an invoice, with what is computed from the documents around it.

import {
  computeAdvance,
  computeCorrectable,
  DOCUMENT_KINDS,
  FORMS,
  isRootElsewhere,
  limitWarnings,
  NEWER_FORM_WARNING,
  takesBack,
  warningsOfAdvance,
  warningsOfSale,
} from '@fiscal/domain';
import type { AdvanceBalance, Correctable } from '@fiscal/domain';
import type { Connected } from '../connection/statement.ts';
import { mapInSlices } from '../connection/slices.ts';
import { findAdvanceAccounts } from './advance-accounts.ts';
import { findDocumentTrees } from './document-tree.ts';
import type { CorrectiveReference, StoredInvoice, Surroundings } from './stored-invoice.ts';

/** What never changes of an invoice. */
export type RecordContent = Pick<StoredInvoice, 'request' | 'computed' | 'warnings' | 'seller'>;

/** Of an invoice, what its record shows. */
export type RecordedInvoice = RecordContent &
  Pick<StoredInvoice, 'id' | 'environment' | 'form' | 'status' | 'orderNumber' | 'ordinal'> &
  Pick<StoredInvoice, 'invoiceNumber' | 'issueDateTime' | 'iic' | 'issuer' | 'fic'> &
  Pick<StoredInvoice, 'deliverBefore' | 'failure' | 'attempts' | 'nextAttemptAt'> &
  Pick<StoredInvoice, 'createdAt' | 'updatedAt'>;

/** What a record of the API is written from. */
export interface FoundRecord {
  readonly invoice: RecordedInvoice;
  readonly correctives: CorrectiveReference[];
  /**
   * What is left of its root; null where that is not stored here, and of one that is not Fiscalized
   * and no corrective.
   */
  readonly correctable: Correctable | null;
  /** What an advance has paid; null of other documents, and until it is signed. */
  readonly advance: AdvanceBalance | null;
}

/**
 * The records of invoices. Those that no other document belongs to cost nothing more; all others a
 * statement or two together.
 */
export async function completeRecords(
  db: Connected,
  found: readonly (Surroundings & { invoice: RecordedInvoice })[],
): Promise<FoundRecord[]> {
  const related = found.filter(({ relatives }) => relatives !== null);
  const ids = related.map(({ invoice }) => invoice.id);
  const trees = ids.length === 0 ? null : await findDocumentTrees(db, ids);
  const advances = related.filter(
    ({ invoice }) => DOCUMENT_KINDS[invoice.request.type].paysInvoices,
  );
  const accounts = await findAdvanceAccounts(
    db,
    advances.map(({ invoice }) => invoice.id),
  );
  return mapInSlices(found, ({ invoice, correctives }) => {
    const documents = trees?.get(invoice.id) ?? documentsWithout(invoice);
    const isCorrected = takesBack(invoice.request.type) === true || invoice.status === 'Fiscalized';
    const account = accounts.get(invoice.id);
    const said = account === undefined ? [] : warningsOfAdvance(account);
    const isRootHere = documents.length > 0 && !isRootElsewhere(documents);
    // Of a sale alone nothing was taken back.
    const isCorrectedSale = documents.length > 1 && documents[0]?.id === invoice.id;
    if (isCorrectedSale && isRootHere) said.push(...warningsOfSale(documents));
    if (invoice.form > FORMS.invoice) said.unshift(NEWER_FORM_WARNING);
    const warnings = limitWarnings([...said, ...invoice.warnings]);
    return {
      invoice: said.length === 0 ? invoice : { ...invoice, warnings },
      correctives,
      correctable: isCorrected && isRootHere ? computeCorrectable(documents) : null,
      advance: account === undefined ? null : computeAdvance(account),
    };
  });
}

/** The documents of an invoice that no other belongs to: itself, as a root. */
function documentsWithout({ id, request, computed }: RecordedInvoice) {
  if (takesBack(request.type)) return [];
  return [{ id, originalId: null, request, items: request.items, computed }];
}

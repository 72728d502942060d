// The cancelled document whose place another one takes: a sale that was registered wrongly is taken
// back and issued anew, with a reference to the first (extensions §6).

import { issue } from '../../issue.ts';
import type { Issue } from '../../issue.ts';
import { sentence } from '../../sentences.ts';
import type { InvoiceStatus } from '../../identifiers/codes.ts';
import type { InvoiceRequest } from '../invoice.ts';
import { validateIic } from '../validate-text.ts';
import { computeCorrectable } from './corrective/balance.ts';
import type { CountedDocument, Weighing } from './corrective/balance.ts';
import { documentTypeOf, DOCUMENT_KINDS } from './document-kinds.ts';

/** The document that `replaces` names. */
export interface ReplacedDocument {
  id: string;
  status: InvoiceStatus;
  /** It and its correctives in force, itself first; empty of a corrective. */
  documents: readonly CountedDocument[];
  /** Ids of the other documents that name it, but those that are Failed or superseded. */
  replacedBy: readonly string[];
}

/** What is wrong with `replaces` by itself. @param type of the document that says it. */
export function validateReplaces(replaces: string, type: string | undefined): Issue[] {
  const issues = validateIic('replaces', replaces);
  const kind = documentTypeOf(type);
  if (kind === undefined || !(DOCUMENT_KINDS[kind].takesBack || DOCUMENT_KINDS[kind].paysInvoices))
    return issues;
  const message = 'replaces is for invoices: a corrective or an advance replaces nothing.';
  return [...issues, issue('REPLACES_NOT_ALLOWED', 'replaces', message)];
}

/** What speaks against taking its place. @param replaced null where there is none with the IIC. */
export function weighReplaced(replaced: ReplacedDocument | null): Weighing {
  const refused = (why: string): Weighing => {
    const message = `replaces must be the IIC of a document that was cancelled: ${why}.`;
    return { issues: [issue('REPLACED_NOT_CANCELLED', 'replaces', message)], warnings: [] };
  };
  if (replaced === null || replaced.documents.length === 0) {
    return refused('no invoice or advance of the company in this environment has it');
  }
  const { id, status, documents, replacedBy } = replaced;
  if (status !== 'Fiscalized') return refused(`that of ${id} is ${status}`);
  if (computeCorrectable(documents).items.length > 0) {
    return refused(`something is left of that of ${id}`);
  }
  return {
    issues: [],
    warnings: replacedBy.map((other) => sentence('replacedTwice', { id, other })),
  };
}

/** The text of the message's Note, before it is cut: first the document that is replaced. */
export function messageNote({ note, replaces }: Pick<InvoiceRequest, 'note' | 'replaces'>) {
  if (!replaces) return note ?? null;
  const replacing = `Zamjenjuje IKOF ${replaces}`;
  return note ? `${replacing}. ${note}` : replacing;
}

// What a client calls a document, so that the same call again finds it (extensions §9). Two calls
// are the same if they say the same in their normal form, whatever document was built from them.

import type { Issue } from '../issue.ts';
import type { ReturnCall } from './documents/corrective/build-corrective.ts';
import { completeInvoice, normaliseInvoice } from './partial-invoice.ts';
import type { PartialInvoice } from './partial-invoice.ts';
import { validateRequiredText } from './validate-text.ts';

const MOST_DIFFERENCES = 20;

/** What is wrong with an external id: 1 to 100 printable characters. */
export function validateExternalId(externalId: string): Issue[] {
  return validateRequiredText('externalId', externalId, 100);
}

/** A call that names itself. */
export interface RepeatableCall {
  externalId: string;
  request: PartialInvoice;
  /** What it says beside: JSON of its normal form, without what is absent or null. */
  content: string;
  /** The invoice that it takes back; null of a call that says the whole document. */
  takesBackId: string | null;
}

/** The call in its normal form; null where it has no external id, or none that is valid. */
export function repeatableCall(input: PartialInvoice): RepeatableCall | null {
  const request = normaliseInvoice(input);
  const { externalId } = request;
  if (!externalId || validateExternalId(externalId).length > 0) return null;
  return {
    externalId,
    request: input,
    content: jsonOf(contentOf(request)),
    takesBackId: null,
  };
}

/** As repeatableCall, of a cancellation or a return: another invoice or way is another call. */
export function repeatableReturn(
  kind: 'cancel' | 'return',
  takesBackId: string,
  { items, ...said }: ReturnCall,
): RepeatableCall | null {
  const own = repeatableCall(said);
  if (own === null) return null;
  const content = jsonOf([kind, takesBackId, own.content, items]);
  return { ...own, content, takesBackId };
}

/** Paths at which a call says something else than the one whose request is stored, at most 20. */
export function differencesFrom(stored: PartialInvoice, input: PartialInvoice): string[] {
  const [one, other] = [stored, input].map((each) => contentOf(normaliseInvoice(each)));
  return differences(one, other, '').slice(0, MOST_DIFFERENCES);
}

/** @param normal in its normal form. */
function contentOf(normal: PartialInvoice): object {
  const content = completeInvoice(normal) ?? normal;
  const { original } = content;
  // The source of an original is not sent.
  const sent = original && { id: original.id, issuedAt: original.issuedAt };
  return { ...content, externalId: null, original: sent };
}

/**
 * Of two calls in their normal form the same text where they say the same: a normal form has its
 * fields in one order, and what is null may be absent as well.
 */
export function jsonOf(normal: unknown): string {
  return JSON.stringify(normal, (_, value: unknown) => value ?? undefined);
}

function differences(one: unknown, other: unknown, path: string): string[] {
  if (!isComposed(one) || !isComposed(other))
    return (one ?? null) === (other ?? null) ? [] : [path];
  if (Array.isArray(one) !== Array.isArray(other)) return [path];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => {
    const at = Array.isArray(one) ? `${path}[${name}]` : `${path}${path && '.'}${name}`;
    return differences(one[name], other[name], at);
  });
}

const isComposed = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

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
  /** What it says beside: JSON with its names in order, without what is absent or null. */
  content: string;
  /** The invoice that it takes back; null of a call that says the whole document. */
  takesBackId: string | null;
}

/** The call in its normal form; null where it has no external id, or none that is valid. */
export function repeatableCall(input: PartialInvoice): RepeatableCall | null {
  const { externalId } = normaliseInvoice(input);
  if (!externalId || validateExternalId(externalId).length > 0) return null;
  const content = JSON.stringify(contentOf(input));
  return { externalId, request: input, content, takesBackId: null };
}

/** As repeatableCall, of a cancellation or a return: another invoice or way is another call. */
export function repeatableReturn(
  kind: 'cancel' | 'return',
  takesBackId: string,
  { items, ...said }: ReturnCall,
): RepeatableCall | null {
  const own = repeatableCall(said);
  if (own === null) return null;
  const content = JSON.stringify([kind, takesBackId, own.content, ordered(items)]);
  return { ...own, content, takesBackId };
}

/** Paths at which a call says something else than the one whose request is stored, at most 20. */
export function differencesFrom(stored: PartialInvoice, input: PartialInvoice): string[] {
  return differences(contentOf(stored), contentOf(input), '').slice(0, MOST_DIFFERENCES);
}

type Json = string | number | boolean | undefined | Json[] | { [name: string]: Json };

function contentOf(input: PartialInvoice): Json {
  const normal = normaliseInvoice(input);
  const content = completeInvoice(normal) ?? normal;
  const { original } = content;
  // The source of an original is not sent.
  const sent = original && { id: original.id, issuedAt: original.issuedAt };
  return ordered({ ...content, externalId: null, original: sent });
}

function ordered(value: unknown): Json {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return (value ?? undefined) as Json;
  const given = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  const sorted = given.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, each]) => [name, ordered(each)]));
}

function differences(one: Json, other: Json, path: string): string[] {
  if (typeof one !== 'object' || typeof other !== 'object') return one === other ? [] : [path];
  if (Array.isArray(one) !== Array.isArray(other)) return [path];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => {
    const at = Array.isArray(one) ? `${path}[${name}]` : `${path}${path && '.'}${name}`;
    return differences(
      (one as Record<string, Json>)[name],
      (other as Record<string, Json>)[name],
      at,
    );
  });
}

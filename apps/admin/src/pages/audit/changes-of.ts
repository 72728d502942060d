// What an entry of the audit log changed, field by field.

/** One field; `null` where it did not exist or was empty. */
export interface Change {
  field: string;
  before: string | null;
  after: string | null;
}

/** Whose an entry is stands beside it, by name. */
const SAID_BESIDE = 'companyId';

/**
 * The fields that differ, nested ones as `codes.tcrCode`; a list or text is one field. What is
 * there now comes before what is gone.
 */
export function changesOf(earlier: unknown, later: unknown): Change[] {
  const old = flatten(earlier);
  const now = flatten(later);
  const fields = new Set([...old.keys(), ...now.keys()]);
  const changes = [...fields]
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter(({ field, before, after }) => before !== after && field !== SAID_BESIDE);
  return changes.sort((a, b) => Number(a.after === null) - Number(b.after === null));
}

function flatten(value: unknown, path = '', fields = new Map<string, string | null>()) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    if (value !== undefined && (value !== null || path !== '')) fields.set(path, textOf(value));
    return fields;
  }
  for (const [key, part] of Object.entries(value)) {
    flatten(part, path === '' ? key : `${path}.${key}`, fields);
  }
  return fields;
}

function textOf(value: unknown): string | null {
  if (value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

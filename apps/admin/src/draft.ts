// What was typed and not saved, kept in the tab for the person who typed it: a session that ends, a
// service that is away and a page loaded anew cost nothing. Nothing secret is kept: forms with
// passwords, codes or certificate files have no draft.

const PREFIX = 'fiscal-draft:';

/** The fields that were changed, and when. */
export interface Draft<Values> {
  at: string;
  values: Partial<Values>;
}

/** Where the draft of a form stands: each person has their own. */
export function draftKey(userId: string, form: string): string {
  return `${PREFIX}${userId}:${form}`;
}

/**
 * Keeps what differs from the values the form began with; where nothing does, there is no draft.
 */
export function keepDraft<Values extends object>(
  storage: Storage,
  key: string,
  values: Partial<Values>,
  now: Date,
): void {
  if (Object.keys(values).length === 0) {
    storage.removeItem(key);
    return;
  }
  try {
    storage.setItem(key, JSON.stringify({ at: now.toISOString(), values }));
  } catch {
    // The browser has no room: the form works without a draft.
  }
}

/** @returns null without one, and where it says nothing that the form does not say by itself. */
export function readDraft<Values extends object>(
  storage: Storage,
  key: string,
  initial: Values,
): Draft<Values> | null {
  const { at, values } = parse(storage.getItem(key));
  const known = Object.entries(values).filter(
    ([name, value]) => name in initial && initial[name as keyof Values] !== value,
  );
  if (at === null || known.length === 0) return null;
  return { at, values: Object.fromEntries(known) as Partial<Values> };
}

function parse(text: string | null): { at: string | null; values: object } {
  try {
    const { at = null, values = {} } = JSON.parse(text ?? '{}') as Partial<Draft<object>>;
    return { at, values };
  } catch {
    return { at: null, values: {} };
  }
}

/** Whether anybody's typing is kept in the tab. */
export function hasDrafts(storage: Storage): boolean {
  return draftsOf(storage).length > 0;
}

/** After a sign-out by choice: the next person at the device finds nothing. */
export function deleteDrafts(storage: Storage): void {
  for (const key of draftsOf(storage)) storage.removeItem(key);
}

function draftsOf(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(PREFIX));
}

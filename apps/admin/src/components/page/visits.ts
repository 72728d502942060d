// From which page each visit came, so that what leads back to a list leads to what was seen of it.

/** By visit (the router's key), the path of the page before. */
const before = new Map<string, string>();

/** A visit of the browser's history. */
interface Visit {
  key: string;
  pathname: string;
}

/**
 * Notes where a visit came from. @param isReplaced it takes the place of that visit in the history.
 */
export function noteVisit(key: string, from: Visit, isReplaced: boolean): void {
  const page = isReplaced ? before.get(from.key) : from.pathname;
  if (page !== undefined) before.set(key, page);
}

/** The path of the page that one step back leads to; undefined where that is not known. */
export function pageBefore(key: string): string | undefined {
  return before.get(key);
}

// The filters of the page, kept in the URL so that a link leads to what was seen.

/** What failed work is narrowed to; null: to nothing. */
export interface WorkFilter {
  /** For operators. */
  companyId: string | null;
  cashRegisterId: string | null;
  /** Days in Podgorica, `2026-11-21`, both included. */
  from: string | null;
  to: string | null;
  cause: string | null;
}

/** Everything. */
export const NO_FILTER: WorkFilter = {
  companyId: null,
  cashRegisterId: null,
  from: null,
  to: null,
  cause: null,
};

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What stands in the URL; what makes no sense there narrows nothing. */
export function workFilterOf(search: URLSearchParams): WorkFilter {
  const matching = (name: keyof WorkFilter, form: RegExp) => {
    const text = search.get(name);
    return text !== null && form.test(text) ? text : null;
  };
  const day = (name: 'from' | 'to') => {
    const text = matching(name, DAY);
    return text !== null && Number.isNaN(Date.parse(text)) ? null : text;
  };
  return {
    companyId: matching('companyId', UUID),
    cashRegisterId: matching('cashRegisterId', UUID),
    from: day('from'),
    to: day('to'),
    cause: matching('cause', /^[A-Z_]+(?::\w+)*$/),
  };
}

/** Whether it leaves anything out. */
export function isNarrowed(filter: WorkFilter): boolean {
  return Object.values(filter).some((value) => value !== null);
}

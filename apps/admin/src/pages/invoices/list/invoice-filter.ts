// The filters of the list, kept in the URL so that a link leads to what was seen.

/** In the order they are offered. */
export const INVOICE_STATUSES = ['Draft', 'Pending', 'Fiscalized', 'Offline', 'Failed'] as const;
/** In the order they are offered. */
export const TYPES_OF_INVOICE = ['Cash', 'NonCash'] as const;

/** What the list is narrowed to; null or empty: to nothing. */
export interface InvoiceFilter {
  search: string;
  status: (typeof INVOICE_STATUSES)[number] | null;
  typeOfInvoice: (typeof TYPES_OF_INVOICE)[number] | null;
  /** Days in Podgorica, `2026-11-21`, both included. */
  from: string | null;
  to: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What stands in the URL; what makes no sense there narrows nothing. */
export function filterOf(search: URLSearchParams): InvoiceFilter {
  return {
    search: search.get('search')?.trim() ?? '',
    status: INVOICE_STATUSES.find((status) => status === search.get('status')) ?? null,
    typeOfInvoice: TYPES_OF_INVOICE.find((type) => type === search.get('typeOfInvoice')) ?? null,
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
  };
}

function dayOf(text: string | null): string | null {
  return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** Whether it leaves anything out. */
export function isNarrowed({ search, ...others }: InvoiceFilter): boolean {
  return search !== '' || Object.values(others).some((value) => value !== null);
}

/** Everything. */
export const NO_FILTER: InvoiceFilter = {
  search: '',
  status: null,
  typeOfInvoice: null,
  from: null,
  to: null,
};

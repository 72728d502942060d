import type {
  CashDeposit,
  Invoice,
  InvoicePage,
  InvoiceRequest,
  operations,
  TcrRegistration,
} from './generated/api.ts';
import { createCaller, jsonOf } from './http.ts';
import type { CallOptions, ClientOptions, WaitOptions } from './http.ts';
import { finishInvoice, issueInvoice } from './issue-invoice.ts';
import type { IssueOptions } from './issue-invoice.ts';

/** Filters of the list, and the page. */
type ListQuery = NonNullable<operations['listInvoices']['parameters']['query']>;

/**
 * The service, for one API key. Every call can throw FiscalApiError (the service returned an error)
 * and FiscalConnectionError (no response: check before you repeat).
 */
export interface FiscalClient {
  /** Creates a draft, fiscalizes it and waits: what most shops need. See issue-invoice.ts. */
  issueInvoice(invoice: InvoiceRequest, options?: IssueOptions): Promise<Invoice>;
  /** Goes on with a stored invoice in the same way: after a timeout, a restart, or a remedy. */
  finishInvoice(id: string, options?: IssueOptions): Promise<Invoice>;
  createDraft(invoice: InvoiceRequest, options?: CallOptions): Promise<Invoice>;
  fiscalize(id: string, options?: WaitOptions): Promise<Invoice>;
  /** A cash sale in one call; what fails with an `invoiceId` is stored. */
  createAndPrint(invoice: InvoiceRequest, options?: CallOptions): Promise<Invoice>;
  readInvoice(id: string, options?: WaitOptions): Promise<Invoice>;
  listInvoices(query?: ListQuery, options?: CallOptions): Promise<InvoicePage>;
  readPdf(id: string, options?: CallOptions): Promise<Uint8Array>;
  registerTcr(options?: CallOptions): Promise<TcrRegistration>;
  registerInitialDeposit(cashAmount: number, options?: CallOptions): Promise<CashDeposit>;
}

/** A client of the service at `baseUrl`. It keeps no connection and no state of its own. */
export function createFiscalClient(options: ClientOptions): FiscalClient {
  const call = createCaller(options);
  const get = async <Body>(path: string, wait: WaitOptions = {}) =>
    jsonOf<Body>(await call({ method: 'GET', path, ...wait }));
  const post = async <Body>(path: string, body?: object, wait: WaitOptions = {}) =>
    jsonOf<Body>(await call({ method: 'POST', path, ...(body ? { body } : {}), ...wait }));

  return {
    issueInvoice: (invoice, how) => issueInvoice(call, invoice, how),
    finishInvoice: (id, how) => finishInvoice(call, id, how),
    createDraft: (invoice, how) => post('/api/invoices/draft', invoice, how),
    fiscalize: (id, how) => post(`${invoicePath(id)}/fiscalize`, undefined, how),
    createAndPrint: (invoice, how) => post('/api/invoices/cash/create-and-print', invoice, how),
    readInvoice: (id, how) => get(invoicePath(id), how),
    listInvoices: (query = {}, how) => get(`/api/invoices${searchOf(query)}`, how),
    readPdf: async (id, how) => {
      const { response } = await call({ method: 'GET', path: `${invoicePath(id)}/pdf`, ...how });
      return new Uint8Array(await response.arrayBuffer());
    },
    registerTcr: (how) => post('/api/tcr/register', {}, how),
    registerInitialDeposit: (cashAmount, how) =>
      post('/api/cashdeposit/initial', { cashAmount }, how),
  };
}

function invoicePath(id: string): string {
  return `/api/invoices/${encodeURIComponent(id)}`;
}

function searchOf(query: ListQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries<string | number | undefined>(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}

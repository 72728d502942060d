import type {
  CancelRequest,
  CashDeposit,
  Drawer,
  Failure,
  Invoice,
  InvoicePage,
  InvoiceRequest,
  InvoiceStatuses,
  Journal,
  operations,
  Report,
  ReturnRequest,
  StatusQuery,
  TcrRegistration,
  WithdrawalOutcome,
  WithdrawalRequest,
} from './generated/api.ts';
import { FiscalApiError } from './errors.ts';
import { followEvents } from './events.ts';
import type { EventOptions } from './events.ts';
import { createCaller, jsonOf } from './http.ts';
import type { Call, CallOptions, ClientOptions, WaitOptions } from './http.ts';
import { repeatUntil } from './repeat.ts';
import type { RepeatOptions } from './repeat.ts';

/** Filters of the list, and the page. */
type ListQuery = NonNullable<operations['listInvoices']['parameters']['query']>;
type PdfQuery = NonNullable<operations['readPdf']['parameters']['query']>;

/** Reports by name, as JSON. */
interface Reports {
  state: Report;
  day: Report;
  period: Report;
  journal: Journal;
  'offline-journal': Journal;
  'corrective-journal': Journal;
}
/** `date` of a day, `from` and `to` of a period or a journal, nothing of the state. */
type ReportQuery = NonNullable<
  operations['readDay']['parameters']['query'] & operations['readPeriod']['parameters']['query']
>;

/** With the shop's own id of the document: the same call again finds what became of the first. */
type Named<T> = T & { externalId: string };

/** An invoice that can be sent again and again. */
export type NamedInvoice = Named<InvoiceRequest>;

/**
 * The service, for one API key. Every call can throw FiscalApiError (the service returned an error)
 * and FiscalConnectionError (no response: check before you repeat).
 */
export interface FiscalClient {
  /**
   * Sends the invoice until it is `Fiscalized` or `Offline`: what most shops need. After a crash or
   * a FiscalTimeoutError the same call goes on with it, and never makes a second one.
   * @throws FiscalApiError where repeating cannot help; with an `invoiceId` in its body the invoice
   * is stored, and `remedy` says what to do. FiscalTimeoutError: the outcome is not known yet.
   */
  issueInvoice(invoice: NamedInvoice, options?: RepeatOptions): Promise<Invoice>;
  /** The same for a stored invoice, by its id: after a remedy, `Failed` is tried again. */
  finishInvoice(id: string, options?: RepeatOptions): Promise<Invoice>;
  /** Issues the corrective that takes back everything that is left, in the same way. */
  cancelInvoice(id: string, call: Named<CancelRequest>, options?: RepeatOptions): Promise<Invoice>;
  /** Issues the corrective that takes back parts of `correctable`, in the same way. */
  returnItems(id: string, call: Named<ReturnRequest>, options?: RepeatOptions): Promise<Invoice>;
  createDraft(invoice: InvoiceRequest, options?: CallOptions): Promise<Invoice>;
  fiscalize(id: string, options?: WaitOptions): Promise<Invoice>;
  /** A cash sale in one call; what fails with an `invoiceId` is stored. */
  createAndPrint(invoice: InvoiceRequest, options?: CallOptions): Promise<Invoice>;
  readInvoice(id: string, options?: WaitOptions): Promise<Invoice>;
  listInvoices(query?: ListQuery, options?: CallOptions): Promise<InvoicePage>;
  /** Up to 1 000 by `ids` or `externalIds`, in the order asked. */
  readStatuses(query: StatusQuery, options?: CallOptions): Promise<InvoiceStatuses>;
  /** On the invoice's own paper, where none is named. */
  readPdf(id: string, options?: CallOptions & PdfQuery): Promise<Uint8Array>;
  readReport<Name extends keyof Reports>(
    name: Name,
    query?: Omit<ReportQuery, 'format'>,
    options?: CallOptions,
  ): Promise<Reports[Name]>;
  /** The bytes of a report in another `format`. */
  readReportFile(
    name: keyof Reports,
    query: ReportQuery,
    options?: CallOptions,
  ): Promise<Uint8Array>;
  /** `for await`: what becomes of invoices after their calls, and more; see events.ts. */
  events(options: EventOptions): ReturnType<typeof followEvents>;
  registerTcr(options?: CallOptions): Promise<TcrRegistration>;
  registerInitialDeposit(cashAmount: number, options?: CallOptions): Promise<CashDeposit>;
  /** Sends the withdrawal until it is `Registered` or `Offline`, as issueInvoice. */
  withdraw(call: Named<WithdrawalRequest>, options?: RepeatOptions): Promise<WithdrawalOutcome>;
  /** Of the cash register of the key; today's, where no day is named. */
  readDrawer(options?: CallOptions & { date?: string }): Promise<Drawer>;
}

const DRAFT = '/api/invoices/draft';
const ONE_STEP = '/api/invoices/cash/create-and-print';
/** What a shop hands out. */
const ISSUED: readonly Invoice['status'][] = ['Fiscalized', 'Offline'];

/** A client of the service at `baseUrl`. It keeps no connection and no state of its own. */
export function createFiscalClient(options: ClientOptions): FiscalClient {
  const call = createCaller(options);
  const bytes = async (path: string, how: CallOptions = {}) => {
    const { response } = await call({ method: 'GET', path, ...how });
    return new Uint8Array(await response.arrayBuffer());
  };
  const get = async <Body>(path: string, wait: WaitOptions = {}) =>
    jsonOf<Body>(await call({ method: 'GET', path, ...wait }));
  const post = async <Body>(path: string, body?: object, wait: WaitOptions = {}) =>
    jsonOf<Body>(await call({ method: 'POST', path, ...(body ? { body } : {}), ...wait }));

  const repeat = (attempt: Parameters<typeof repeatUntil>[0], how?: RepeatOptions) =>
    repeatUntil<Invoice>(attempt, ({ status }) => ISSUED.includes(status), how);
  const onInvoice = (id: string, what: string, how: Omit<Call, 'method' | 'path'>) =>
    call({ method: 'POST', path: `${invoicePath(id)}/${what}`, ...how });

  return {
    issueInvoice: (invoice, how) =>
      repeat(async (within) => {
        const create = { method: 'POST', body: invoice, ...within } as const;
        if (invoice.typeOfInvoice === 'Cash') return call({ ...create, path: ONE_STEP });
        const stored = await call({ ...create, path: DRAFT });
        const { id, error } = await jsonOf<Invoice>(stored);
        // As in one step: a repeat takes up no more what has failed for good.
        if (error?.retryable === false) throw failureOf(stored.response, id, error);
        return onInvoice(id, 'fiscalize', within);
      }, how),
    finishInvoice: (id, how) => repeat((within) => onInvoice(id, 'fiscalize', within), how),
    cancelInvoice: (id, body, how) =>
      repeat((within) => onInvoice(id, 'cancel', { body, ...within }), how),
    returnItems: (id, body, how) =>
      repeat((within) => onInvoice(id, 'return', { body, ...within }), how),
    createDraft: (invoice, how) => post(DRAFT, invoice, how),
    fiscalize: (id, how) => post(`${invoicePath(id)}/fiscalize`, undefined, how),
    createAndPrint: (invoice, how) => post(ONE_STEP, invoice, how),
    readInvoice: (id, how) => get(invoicePath(id), how),
    listInvoices: (query = {}, how) => get(`/api/invoices${searchOf(query)}`, how),
    readStatuses: (query, how) => post('/api/invoices/status', query, how),
    readPdf: (id, { paper, ...how } = {}) =>
      bytes(`${invoicePath(id)}/pdf${searchOf(paper ? { paper } : {})}`, how),
    readReport: (name, query = {}, how) => get(`/api/reports/${name}${searchOf(query)}`, how),
    readReportFile: (name, query, how) => bytes(`/api/reports/${name}${searchOf(query)}`, how),
    events: (options) => followEvents(call, options),
    registerTcr: (how) => post('/api/tcr/register', {}, how),
    registerInitialDeposit: (cashAmount, how) =>
      post('/api/cashdeposit/initial', { cashAmount }, how),
    withdraw: (body, how) =>
      repeatUntil<WithdrawalOutcome>(
        (within) => call({ method: 'POST', path: '/api/cashdeposit/withdraw', body, ...within }),
        ({ status }) => status === 'Registered' || status === 'Offline',
        how,
      ),
    readDrawer: ({ date, ...how } = {}) =>
      get(`/api/cashdeposit${date === undefined ? '' : `?date=${date}`}`, how),
  };
}

/** The failure of a record, as an endpoint that waits for the outcome returns it. */
function failureOf({ status, headers }: Response, invoiceId: string, failure: Failure) {
  const requestId = headers.get('X-Request-Id') ?? '';
  return new FiscalApiError(status, { ...failure, invoiceId, requestId }, null);
}

function invoicePath(id: string): string {
  return `/api/invoices/${encodeURIComponent(id)}`;
}

function searchOf(query: ListQuery | PdfQuery | ReportQuery): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries<string | number | undefined>(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}

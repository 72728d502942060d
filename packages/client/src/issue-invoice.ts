// Creates a draft, fiscalizes it and waits for the outcome. Whatever is lost on the way, it creates
// the invoice once: where a response is missing, it reads the status before it repeats anything.
// Only a 404 of the id proves that it was not stored.

import { FiscalApiError, FiscalConnectionError, FiscalTimeoutError } from './errors.ts';
import type { Invoice, InvoiceRequest } from './generated/api.ts';
import { jsonOf } from './http.ts';
import type { CallOptions, Caller } from './http.ts';

/** How long and how often. */
export interface IssueOptions extends CallOptions {
  /** For everything together; 60 s where absent. */
  timeoutMs?: number;
  /** Pauses between two reads grow from the first to the longest; 1 s and 2 s where absent. */
  firstPauseMs?: number;
  longestPauseMs?: number;
  /** Is awaited before the draft is fiscalized: the place to keep its id with the order. */
  onDraft?: (draft: Invoice) => void | Promise<void>;
}

/** The longest `Prefer: wait` that is asked for. */
const LONGEST_WAIT_MS = 10_000;
const GROWTH = 1.5;
/** What the last call may take when the time is up: its response may be the outcome. */
const LAST_CALL_MS = 5_000;

/** Time that runs out, with pauses that grow. */
interface Patience {
  leftMs(): number;
  /** How long a call may take now. */
  callMs(): number;
  /** Waits for the next pause, or longer if the service asks for it, but not beyond the end. */
  pause(retryAfterMs: number | null): Promise<void>;
}

/**
 * @returns the record: `Fiscalized`, `Offline` (valid; its FIC follows) or `Failed` (see `error`).
 * @throws FiscalTimeoutError if the outcome is not known in time; FiscalApiError if the invoice is
 * refused: then nothing was stored.
 */
export async function issueInvoice(
  call: Caller,
  invoice: InvoiceRequest,
  options: IssueOptions = {},
): Promise<Invoice> {
  const patience = patienceOf(options);
  const draft = await createDraft(call, invoice, options, patience);
  await options.onDraft?.(draft);
  return fiscalizeAndWait(call, draft.id, options, patience);
}

/**
 * The same for an invoice that is stored. An outcome that it has already is returned, but not
 * `Failed`.
 */
export function finishInvoice(
  call: Caller,
  id: string,
  options: IssueOptions = {},
): Promise<Invoice> {
  return fiscalizeAndWait(call, id, options, patienceOf(options));
}

async function createDraft(
  call: Caller,
  body: InvoiceRequest,
  { signal }: IssueOptions,
  patience: Patience,
): Promise<Invoice> {
  for (;;) {
    try {
      const path = '/api/invoices/draft';
      const timeoutMs = patience.callMs();
      return await jsonOf<Invoice>(await call({ method: 'POST', path, body, timeoutMs, signal }));
    } catch (error) {
      if (isNotCarriedOut(error) && patience.leftMs() > 0) {
        await patience.pause(error.retryAfterMs);
        continue;
      }
      if (!isUnknownOutcome(error)) throw error;
      const id = idOf(error);
      if (id === null) throw new FiscalTimeoutError(null, error);
      const stored = await readStored(call, id, error, signal, patience);
      if (stored !== null) return stored;
    }
  }
}

/**
 * Reads until it is known whether the invoice is stored; null where it is not, and never will be.
 */
async function readStored(
  call: Caller,
  id: string,
  error: FiscalApiError | FiscalConnectionError,
  signal: AbortSignal | undefined,
  patience: Patience,
): Promise<Invoice | null> {
  const path = `/api/invoices/${encodeURIComponent(id)}`;
  let lastError = error;
  while (patience.leftMs() > 0) {
    await patience.pause(lastError instanceof FiscalApiError ? lastError.retryAfterMs : null);
    try {
      const timeoutMs = patience.callMs();
      return await jsonOf<Invoice>(await call({ method: 'GET', path, timeoutMs, signal }));
    } catch (thrown) {
      if (thrown instanceof FiscalApiError && thrown.status === 404) return null;
      if (!isRateLimited(thrown) && !isUnknownOutcome(thrown)) throw thrown;
      lastError = thrown;
    }
  }
  throw new FiscalTimeoutError(id, lastError);
}

/** The id of an invoice of which the service cannot say whether it is stored. */
function idOf(error: FiscalApiError | FiscalConnectionError): string | null {
  const body = error instanceof FiscalApiError ? error.body : null;
  if (body === null || !('stored' in body) || !('invoiceId' in body)) return null;
  return body.invoiceId ?? null;
}

async function fiscalizeAndWait(
  call: Caller,
  id: string,
  { signal }: IssueOptions,
  patience: Patience,
): Promise<Invoice> {
  const path = `/api/invoices/${encodeURIComponent(id)}`;
  let isStarted = false;
  let lastError: unknown;
  for (;;) {
    const waitMs = Math.min(patience.leftMs(), LONGEST_WAIT_MS);
    const how = { waitMs, timeoutMs: patience.callMs(), signal };
    let retryAfterMs: number | null = null;
    try {
      const response = await call(
        isStarted
          ? { method: 'GET', path, ...how }
          : { method: 'POST', path: `${path}/fiscalize`, ...how },
      );
      const invoice = await jsonOf<Invoice>(response);
      if (invoice.status !== 'Pending' && invoice.status !== 'Draft') return invoice;
      isStarted = invoice.status === 'Pending';
      ({ retryAfterMs } = response);
    } catch (error) {
      if (isFailure(error)) {
        // The outcome: the record says it too, and is read without a pause.
        isStarted = true;
        continue;
      }
      if (!isRateLimited(error) && !isUnknownOutcome(error)) throw error;
      // Started or not? The next read shows it.
      if (isUnknownOutcome(error)) isStarted = true;
      if (error instanceof FiscalApiError) ({ retryAfterMs } = error);
      lastError = error;
    }
    if (patience.leftMs() === 0) throw new FiscalTimeoutError(id, lastError);
    await patience.pause(retryAfterMs);
  }
}

function patienceOf(options: IssueOptions): Patience {
  const { timeoutMs = 60_000, firstPauseMs = 1_000, longestPauseMs = 2_000, signal } = options;
  const deadline = Date.now() + timeoutMs;
  const leftMs = () => Math.max(deadline - Date.now(), 0);
  let nextPauseMs = firstPauseMs;
  return {
    leftMs,
    callMs: () => leftMs() + LAST_CALL_MS,
    pause: async (retryAfterMs) => {
      const pauseMs = Math.max(nextPauseMs, retryAfterMs ?? 0);
      nextPauseMs = Math.min(nextPauseMs * GROWTH, longestPauseMs);
      await sleep(Math.min(pauseMs, leftMs()), signal);
    },
  };
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** The failure body of a fiscalization: a final response, whatever its status. */
function isFailure(error: unknown): error is FiscalApiError {
  if (!(error instanceof FiscalApiError) || error.body === null) return false;
  return 'invoiceId' in error.body && !('stored' in error.body);
}

/** Above the limit, or the service says that it has stored nothing: it may be repeated as it is. */
function isNotCarriedOut(error: unknown): error is FiscalApiError {
  if (!(error instanceof FiscalApiError)) return false;
  const { body } = error;
  return isRateLimited(error) || (body !== null && 'stored' in body && body.stored === 'no');
}

function isRateLimited(error: unknown): error is FiscalApiError {
  return error instanceof FiscalApiError && error.status === 429;
}

/** No response, or one that does not show whether the call was carried out. */
function isUnknownOutcome(error: unknown): error is FiscalApiError | FiscalConnectionError {
  return (
    error instanceof FiscalConnectionError ||
    (error instanceof FiscalApiError && error.status >= 500)
  );
}

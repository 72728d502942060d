// The invoice endpoints of the specification. A handler reads the request, calls one use case and
// says the outcome in HTTP; rules live in the domain, statements in the database's room.

import type { ApiCaller } from '@fiscal/db/company';
import { requestFiscalization } from '@fiscal/db/fiscalization';
import { findInvoice, listInvoices } from '@fiscal/db/invoice';
import type { FoundRecord, InvoiceScope, RecordReader, StoreInvoice } from '@fiscal/db/invoice';
import { SALES_LANES } from '@fiscal/queue/waker';
import { Router } from 'express';
import type { Request, Response } from 'express';
import { validate as isUuid } from 'uuid';
import { callerOf } from '../caller.ts';
import { closedSignal, NEVER_CLOSED } from '../closed-signal.ts';
import { jsonBody } from '../json-body.ts';
import { sendFailure, sendIssues, sendProblem } from '../problem.ts';
import { acceptInvoice } from './accept-invoice.ts';
import { idempotencyWarnings } from './idempotency-key.ts';
import { PDF_RETRY_AFTER, readPdf } from './read-pdf.ts';
import type { PdfDependencies } from './read-pdf.ts';
import { recordOf } from './record.ts';
import type { VerificationPages } from './record.ts';
import { cursorOf, readListQuery } from './list-query.ts';
import { sendRecord } from './send-record.ts';
import { preferredWait } from './prefer-wait.ts';
import type { PreferredWait } from './prefer-wait.ts';
import type { Wait } from '../read-until.ts';
import type { Turns } from '../turns.ts';
import { storing } from '../writes.ts';
import { waitForChange, waitForOutcome } from './wait-for-outcome.ts';

/** Where a fault test may pull the plug: written down but not told; told but not answered. */
export type ApiCrashPoint = 'accepted' | 'queued';

export interface InvoiceRouteDependencies extends PdfDependencies {
  turns: Turns;
  records: RecordReader;
  storeInvoice: StoreInvoice;
  crashPoint: (name: ApiCrashPoint) => void;
  vatRates: readonly number[];
  /** How far beyond the highest number in use a client may choose one. */
  orderNumberMaxAhead: number;
  verificationPages: VerificationPages;
  createAndPrintWaitMs: number;
}

/** Spec, Endpoints. */
export function invoiceRoutes(deps: InvoiceRouteDependencies): Router {
  const router = Router();
  router.get('/', (request, response) => list(deps, request, response));
  router.post('/draft', ...jsonBody, (request, response) => createDraft(deps, request, response));
  router.post('/cash/create-and-print', ...jsonBody, (request, response) =>
    createAndPrint(deps, request, response),
  );
  router.post('/:id/fiscalize', (request, response) => fiscalize(deps, request, response));
  router.get('/cash/:id/pdf', (request, response) => sendPdf(deps, request, response, true));
  router.get('/:id/pdf', (request, response) => sendPdf(deps, request, response, false));
  router.get('/cash/:id', (request, response) => read(deps, request, response, true));
  router.get('/:id', (request, response) => read(deps, request, response, false));
  return router;
}

async function createDraft(deps: InvoiceRouteDependencies, request: Request, response: Response) {
  const accepted = await accept(deps, request, response);
  if (!accepted) return;
  const write = { kind: 'create', invoiceId: accepted.id } as const;
  const invoice = await storing(response, write, () =>
    deps.storeInvoice({ invoice: accepted, scheduledInMs: null }),
  );
  deps.records.remember(accepted.id, accepted);
  response.status(201).location(`/api/invoices/${invoice.id}`);
  sendRecord(response, { invoice, correctives: [] }, deps.verificationPages);
}

async function createAndPrint(
  deps: InvoiceRouteDependencies,
  request: Request,
  response: Response,
) {
  const accepted = await accept(deps, request, response);
  if (!accepted) return;
  if (accepted.request.typeOfInvoice !== 'Cash') {
    const message = 'Only cash invoices can be created and printed in one step.';
    sendIssues(response, [{ code: 'TYPE_OF_INVOICE_NOT_CASH', path: 'typeOfInvoice', message }]);
    return;
  }
  const scope = scopeOf(callerOf(response));
  const { id, companyId } = accepted;
  const scheduledInMs = deps.turns.take(companyId, true);
  await storing(response, { kind: 'create', invoiceId: id }, () =>
    deps.storeInvoice({ invoice: accepted, scheduledInMs }),
  );
  deps.records.remember(accepted.id, accepted);
  deps.crashPoint('accepted');
  deps.wakeUps.wake(SALES_LANES[scope.environment]);
  deps.crashPoint('queued');
  const wait = { waitMs: deps.createAndPrintWaitMs, signal: closedSignal(response) };
  const found = await waitForOutcome(deps, scope, id, wait);
  if (!found) throw new Error(`invoice ${id} has vanished`);
  response.location(`/api/invoices/${id}`);
  sendOutcome(deps, response, found, 201);
}

async function fiscalize(deps: InvoiceRouteDependencies, request: Request, response: Response) {
  const scope = scopeOf(callerOf(response));
  const id = idOf(request);
  const preferred = preferredWait(request);
  const wait = waitOf(preferred, response);
  const isWaiting = wait.waitMs > 0;
  const scheduledInMs = deps.turns.peek(scope.companyId, isWaiting);
  const begin = (invoiceId: string) =>
    storing(response, { kind: 'fiscalize', invoiceId }, () =>
      requestFiscalization(deps.db, scope, invoiceId, scheduledInMs),
    );
  if (id !== null && (await begin(id))) {
    deps.turns.take(scope.companyId, isWaiting);
    deps.crashPoint('accepted');
    deps.wakeUps.wake(SALES_LANES[scope.environment]);
    deps.crashPoint('queued');
  }
  const found = id === null ? null : await waitForOutcome(deps, scope, id, wait);
  if (!found) {
    sendNotFound(response);
    return;
  }
  preferred.tell(response);
  response.location(`/api/invoices/${found.invoice.id}`);
  sendOutcome(deps, response, warned(found, idempotencyWarnings(request)), 200);
}

async function list(deps: InvoiceRouteDependencies, request: Request, response: Response) {
  const query = readListQuery(request.query);
  if (query.kind === 'invalid') {
    sendIssues(response, query.issues);
    return;
  }
  const { filter, after, limit } = query;
  const scope = scopeOf(callerOf(response));
  const { page, hasMore } = await listInvoices(deps.db, scope, filter, after, limit);
  const last = hasMore ? page.at(-1) : undefined;
  response.json({
    invoices: page.map(({ invoice, correctives }) =>
      recordOf(invoice, correctives, deps.verificationPages),
    ),
    nextCursor: last === undefined ? null : cursorOf(last.invoice),
  });
}

async function read(
  deps: InvoiceRouteDependencies,
  request: Request,
  response: Response,
  cashOnly: boolean,
) {
  const id = idOf(request);
  const scope = scopeOf(callerOf(response));
  const preferred = preferredWait(request);
  const wait = waitOf(preferred, response);
  const found = id === null ? null : await waitForChange(deps, scope, id, wait);
  if (!found || (cashOnly && found.invoice.request.typeOfInvoice !== 'Cash')) {
    sendNotFound(response);
    return;
  }
  preferred.tell(response);
  sendRecord(response, found, deps.verificationPages);
}

async function sendPdf(
  deps: InvoiceRouteDependencies,
  request: Request,
  response: Response,
  cashOnly: boolean,
) {
  const id = idOf(request);
  const scope = scopeOf(callerOf(response));
  const find = async (invoiceId: string) => {
    const invoice = (await findInvoice(deps.db, scope, invoiceId))?.invoice ?? null;
    return cashOnly && invoice?.request.typeOfInvoice !== 'Cash' ? null : invoice;
  };
  const result =
    id === null
      ? ({ kind: 'not-found' } as const)
      : await readPdf(deps, id, () => find(id), closedSignal(response));
  switch (result.kind) {
    case 'found': {
      const name = result.invoiceNumber.replaceAll('/', '-');
      response.set('Content-Disposition', `inline; filename="${name}.pdf"`);
      response.set('ETag', `"${result.document.sha256}"`);
      response.type('application/pdf').send(result.document.pdf);
      return;
    }
    case 'not-found':
      sendNotFound(response);
      return;
    case 'not-available':
      sendProblem(
        response,
        'PDF_NOT_AVAILABLE',
        `The invoice is ${result.status}; a PDF exists once it is Fiscalized or Offline.`,
      );
      return;
    case 'not-ready':
      response.set('Retry-After', PDF_RETRY_AFTER);
      sendProblem(response, 'PDF_NOT_READY', 'The PDF is being rendered; ask again in a moment.');
  }
}

/** The invoice that may be stored; null if the answer has been given already. */
async function accept(deps: InvoiceRouteDependencies, request: Request, response: Response) {
  const caller = callerOf(response);
  if (caller.cashRegisterId === null) {
    const message = 'The company has no cash register for this environment; add one in the panel.';
    sendProblem(response, 'CASH_REGISTER_MISSING', message);
    return null;
  }
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    sendProblem(response, 'BODY_NOT_AN_OBJECT', 'The body must be a JSON object.');
    return null;
  }
  const accepted = await acceptInvoice(
    deps,
    caller,
    caller.cashRegisterId,
    body,
    idempotencyWarnings(request),
  );
  if (accepted.kind === 'accepted') return accepted.invoice;
  sendIssues(response, accepted.issues);
  return null;
}

/** The invoice with what is to be said of this call, which is not stored with it. */
function warned(found: FoundRecord, warnings: readonly string[]): FoundRecord {
  const { invoice, correctives } = found;
  const said = [...new Set([...warnings, ...invoice.warnings])];
  return { invoice: { ...invoice, warnings: said }, correctives };
}

/** The answer of a call that asked for fiscalization: the record, or the failure body. */
function sendOutcome(
  deps: InvoiceRouteDependencies,
  response: Response,
  found: FoundRecord,
  status: 200 | 201,
): void {
  const { invoice } = found;
  if (invoice.status === 'Failed' && invoice.failure) {
    sendFailure(response, invoice.failure, invoice.id);
    return;
  }
  response.status(invoice.status === 'Pending' ? 202 : status);
  sendRecord(response, found, deps.verificationPages);
}

function waitOf({ waitMs }: PreferredWait, response: Response): Wait {
  return { waitMs, signal: waitMs > 0 ? closedSignal(response) : NEVER_CLOSED };
}

function sendNotFound(response: Response): void {
  sendProblem(response, 'NOT_FOUND', 'There is no such invoice.');
}

function scopeOf(caller: ApiCaller): InvoiceScope {
  return { companyId: caller.company.id, environment: caller.environment };
}

/** A malformed id is an id that nobody has. */
function idOf(request: Request): string | null {
  const id = request.params.id;
  return typeof id === 'string' && isUuid(id) ? id : null;
}

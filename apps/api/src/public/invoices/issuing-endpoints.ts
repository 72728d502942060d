// Issuing invoices: a draft, its fiscalization, and both in one call.

import type { Connected } from '@fiscal/db/connection';
import { requestFiscalization } from '@fiscal/db/fiscalization';
import { completeRecords, holdingRelations, isBound, storeInvoiceIn } from '@fiscal/db/invoice';
import type { FoundRecord, NewInvoice } from '@fiscal/db/invoice';
import { sentence } from '@fiscal/domain';
import type { Issue } from '@fiscal/domain';
import { SALES_LANES } from '@fiscal/queue/waker';
import { currentTrace } from '@fiscal/runtime';
import type { Request, Response } from 'express';
import { endpointsFor } from '../../http/endpoint.ts';
import type { Call, Result } from '../../http/endpoint.ts';
import { bodyBytesOf, isObject, NO_OBJECT } from '../../http/body/json-body.ts';
import { refuseFailure, refuseIssues } from '../../http/refusal/refusal.ts';
import type { Refusal } from '../../http/refusal/refusal.ts';
import { closedSignal } from '../../http/response/response-end.ts';
import { lostWrite, storing } from '../../http/refusal/storing.ts';
import {
  errorResponse,
  failedOrBroken,
  failuresWith,
  jsonResponse,
  parameter,
  shared,
} from '../../openapi/responses.ts';
import {
  ALREADY_CANCELLED_EXAMPLE,
  NOT_CASH_EXAMPLE,
  UNREADABLE_EXAMPLES,
  VALIDATION_EXAMPLES,
} from '../../openapi/error-examples.ts';
import {
  CASH_FISCALIZED,
  CASH_INVOICE,
  CASH_PENDING,
  CORRECTIVE_FISCALIZED,
  DRAFT,
  FISCALIZED,
  FULL_CORRECTIVE,
  NON_CASH_INVOICE,
  OFFLINE,
  PARTIAL_CORRECTIVE,
  PENDING,
} from './examples.ts';
import { inSlotIfLarge } from '../../http/heavy-calls.ts';
import { absentInvoice, findOrEnd } from '../../work/absent-invoice.ts';
import { scopeOf } from '../../access/caller.ts';
import { NO_CASH_REGISTER } from '../require-caller.ts';
import { acceptInvoice } from './accept-invoice.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';
import { invoicePayload } from './invoice-payload.ts';
import { invoiceRecord } from './record-schema.ts';
import { sendRecord } from './record.ts';
import { preferredWait, waitForOutcome, waitOf } from './wait-for-outcome.ts';

/**
 * Said in the record of a call that carries the header. Its client believes that a repeated call
 * does nothing, and would sell twice. Spec, Limits: no idempotency header exists.
 */
export const IDEMPOTENCY_KEY_IGNORED = sentence('idempotencyKey');

const { post } = endpointsFor<InvoiceDependencies>()('/invoices', {
  tag: 'Invoices',
  access: 'api-key',
});

/** Spec, Endpoints; decisions §2. */
export const issuingEndpoints = [
  post('/draft', {
    operationId: 'createDraft',
    summary: 'Store a draft',
    description:
      'Checks everything that can be checked and stores the invoice. Nothing is sent to the tax ' +
      'authority yet. Every call stores another draft: keep the `id` with the order.',
    body: invoicePayload,
    bodyExamples: {
      'a company pays by transfer': NON_CASH_INVOICE,
      'a person pays by card': CASH_INVOICE,
      'full cancellation': FULL_CORRECTIVE,
    },
    result: invoiceRecord,
    responses: {
      201: jsonResponse('The draft.', 'Invoice', { 'a draft': DRAFT }, 'Location', 'ETag'),
      400: errorResponse(
        'The body is not JSON, or the invoice breaks rules: all problems at once.',
        ['ValidationProblem', 'Problem'],
        { ...VALIDATION_EXAMPLES, ...UNREADABLE_EXAMPLES },
      ),
      409: shared('CashRegisterMissing'),
      503: shared('NotStored'),
    },
    handle: createDraft,
  }),
  post('/cash/create-and-print', {
    operationId: 'createAndPrint',
    summary: 'Create and fiscalize a cash invoice',
    description:
      'The cash sale in one step, also for cash correctives. Waits for the outcome. After any response ' +
      'with an `invoiceId` or an `id`, or after none, never send the sale again: read the invoice, ' +
      'then `fiscalize` it if it is `Failed`.',
    body: invoicePayload,
    bodyExamples: {
      'a person pays by card': CASH_INVOICE,
      'partial correction': PARTIAL_CORRECTIVE,
    },
    result: invoiceRecord,
    responses: {
      201: jsonResponse(
        'The outcome: `Fiscalized` or `Offline`.',
        'Invoice',
        {
          fiscalized: CASH_FISCALIZED,
          'a corrective, fiscalized': CORRECTIVE_FISCALIZED,
          offline: OFFLINE,
        },
        'Location',
        'ETag',
      ),
      202: jsonResponse(
        'Still in progress: read the invoice until it is no longer `Pending`.',
        'Invoice',
        { pending: CASH_PENDING },
        'Location',
        'Retry-After',
        'ETag',
      ),
      400: errorResponse(
        'The invoice breaks rules and nothing was stored; or it was stored (`invoiceId`) and the ' +
          'fiscalization failed.',
        ['ValidationProblem', 'FailureProblem', 'Problem'],
        {
          ...VALIDATION_EXAMPLES,
          'not a cash invoice': NOT_CASH_EXAMPLE,
          ...UNREADABLE_EXAMPLES,
          ...failuresWith(400),
        },
        'Location',
      ),
      409: shared('CashRegisterMissing'),
      500: failedOrBroken(undefined, 'Location'),
      503: shared('NotStored'),
    },
    handle: createAndPrint,
  }),
  post('/{id}/fiscalize', {
    operationId: 'fiscalize',
    summary: 'Fiscalize an invoice',
    description:
      'Starts the fiscalization of a `Draft` or `Failed` invoice. It may be repeated safely: a ' +
      '`Pending` invoice is not started twice, and one that is `Fiscalized` or `Offline` is returned.',
    parameters: [parameter('prefer')],
    result: invoiceRecord,
    responses: {
      200: jsonResponse(
        'The outcome: `Fiscalized` or `Offline`.',
        'Invoice',
        { fiscalized: FISCALIZED, offline: OFFLINE },
        'Location',
        'ETag',
        'Preference-Applied',
      ),
      202: jsonResponse(
        'In progress: read the invoice until it is no longer `Pending`.',
        'Invoice',
        { pending: PENDING },
        'Location',
        'Retry-After',
        'ETag',
        'Preference-Applied',
      ),
      400: errorResponse(
        'Other documents speak against a corrective, which stays as it was (`details`); or, with ' +
          '`Prefer: wait`, the fiscalization failed, and somebody has to do something.',
        ['FailureProblem', 'ValidationProblem'],
        { ...failuresWith(400), 'already cancelled': ALREADY_CANCELLED_EXAMPLE },
        'Location',
        'Preference-Applied',
      ),
      500: failedOrBroken(undefined, 'Location', 'Preference-Applied'),
      503: shared('NotBegun'),
    },
    handle: fiscalize,
  }),
];

type CreateCall = Call<'api-key', InvoiceDependencies>;

async function createDraft(call: CreateCall): Promise<Result<never>> {
  const { deps, response } = call;
  const accepted = await accept(call);
  if (accepted.kind === 'refusal') return accepted;
  const { invoice: created } = accepted;
  const write = { kind: 'create', invoiceId: created.id } as const;
  const invoice = await storing(response, write, () =>
    deps.storeInvoice({ invoice: created, scheduledInMs: null }),
  );
  deps.records.remember(created.id, created);
  response.status(201).location(`/api/invoices/${invoice.id}`);
  const relatives = invoice.originalId;
  const [found] = await completeRecords(deps.db, [{ invoice, correctives: [], relatives }]);
  if (found === undefined) throw new Error(`invoice ${invoice.id} has no record`);
  return sendRecord(response, found, deps.verificationPages);
}

async function createAndPrint(call: CreateCall): Promise<Result<never>> {
  const { deps, response } = call;
  const accepted = await accept(call);
  if (accepted.kind === 'refusal') return accepted;
  const { invoice } = accepted;
  if (invoice.request.typeOfInvoice !== 'Cash') {
    const message = 'Only cash invoices can be created and printed in one step.';
    return refuseIssues([{ code: 'TYPE_OF_INVOICE_NOT_CASH', path: 'typeOfInvoice', message }]);
  }
  if (isBound(invoice)) return createAndPrintBound(call, invoice);
  const scheduledInMs = deps.scheduler.take(invoice, true);
  await storing(response, { kind: 'create', invoiceId: invoice.id }, () =>
    deps.storeInvoice({ invoice, scheduledInMs, trace: currentTrace() }),
  );
  return sendCreated(call, invoice);
}

/**
 * What other documents say of it is asked again where none of them can change meanwhile. Extensions
 * §1.
 */
async function createAndPrintBound(
  call: CreateCall,
  { id, originalId, request }: NewInvoice,
): Promise<Result<never>> {
  const { deps, actor, response } = call;
  const document = { scope: scopeOf(actor), originalId, request };
  const decideAndStore = (scheduledInMs: number): Promise<AcceptedCall> =>
    holdingRelations(deps.db, document, async (transaction) => {
      const accepted = await accept(call, transaction);
      if (accepted.kind === 'refusal') return accepted;
      const invoice = { ...accepted.invoice, id };
      await storeInvoiceIn(transaction, { invoice, scheduledInMs, trace: currentTrace() });
      return { kind: 'accepted', invoice };
    });
  let refusal: Refusal | undefined;
  let created: NewInvoice | undefined;
  await deps.scheduler.takeFor(scopeOf(actor), true, async (scheduledInMs) => {
    const result = await storing(response, { kind: 'create', invoiceId: id }, () =>
      decideAndStore(scheduledInMs),
    );
    if (result.kind === 'refusal') refusal = result;
    else created = result.invoice;
    return result.kind === 'accepted';
  });
  if (created !== undefined) return sendCreated(call, created);
  if (refusal !== undefined) return refusal;
  throw new Error(`nothing became of invoice ${id}`);
}

/** The outcome of an invoice that was stored to be fiscalized at once. */
async function sendCreated(call: CreateCall, invoice: NewInvoice): Promise<Result<never>> {
  const { deps, actor, response } = call;
  const { id } = invoice;
  deps.records.remember(id, invoice);
  deps.wakeUps.wake(SALES_LANES[invoice.environment]);
  const wait = { waitMs: deps.createAndPrintWaitMs, signal: closedSignal(response) };
  const found = await waitForOutcome(deps, scopeOf(actor), id, wait);
  if (!found) throw lostWrite(response, `invoice ${id}`);
  response.location(`/api/invoices/${id}`);
  return sendOutcome(deps, response, found, 201);
}

async function fiscalize(
  call: Call<'api-key', InvoiceDependencies, { id: string }>,
): Promise<Result<never>> {
  const { deps, actor, params, request, response } = call;
  const scope = scopeOf(actor);
  const preferred = preferredWait(request);
  const wait = waitOf(preferred, response);
  const isWaiting = wait.waitMs > 0;
  const found = await findOrEnd(deps, response, params.id, async () => {
    let issues: Issue[] = [];
    const isStarted = await deps.scheduler.takeFor(scope, isWaiting, async (scheduledInMs) => {
      const requested = await storing(response, { kind: 'fiscalize', invoiceId: params.id }, () =>
        requestFiscalization(deps.db, scope, params.id, scheduledInMs, currentTrace()),
      );
      if (requested.kind === 'refused') issues = requested.issues;
      return requested.kind === 'begun';
    });
    if (issues.length > 0) return refuseIssues(issues, params.id);
    if (isStarted) deps.wakeUps.wake(SALES_LANES[scope.environment]);
    return waitForOutcome(deps, scope, params.id, wait);
  });
  if (!found) return absentInvoice(deps, scope, params.id);
  if ('kind' in found) return found;
  preferred.markApplied(response);
  response.location(`/api/invoices/${found.invoice.id}`);
  return sendOutcome(deps, response, warned(found, idempotencyWarnings(request)), 200);
}

type AcceptedCall = { kind: 'accepted'; invoice: NewInvoice } | Refusal;

/**
 * The invoice that may be stored, or why none may.
 * @param db where other documents are read: a transaction that holds them, or none.
 */
async function accept(call: CreateCall, db: Connected = call.deps.db): Promise<AcceptedCall> {
  const { deps, actor, body, request, response } = call;
  const { cashRegisterId } = actor;
  if (cashRegisterId === null) return NO_CASH_REGISTER;
  if (!isObject(body)) return NO_OBJECT;
  const warnings = idempotencyWarnings(request);
  const make = () => acceptInvoice({ ...deps, db }, actor, cashRegisterId, body, warnings);
  // Within a transaction nothing is waited for; it was accepted once before.
  const isFirst = db === deps.db;
  const accepted = await inSlotIfLarge(response, isFirst ? bodyBytesOf(response) : 0, make);
  if (accepted.kind === 'refusal') return accepted;
  return accepted.kind === 'accepted' ? accepted : refuseIssues(accepted.issues);
}

/** The warning, where the call carries the header. */
function idempotencyWarnings(request: Request): string[] {
  return request.get('Idempotency-Key') === undefined ? [] : [IDEMPOTENCY_KEY_IGNORED];
}

/** The invoice with what is to be said of this call, which is not stored with it. */
function warned(found: FoundRecord, warnings: readonly string[]): FoundRecord {
  const { invoice } = found;
  if (warnings.length === 0) return found;
  const said = [...new Set([...warnings, ...invoice.warnings])];
  return { ...found, invoice: { ...invoice, warnings: said } };
}

/** The response of a call that asked for fiscalization: the record, or the failure body. */
function sendOutcome(
  deps: InvoiceDependencies,
  response: Response,
  found: FoundRecord,
  status: 200 | 201,
): Result<never> {
  const { invoice } = found;
  if (invoice.status === 'Failed' && invoice.failure) {
    return refuseFailure(invoice.failure, invoice.id);
  }
  response.status(invoice.status === 'Pending' ? 202 : status);
  return sendRecord(response, found, deps.verificationPages);
}

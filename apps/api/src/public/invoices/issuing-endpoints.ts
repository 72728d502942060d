// Issuing invoices: a draft, its fiscalization, and both in one call.

import type { Subscription } from '@fiscal/db/change';
import type { Connected } from '@fiscal/db/connection';
import { requestFiscalization } from '@fiscal/db/fiscalization';
import {
  completeRecords,
  ExternalIdsLostError,
  ExternalIdTakenError,
  holdingRelations,
  isBound,
  storeInvoiceIn,
} from '@fiscal/db/invoice';
import type { ExternalIdHolder, FoundRecord, NewInvoice, StoredInvoice } from '@fiscal/db/invoice';
import { sentence } from '@fiscal/domain';
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
  failedOrBroken,
  failuresWith,
  jsonResponse,
  parameter,
  shared,
} from '../../openapi/responses.ts';
import type { HeaderName } from '../../openapi/responses.ts';
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
  DRY_RUN,
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
import type { Acceptance } from './accept-invoice.ts';
import { markReplayed, refuseSuperseded, refuseTaken } from './external-calls.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';
import { invoicePayload } from './invoice-payload.ts';
import { invoiceRecord } from './record-schema.ts';
import { sendDryRun, sendRecord } from './record.ts';
import { nextChange } from '../../work/read-until.ts';
import type { Wait } from '../../work/read-until.ts';
import { preferredWait, waitForOutcome, waitOf } from './wait-for-outcome.ts';
import type { PreferredWait } from './wait-for-outcome.ts';

/**
 * Said in the record of a call that carries the header. Its client believes that a repeated call
 * does nothing, and would sell twice. Spec, Limits: no idempotency header exists.
 */
export const IDEMPOTENCY_KEY_IGNORED = sentence('idempotencyKey');

const { post } = endpointsFor<InvoiceDependencies>()('/invoices', {
  tag: 'Invoices',
  access: 'api-key',
});

/**
 * Of calls that issue at once.
 * @param refusals examples of the call's own 400.
 * @param headers of every outcome.
 */
export function issuedResponses(
  refusals: Record<string, object>,
  ...headers: HeaderName[]
): Record<number, object> {
  return {
    200: jsonResponse(
      'The outcome of what the same call with its `externalId` has begun before; or, with `dryRun`, ' +
        'what would be stored.',
      ['Invoice', 'DryRun'],
      { fiscalized: CASH_FISCALIZED, 'with dryRun': DRY_RUN },
      'Location',
      'ETag',
      'Idempotent-Replayed',
      ...headers,
    ),
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
      ...headers,
    ),
    202: jsonResponse(
      'Still in progress: read the invoice until it is no longer `Pending`.',
      'Invoice',
      { pending: CASH_PENDING },
      'Location',
      'Retry-After',
      'ETag',
      'Idempotent-Replayed',
      ...headers,
    ),
    400: jsonResponse(
      'The invoice breaks rules and nothing was stored; or it was stored (`invoiceId`) and the ' +
        'fiscalization failed.',
      ['ValidationProblem', 'FailureProblem', 'Problem'],
      { ...refusals, ...UNREADABLE_EXAMPLES, ...failuresWith(400) },
      'Location',
      'Idempotent-Replayed',
      ...headers,
    ),
    409: shared('NotCreated'),
    500: failedOrBroken(undefined, 'Location', 'Idempotent-Replayed', ...headers),
    503: shared('NotStored'),
  };
}

/** Spec, Endpoints; decisions §2. */
export const issuingEndpoints = [
  post('/draft', {
    operationId: 'createDraft',
    summary: 'Store a draft',
    description:
      'Checks everything that can be checked and stores the invoice. Nothing is sent to the tax ' +
      'authority yet. Every call stores another draft, unless it names an `externalId`: the same call again ' +
      'finds the first one.',
    parameters: [parameter('dryRun')],
    body: invoicePayload,
    bodyExamples: {
      'a company pays by transfer': NON_CASH_INVOICE,
      'a person pays by card': CASH_INVOICE,
      'full cancellation': FULL_CORRECTIVE,
    },
    result: invoiceRecord,
    responses: {
      200: jsonResponse(
        'The draft that the same call with its `externalId` has stored, as it is now; or, with ' +
          '`dryRun`, what would be stored.',
        ['Invoice', 'DryRun'],
        { 'a draft': DRAFT, 'with dryRun': DRY_RUN },
        'Location',
        'ETag',
        'Idempotent-Replayed',
      ),
      201: jsonResponse('The draft.', 'Invoice', { 'a draft': DRAFT }, 'Location', 'ETag'),
      400: jsonResponse(
        'The body is not JSON, or the invoice breaks rules: all problems at once.',
        ['ValidationProblem', 'Problem'],
        { ...VALIDATION_EXAMPLES, ...UNREADABLE_EXAMPLES },
      ),
      409: shared('NotCreated'),
      503: shared('NotStored'),
    },
    handle: (call) => retryingTaken((isTaken) => createDraft({ ...call, isTaken })),
  }),
  post('/cash/create-and-print', {
    operationId: 'createAndPrint',
    summary: 'Create and fiscalize a cash invoice',
    description:
      'The cash sale in one step, also for cash correctives. Waits for the outcome. After any response ' +
      'with an `invoiceId` or an `id`, or after none, never send a sale without an `externalId` again: read the ' +
      'invoice, then `fiscalize` it if it is `Failed`. With one the same call again gives its outcome.',
    parameters: [parameter('dryRun')],
    body: invoicePayload,
    bodyExamples: {
      'a person pays by card': CASH_INVOICE,
      'partial correction': PARTIAL_CORRECTIVE,
    },
    result: invoiceRecord,
    responses: issuedResponses({ ...VALIDATION_EXAMPLES, 'not a cash invoice': NOT_CASH_EXAMPLE }),
    handle: (call) => retryingTaken((isTaken) => createAndPrint({ ...call, isTaken })),
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
      400: jsonResponse(
        'Other documents speak against a corrective, which stays as it was (`details`); or, with ' +
          '`Prefer: wait`, the fiscalization failed, and somebody has to do something.',
        ['FailureProblem', 'ValidationProblem'],
        { ...failuresWith(400), 'already cancelled': ALREADY_CANCELLED_EXAMPLE },
        'Location',
        'Preference-Applied',
      ),
      500: failedOrBroken(undefined, 'Location', 'Preference-Applied'),
      409: shared('Superseded'),
      503: shared('NotBegun'),
    },
    handle: fiscalize,
  }),
];

/**
 * Where another call with the external id came first, or may have before a loss, the call is made
 * again, and looks for it.
 */
export async function retryingTaken<T>(create: (isTaken: boolean) => Promise<T>): Promise<T> {
  for (let isTaken = false; ; isTaken = true) {
    try {
      return await create(isTaken);
    } catch (error) {
      const isLost = error instanceof ExternalIdsLostError && !isTaken;
      if (!isLost && !(error instanceof ExternalIdTakenError)) throw error;
    }
  }
}

export interface CreateCall extends Call<'api-key', InvoiceDependencies> {
  isTaken?: boolean;
  /** An invoice out of the body; as it is sent unless said otherwise. */
  make?: typeof acceptInvoice;
  /** How long it waits; as is configured unless said otherwise. */
  wait?: PreferredWait;
}

async function createDraft(call: CreateCall): Promise<Result<never>> {
  const { deps, response } = call;
  const accepted = await accept(call);
  if (accepted.kind === 'refusal') return accepted;
  if (accepted.kind === 'dry-run') return sendDryRun(response, accepted.invoice);
  if (accepted.kind === 'repeated') return sendRepeatedDraft(call, accepted.holder.id);
  const { invoice: created } = accepted;
  const write = { kind: 'create', invoiceId: created.id } as const;
  const invoice = await storing(response, write, () =>
    deps.storeInvoice({ invoice: created, scheduledInMs: null }),
  );
  deps.records.remember(invoice.id, invoice);
  response.status(201).location(`/api/invoices/${invoice.id}`);
  const relatives = invoice.originalId;
  const [found] = await completeRecords(deps.db, [{ invoice, correctives: [], relatives }]);
  if (found === undefined) throw new Error(`invoice ${invoice.id} has no record`);
  return sendRecord(response, found, deps.verificationPages);
}

async function createAndPrint(call: CreateCall): Promise<Result<never>> {
  const accepted = await accept(call);
  if (accepted.kind === 'refusal') return accepted;
  const { request } = accepted.kind === 'repeated' ? accepted.holder : accepted.invoice;
  if (request.typeOfInvoice !== 'Cash') {
    const message = 'Only cash invoices can be created and printed in one step.';
    return refuseIssues([{ code: 'TYPE_OF_INVOICE_NOT_CASH', path: 'typeOfInvoice', message }]);
  }
  return issueAtOnce(call, accepted);
}

/** Stores what was accepted, fiscalizes it and waits for the outcome. */
export async function issueAtOnce(
  call: CreateCall,
  accepted: Exclude<AcceptedCall, Refusal>,
): Promise<Result<never>> {
  const { deps, response } = call;
  if (accepted.kind === 'dry-run') return sendDryRun(response, accepted.invoice);
  if (accepted.kind === 'repeated') return sendRepeatedSale(call, accepted.holder);
  const { invoice } = accepted;
  // Before it is stored: its outcome is read when it is there, and not once before.
  const subscription = deps.changes.subscribe('invoice_changed', invoice.id);
  try {
    const result = isBound(invoice)
      ? await storeBound(call, invoice)
      : await storeUnbound(call, invoice);
    if (result.kind === 'refusal') return result;
    if (result.kind === 'repeated') return await sendRepeatedSale(call, result.holder);
    return await sendCreated(call, result.invoice, subscription);
  } finally {
    subscription.end();
  }
}

async function storeUnbound(
  { deps, response }: CreateCall,
  invoice: NewInvoice,
): Promise<StoredCall> {
  let stored: NewInvoice | StoredInvoice = invoice;
  await deps.scheduler.takeFor(invoice, true, async (scheduledInMs) => {
    stored = await storing(response, { kind: 'create', invoiceId: invoice.id }, () =>
      deps.storeInvoice({ invoice, scheduledInMs, trace: currentTrace() }),
    );
    return true;
  });
  return { kind: 'accepted', invoice: stored };
}

/** The document that the same call has stored before, as it is now. */
async function sendRepeatedDraft(call: CreateCall, id: string): Promise<Result<never>> {
  const { deps, actor, response } = call;
  const found = await deps.records.find(scopeOf(actor), id);
  if (!found) throw lostWrite(response, `invoice ${id}`);
  markReplayed(response);
  response.location(`/api/invoices/${id}`);
  return sendRecord(response, found, deps.verificationPages);
}

/**
 * The outcome of the sale that the same call has begun before. One that nothing was begun of is
 * begun, and one that failed where trying again may help.
 */
async function sendRepeatedSale(
  call: CreateCall,
  { id, status, failure }: ExternalIdHolder,
): Promise<Result<never>> {
  if (status === 'Draft' || failure?.retryable === true) {
    const refusal = await begin(call, id, true, true);
    if (refusal !== null) {
      markReplayed(call.response);
      call.response.location(`/api/invoices/${id}`);
      return refusal;
    }
  }
  return sendIssued(call, id, 200);
}

/**
 * What other documents say of it is asked again where none of them can change meanwhile. Extensions
 * §1.
 */
async function storeBound(
  call: CreateCall,
  { id, originalId, request }: NewInvoice,
): Promise<StoredCall> {
  const { deps, actor, response } = call;
  const document = { scope: scopeOf(actor), originalId, request };
  const decideAndStore = (scheduledInMs: number): Promise<StoredCall> =>
    holdingRelations(deps.db, document, async (transaction) => {
      const accepted = await accept(call, transaction);
      if (accepted.kind !== 'accepted') return accepted;
      const invoice = { ...accepted.invoice, id };
      const added = { invoice, scheduledInMs, trace: currentTrace() };
      const { warnings } = await storeInvoiceIn(transaction, added);
      return { kind: 'accepted', invoice: { ...invoice, warnings } };
    });
  let result: StoredCall | undefined;
  await deps.scheduler.takeFor(scopeOf(actor), true, async (scheduledInMs) => {
    result = await storing(response, { kind: 'create', invoiceId: id }, () =>
      decideAndStore(scheduledInMs),
    );
    return result.kind === 'accepted';
  });
  if (result === undefined) throw new Error(`nothing became of invoice ${id}`);
  return result;
}

/** The outcome of an invoice that was stored to be fiscalized at once. */
async function sendCreated(
  call: CreateCall,
  invoice: NewInvoice | StoredInvoice,
  subscription: Subscription,
): Promise<Result<never>> {
  const { deps } = call;
  deps.records.remember(invoice.id, invoice);
  deps.wakeUps.wake(SALES_LANES[invoice.environment]);
  const { waitMs, signal } = outcomeWaitOf(call);
  const until = Date.now() + waitMs;
  await nextChange(subscription, 'invoice_changed', 'Pending', { waitMs, signal });
  return sendIssued(call, invoice.id, 201, { waitMs: until - Date.now(), signal });
}

const outcomeWaitOf = ({ deps, response, wait }: CreateCall): Wait => ({
  waitMs: wait?.waitMs ?? deps.createAndPrintWaitMs,
  signal: closedSignal(response),
});

/** @param status 200 where the same call has stored it before. */
async function sendIssued(
  call: CreateCall,
  id: string,
  status: 200 | 201,
  ended = outcomeWaitOf(call),
): Promise<Result<never>> {
  const { deps, actor, response, wait } = call;
  const found = await waitForOutcome(deps, scopeOf(actor), id, ended);
  if (!found) throw lostWrite(response, `invoice ${id}`);
  if (status === 200) markReplayed(response);
  response.location(`/api/invoices/${id}`);
  wait?.markApplied(response);
  return sendOutcome(deps, response, found, status);
}

async function fiscalize(
  call: Call<'api-key', InvoiceDependencies, { id: string }>,
): Promise<Result<never>> {
  const { deps, actor, params, request, response } = call;
  const scope = scopeOf(actor);
  const preferred = preferredWait(request);
  const wait = waitOf(preferred, response);
  const found = await findOrEnd(deps, response, params.id, async () => {
    const refusal = await begin(call, params.id, wait.waitMs > 0);
    if (refusal !== null) return refusal;
    return waitForOutcome(deps, scope, params.id, wait);
  });
  if (!found) return absentInvoice(deps, scope, params.id);
  if ('kind' in found) return found;
  preferred.markApplied(response);
  response.location(`/api/invoices/${found.invoice.id}`);
  return sendOutcome(deps, response, warned(found, idempotencyWarnings(request)), 200);
}

/**
 * Requests the fiscalization of a Draft or Failed invoice; any other stays as it is.
 * @returns what speaks against it.
 */
async function begin(
  { deps, actor, response }: Call<'api-key', InvoiceDependencies>,
  id: string,
  isWaiting: boolean,
  isRepeat = false,
): Promise<Refusal | null> {
  const scope = scopeOf(actor);
  let refusal: Refusal | null = null;
  const isStarted = await deps.scheduler.takeFor(scope, isWaiting, async (scheduledInMs) => {
    const requested = await storing(response, { kind: 'fiscalize', invoiceId: id }, () =>
      requestFiscalization(deps.db, scope, id, scheduledInMs, currentTrace(), isRepeat),
    );
    if (requested.kind === 'refused') refusal = refuseIssues(requested.issues, id);
    if (requested.kind === 'superseded') refusal = refuseSuperseded(requested.by);
    return requested.kind === 'begun';
  });
  if (isStarted) deps.wakeUps.wake(SALES_LANES[scope.environment]);
  return refusal;
}

/** What was stored, or why nothing was. */
type StoredCall = AcceptedCall<NewInvoice | StoredInvoice>;

type AcceptedCall<Invoice = NewInvoice> =
  /** To be stored, or only to be shown. */
  | { kind: 'accepted' | 'dry-run'; invoice: Invoice }
  | Extract<Acceptance, { kind: 'repeated' }>
  | Refusal;

/**
 * The invoice that may be stored, or why none may.
 * @param db where other documents are read: a transaction that holds them, or none.
 */
export async function accept(
  call: CreateCall,
  db: Connected = call.deps.db,
): Promise<AcceptedCall> {
  const { deps, actor, body, request, response, isTaken = false, make = acceptInvoice } = call;
  const { cashRegisterId } = actor;
  if (cashRegisterId === null) return NO_CASH_REGISTER;
  if (!isObject(body)) return NO_OBJECT;
  const isDryRun = readDryRun(request);
  if (isDryRun === null) {
    const message = 'dryRun, spelled so, must be true or false.';
    return refuseIssues([{ code: 'QUERY_INVALID', path: 'dryRun', message }]);
  }
  const warnings = idempotencyWarnings(request);
  const from = { caller: actor, cashRegisterId, warnings, isDryRun, isTaken };
  // Within a transaction nothing is waited for; it was accepted once before.
  const isFirst = db === deps.db;
  const accepted = await inSlotIfLarge(response, isFirst ? bodyBytesOf(response) : 0, () =>
    make({ ...deps, db }, from, body),
  );
  if (accepted.kind === 'refusal') return accepted;
  if (accepted.kind === 'refused') return refuseIssues(accepted.issues);
  if (accepted.kind === 'taken') return refuseTaken(accepted);
  return isDryRun && accepted.kind === 'accepted' ? { ...accepted, kind: 'dry-run' } : accepted;
}

/** Whether the call is only tried (extensions §11); null where that is not clear. */
function readDryRun({ query }: Request): boolean | null {
  const [name, ...more] = Object.keys(query).filter((known) => /^dry[-_]?run$/i.test(known));
  if (name === undefined || query.dryRun === 'false') return false;
  return more.length === 0 && query.dryRun === 'true' ? true : null;
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

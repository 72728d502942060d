// Taking an invoice back in one call: everything that is left, or a part. Extensions §11.

import { findInvoice } from '@fiscal/db/invoice';
import { endpointsFor } from '../../http/endpoint.ts';
import type { Call, Result } from '../../http/endpoint.ts';
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
  RETURN_EXAMPLE,
  UNREADABLE_EXAMPLES,
} from '../../openapi/error-examples.ts';
import { scopeOf } from '../../access/caller.ts';
import { soughtAndFound } from '../../http/refusal/storing.ts';
import { absentInvoice, findOrEnd } from '../../work/absent-invoice.ts';
import { acceptReturn } from './accept-invoice.ts';
import { CASH_PENDING, CORRECTIVE_FISCALIZED, DRY_RUN, OFFLINE } from './examples.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';
import { accept, issueAtOnce, retryingTaken } from './issuing-endpoints.ts';
import type { MakeAcceptance } from './issuing-endpoints.ts';
import { invoiceRecord } from './record-schema.ts';
import { cancelPayload, returnPayload } from './return-payload.ts';
import { preferredWait } from './wait-for-outcome.ts';

const { post } = endpointsFor<InvoiceDependencies>()('/invoices', {
  tag: 'Invoices',
  access: 'api-key',
});

const AS_ISSUED =
  'The corrective is issued as one that is sent, by the same rules, through the cash register of the ' +
  'key, and is due at once; buyer, payment and discount are those of the original, its note is not. ' +
  'Waits for the outcome as create-and-print, or as long as `Prefer` says. With an `externalId` the ' +
  'same call again gives its outcome.';

/** What both calls return. */
const responses = {
  200: jsonResponse(
    'The outcome of the corrective that the same call with its `externalId` has begun before; or, with ' +
      '`dryRun`, what would be stored.',
    ['Invoice', 'DryRun'],
    { fiscalized: CORRECTIVE_FISCALIZED, 'with dryRun': DRY_RUN },
    'Location',
    'ETag',
    'Idempotent-Replayed',
    'Preference-Applied',
  ),
  201: jsonResponse(
    'The outcome: `Fiscalized` or `Offline`.',
    'Invoice',
    { fiscalized: CORRECTIVE_FISCALIZED, offline: OFFLINE },
    'Location',
    'ETag',
    'Preference-Applied',
  ),
  202: jsonResponse(
    'Still in progress: read the corrective until it is no longer `Pending`.',
    'Invoice',
    { pending: CASH_PENDING },
    'Location',
    'Retry-After',
    'ETag',
    'Idempotent-Replayed',
    'Preference-Applied',
  ),
  400: errorResponse(
    'The call, or what is left of the invoice, does not allow it, and nothing was stored; or the ' +
      'corrective was stored (`invoiceId`) and its fiscalization failed. Paths that the body does not ' +
      'have are those of the corrective.',
    ['ValidationProblem', 'FailureProblem', 'Problem'],
    {
      'already cancelled': ALREADY_CANCELLED_EXAMPLE,
      'more than is left': RETURN_EXAMPLE,
      ...UNREADABLE_EXAMPLES,
      ...failuresWith(400),
    },
    'Location',
    'Idempotent-Replayed',
    'Preference-Applied',
  ),
  409: shared('NotCreated'),
  500: failedOrBroken(undefined, 'Location', 'Idempotent-Replayed', 'Preference-Applied'),
  503: shared('NotStored'),
};

/** Extensions §11. */
export const returnEndpoints = [
  post('/{id}/cancel', {
    operationId: 'cancelInvoice',
    summary: 'Cancel an invoice',
    description:
      'Takes back everything that is left of the invoice, also what its correctives have re-issued; a ' +
      `corrective is reversed. ${AS_ISSUED}`,
    parameters: [parameter('dryRun'), parameter('prefer')],
    body: cancelPayload,
    bodyExamples: { 'with an id': { externalId: 'K1-2026-000124', note: 'Wrong table' } },
    result: invoiceRecord,
    responses,
    handle: (call) => retryingTaken(() => takeBack(call, 'cancel')),
  }),
  post('/{id}/return', {
    operationId: 'returnItems',
    summary: 'Take back a part of an invoice',
    description:
      'Takes back parts of lines of `correctable`, with their share of the discount in cents; with the ' +
      `last ones goes the rest. ${AS_ISSUED}`,
    parameters: [parameter('dryRun'), parameter('prefer')],
    body: returnPayload,
    bodyExamples: {
      'one of two': { externalId: 'K1-2026-000125', items: [{ index: 0, quantity: 1 }] },
    },
    result: invoiceRecord,
    responses,
    handle: (call) => retryingTaken(() => takeBack(call, 'return')),
  }),
];

type ReturnCall = Call<'api-key', InvoiceDependencies, { id: string }>;

async function takeBack(call: ReturnCall, kind: 'cancel' | 'return'): Promise<Result<never>> {
  const { deps, actor, params, request, response } = call;
  const scope = scopeOf(actor);
  const found = await findOrEnd(deps, response, params.id, () =>
    findInvoice(deps.db, scope, params.id),
  );
  if (found === null) return absentInvoice(deps, scope, params.id);
  soughtAndFound(response);
  // Whether a cancellation has a body is of no matter.
  const withBody = { ...call, body: kind === 'cancel' ? (call.body ?? {}) : call.body };
  const make: MakeAcceptance = (on, from, body) =>
    acceptReturn(on, from, kind, found.invoice, body);
  const accepted = await accept(withBody, make);
  if (accepted.kind === 'refusal') return accepted;
  const wait = preferredWait(request, deps.createAndPrintWaitMs);
  return issueAtOnce(withBody, make, accepted, wait);
}

// Taking an invoice back in one call: everything that is left, or a part. Extensions §11.

import { findInvoice } from '@fiscal/db/invoice';
import { endpointsFor } from '../../http/endpoint.ts';
import type { Call, Result } from '../../http/endpoint.ts';
import { ALREADY_CANCELLED_EXAMPLE } from '../../openapi/error-examples.ts';
import { parameter } from '../../openapi/responses.ts';
import { scopeOf } from '../../access/caller.ts';
import { absentInvoice, findOrEnd } from '../../work/absent-invoice.ts';
import { acceptReturn } from './accept-invoice.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';
import { accept, issueAtOnce, issuedResponses, retryingTaken } from './issuing-endpoints.ts';
import type { CreateCall } from './issuing-endpoints.ts';
import { invoiceRecord } from './record-schema.ts';
import { cancelPayload, returnPayload } from './return-payload.ts';
import { preferredWait } from './wait-for-outcome.ts';

const { post } = endpointsFor<InvoiceDependencies>()('/invoices', {
  tag: 'Invoices',
  access: 'api-key',
});

const AS_ISSUED =
  'The corrective is issued like one that is sent, by the same rules, through the cash register of ' +
  'the key, and is due at once; buyer, payment and discount are those of the original, its note is ' +
  'not. Waits for the outcome like create-and-print, or as long as `Prefer` says. With an ' +
  '`externalId` the same call again gives its outcome. Paths that the body of the call does not have ' +
  'are those of the corrective.';

const both = {
  parameters: [parameter('dryRun'), parameter('prefer')],
  result: invoiceRecord,
  responses: issuedResponses({ cancelled: ALREADY_CANCELLED_EXAMPLE }, 'Preference-Applied'),
};

/** Extensions §11. */
export const returnEndpoints = [
  post('/{id}/cancel', {
    ...both,
    operationId: 'cancelInvoice',
    summary: 'Cancel an invoice',
    description:
      'Takes back everything that is left of the invoice, also what its correctives have re-issued; a ' +
      `corrective is reversed. ${AS_ISSUED}`,
    body: cancelPayload,
    bodyExamples: { 'with an id': { externalId: 'K1-2026-000124', note: 'Wrong table' } },
    handle: (call) => retryingTaken((isTaken) => takeBack({ ...call, isTaken }, 'cancel')),
  }),
  post('/{id}/return', {
    ...both,
    operationId: 'returnItems',
    summary: 'Take back a part of an invoice',
    description:
      'Takes back parts of lines of `correctable`, with their share of the discount in cents; with the ' +
      `last ones goes the rest. ${AS_ISSUED}`,
    body: returnPayload,
    bodyExamples: { 'one piece': { items: [{ index: 0, quantity: 1 }] } },
    handle: (call) => retryingTaken((isTaken) => takeBack({ ...call, isTaken }, 'return')),
  }),
];

async function takeBack(
  call: Call<'api-key', InvoiceDependencies, { id: string }> & CreateCall,
  kind: 'cancel' | 'return',
): Promise<Result<never>> {
  const { deps, actor, params, request } = call;
  const scope = scopeOf(actor);
  const find = () => findInvoice(deps.db, scope, params.id);
  const found = await findOrEnd(deps, null, params.id, find);
  if (found === null) return absentInvoice(deps, scope, params.id);
  const issuing: CreateCall = {
    ...call,
    // A cancellation says enough without one.
    body: kind === 'cancel' ? (call.body ?? {}) : call.body,
    make: (on, from, body) => acceptReturn(on, from, kind, found.invoice, body),
    wait: preferredWait(request, deps.createAndPrintWaitMs),
  };
  const accepted = await accept(issuing);
  return accepted.kind === 'refusal' ? accepted : issueAtOnce(issuing, accepted);
}

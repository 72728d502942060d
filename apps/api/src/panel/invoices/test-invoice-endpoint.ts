// The first test invoice by a button: a coffee sold for cash, issued with the company's own data in
// the test environment, as a key of it would. There is no such button for live: real invoices come
// from shops.

import { findTestIssuer } from '@fiscal/db/company';
import { storeTestInvoice } from '@fiscal/db/invoice';
import { SALES_LANES } from '@fiscal/queue/waker';
import { z } from 'zod';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { noSuch, refuse, refuseIssues } from '../../http/refusal/refusal.ts';
import { closedSignal } from '../../http/response/response-end.ts';
import { acceptInvoice } from '../../public/invoices/accept-invoice.ts';
import type { InvoiceDependencies } from '../../public/invoices/invoice-dependencies.ts';
import { waitForOutcome } from '../../public/invoices/wait-for-outcome.ts';
import { auditName } from '../../access/actor.ts';

const { get, post } = endpointsFor<InvoiceDependencies & { clock: () => Date }>()(
  '/companies/{companyId}',
  {
    tag: 'Panel: invoices',
    access: 'company',
  },
);

const testInvoice = z
  .object({
    id: z.uuid(),
    status: z.enum(['Draft', 'Pending', 'Fiscalized', 'Failed', 'Offline']),
    invoiceNumber: z.string().nullable(),
  })
  .meta({ id: 'AdminTestInvoice', description: 'What became of it; `Pending` where it lasts.' });

const sampleInvoiceBody = z
  .object({ invoice: z.record(z.string(), z.unknown()) })
  .meta({ id: 'AdminSampleInvoice', description: 'As a system of the company may send it.' });

const NO_CASH_REGISTER = refuse('CONFLICT', 'Add a test cash register first.');
const PAUSED = refuse('CONFLICT', 'The company is paused.');

const read = get('/test-invoice', {
  operationId: 'readSampleInvoice',
  summary: 'Read the sample invoice, for the command that sends it from a shell',
  result: sampleInvoiceBody,
  async handle({ deps, params }) {
    const issuer = await findTestIssuer(deps.db, { companyId: params.companyId });
    if (!issuer) return noSuch('company');
    return ok({ invoice: sampleInvoice(issuer.company.seller.isInVat, deps.clock()) });
  },
});

const issue = post('/test-invoice', {
  operationId: 'issueTestInvoice',
  summary: 'Issue a sample invoice in the test environment, and wait for its outcome',
  result: testInvoice,
  status: 201,
  async handle({ deps, actor, params, response }) {
    const issuer = await findTestIssuer(deps.db, { companyId: params.companyId });
    if (!issuer) return noSuch('company');
    if (issuer.company.status === 'paused') return PAUSED;
    if (issuer.cashRegisterId === null) return NO_CASH_REGISTER;
    const sample = sampleInvoice(issuer.company.seller.isInVat, deps.clock());
    const { cashRegisterId } = issuer;
    const from = { caller: issuer, cashRegisterId, warnings: [], isDryRun: false, isTaken: false };
    const accepted = await acceptInvoice(deps, from, sample);
    if (accepted.kind === 'refused') return refuseIssues(accepted.issues);
    if (accepted.kind !== 'accepted') throw new Error('the sample has no external id');
    const { invoice } = accepted;
    const scheduledInMs = deps.scheduler.take(invoice, true);
    await storeTestInvoice(deps.db, { invoice, scheduledInMs }, auditName(actor));
    deps.wakeUps.wake(SALES_LANES.test);
    const scope = { companyId: params.companyId, environment: 'test' } as const;
    const wait = { waitMs: deps.createAndPrintWaitMs, signal: closedSignal(response) };
    const found = await waitForOutcome(deps, scope, invoice.id, wait);
    if (!found) return noSuch('invoice');
    const { id, status, invoiceNumber } = found.invoice;
    return ok({ id, status, invoiceNumber });
  },
});

/** The sample invoice: read it, or issue it in the test environment. */
export const testInvoiceEndpoints = [read, issue];

function sampleInvoice(isInVat: boolean, now: Date) {
  return {
    type: 'Invoice',
    orderNumber: 0,
    typeOfInvoice: 'Cash',
    paymentMethod: 'BANKNOTE',
    paymentDeadline: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    items: [
      {
        name: 'Espreso',
        code: 'ESP',
        unit: 'kom',
        unitPrice: 1.8,
        quantity: 2,
        vat: { rate: isInVat ? 21 : 0 },
      },
    ],
  };
}

// Reading invoices: one, its PDF, a page of them.

import { z } from 'zod';
import { awaitCreates, findInvoice, listInvoices, readStatuses } from '@fiscal/db/invoice';
import { isObject, NO_OBJECT } from '../../http/body/json-body.ts';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import type { Call, Result } from '../../http/endpoint.ts';
import { readQuery } from '../../http/request/read-query.ts';
import { cursorAfter } from '../../http/request/pagination.ts';
import { noSuch, refuse, refuseIssues } from '../../http/refusal/refusal.ts';
import { seeking } from '../../http/refusal/storing.ts';
import { closedSignal } from '../../http/response/response-end.ts';
import {
  headersNamed,
  jsonResponse,
  notModified,
  parameter,
  shared,
} from '../../openapi/responses.ts';
import { STATUS_QUERY_EXAMPLE, UNREADABLE_EXAMPLES } from '../../openapi/error-examples.ts';
import {
  CASH_FISCALIZED,
  DRAFT,
  FAILED,
  FISCALIZED,
  OFFLINE,
  PAGE,
  PENDING,
  STATUSES,
} from './examples.ts';
import { absentInvoice, findOrEnd } from '../../work/absent-invoice.ts';
import { scopeOf } from '../../access/caller.ts';
import { countMore } from '../../limits/rate-limit.ts';
import type { InvoiceDependencies } from './invoice-dependencies.ts';
import { listQuery, readListQuery } from './list-query.ts';
import { paper, PDF_RETRY_AFTER, readPdf, sendPdf } from './read-pdf.ts';
import { invoicePage, invoiceRecord } from './record-schema.ts';
import { sendPage, sendRecord } from './record.ts';
import { readStatusQuery, statusEntries, statusQuery } from './status-query.ts';
import { preferredWait, waitForChange, waitOf } from './wait-for-outcome.ts';

const { get, post } = endpointsFor<InvoiceDependencies>()('/invoices', {
  tag: 'Invoices',
  access: 'api-key',
});

const pdfQuery = z.object({ paper });

type InvoiceCall = Call<'api-key', InvoiceDependencies, { id: string }>;

/** Spec, Endpoints; decisions §2. */
export const readingEndpoints = [
  get('', {
    operationId: 'listInvoices',
    summary: 'Find invoices',
    description:
      "The key's invoices, newest first, in pages. A client that lost a response finds its invoice here, " +
      'for example by its `note`. A search by `note` or `orderNumber` that finds nothing is 503 while ' +
      'an invoice is being stored that cannot be found yet.',
    query: listQuery,
    isHeavy: true,
    result: invoicePage,
    responses: {
      200: jsonResponse('One page.', 'InvoicePage', { 'by note': PAGE }, 'ETag'),
      304: notModified('ETag'),
      400: shared('QueryNotValid'),
    },
    async handle({ deps, actor, request, response }) {
      const query = readListQuery(request.query);
      if (query.kind === 'invalid') return refuseIssues(query.issues);
      const { filter, after, limit } = query;
      const list = () => listInvoices(deps.db, scopeOf(actor), filter, after, limit);
      let { page, hasMore } = await list();
      const isSearched = filter.note !== undefined || filter.orderNumber !== undefined;
      if (page.length === 0 && isSearched) {
        // A client that lost a response takes it for proof that nothing is stored.
        seeking(response, { kind: 'search' });
        await awaitCreates(deps.db);
        ({ page, hasMore } = await list());
      }
      const last = hasMore ? page.at(-1) : undefined;
      const next = last ? cursorAfter({ at: last.invoice.createdAt, id: last.invoice.id }) : null;
      return sendPage(response, page, next, deps.verificationPages);
    },
  }),
  post('/status', {
    operationId: 'readStatuses',
    summary: 'Read the statuses of many invoices',
    description:
      'At most 1 000 invoices of the key by `ids` or by `externalIds`, in the order asked. It counts as a read, ' +
      'and once more for every 16 KiB of its body and its response, as every call; so does each of `ids` ' +
      'that nothing is stored under, as its `GET` would.',
    body: statusQuery,
    bodyExamples: { 'by id': { ids: [FISCALIZED.id, FAILED.id] } },
    isHeavy: true,
    result: statusEntries,
    responses: {
      200: jsonResponse('One entry each.', 'InvoiceStatuses', { statuses: STATUSES }, 'ETag'),
      400: jsonResponse(
        'The body is no JSON object, or not valid: all problems at once.',
        ['ValidationProblem', 'Problem'],
        { QUERY_INVALID: STATUS_QUERY_EXAMPLE, ...UNREADABLE_EXAMPLES },
      ),
    },
    async handle({ deps, actor, body, response }) {
      if (!isObject(body)) return NO_OBJECT;
      const query = readStatusQuery(body);
      if (Array.isArray(query)) return refuseIssues(query);
      const entries = await readStatuses(deps, scopeOf(actor), query);
      const absent = entries.filter(({ status }) => status === null);
      if (query.by === 'ids') countMore(response, absent.length);
      return ok(entries);
    },
  }),
  readEndpoint('/{id}', {
    operationId: 'readInvoice',
    summary: 'Read an invoice',
    about: 'Every invoice of the key.',
    examples: {
      fiscalized: FISCALIZED,
      draft: DRAFT,
      pending: PENDING,
      offline: OFFLINE,
      failed: FAILED,
    },
  }),
  pdfEndpoint('/{id}/pdf', {
    operationId: 'readPdf',
    summary: 'Read the PDF of an invoice',
    about: 'The printed invoice.',
  }),
  readEndpoint('/cash/{id}', {
    operationId: 'readCashInvoice',
    summary: 'Read a cash invoice',
    about: 'As `GET /api/invoices/{id}`, but for cash invoices only.',
    examples: { fiscalized: CASH_FISCALIZED, offline: OFFLINE, failed: FAILED },
  }),
  pdfEndpoint('/cash/{id}/pdf', {
    operationId: 'readCashPdf',
    summary: 'Read the PDF of a cash invoice',
    about: 'As `GET /api/invoices/{id}/pdf`, but for cash invoices only.',
  }),
];

interface Described {
  operationId: string;
  summary: string;
  about: string;
}

function readEndpoint(
  path: '/{id}' | '/cash/{id}',
  { about, examples, ...described }: Described & { examples: Record<string, object> },
) {
  const cashOnly = path.startsWith('/cash');
  return get(path, {
    ...described,
    description:
      `${about} With \`Prefer: wait=N\` it returns at the next change of the status. 503 while it is ` +
      'not known whether it is stored; 404 means that it is not, and never will be.',
    parameters: [parameter('prefer')],
    responses: {
      200: jsonResponse(
        'The record. `Retry-After` while it is `Pending`.',
        'Invoice',
        examples,
        'ETag',
        'Retry-After',
        'Preference-Applied',
      ),
      304: notModified('ETag', 'Retry-After', 'Preference-Applied'),
    },
    result: invoiceRecord,
    handle: (call) => read(call, cashOnly),
  });
}

async function read(
  { deps, actor, params, request, response }: InvoiceCall,
  cashOnly: boolean,
): Promise<Result<never>> {
  const preferred = preferredWait(request);
  const wait = waitOf(preferred, response);
  const found = await findOrEnd(deps, response, params.id, () =>
    waitForChange(deps, scopeOf(actor), params.id, wait),
  );
  if (!found) return absentInvoice(deps, scopeOf(actor), params.id);
  if (cashOnly && found.invoice.request.typeOfInvoice !== 'Cash') return noSuch('invoice');
  preferred.markApplied(response);
  return sendRecord(response, found, deps.verificationPages);
}

function pdfEndpoint(path: '/{id}/pdf' | '/cash/{id}/pdf', { about, ...described }: Described) {
  const cashOnly = path.startsWith('/cash');
  return get(path, {
    ...described,
    description: `${about} Waits up to 10 s while it is being rendered.`,
    query: pdfQuery,
    responses: {
      200: {
        description:
          'The PDF, made at its first request on a paper and the same byte for byte from then on. That of an ' +
          '`Offline` invoice has no FIC; once it is delivered, its PDF is a new version with it. An ' +
          'invoice that was handed out `Offline` keeps its PDF, also when it is refused later.',
        headers: headersNamed(
          'X-Request-Id',
          'ETag',
          'Content-Disposition',
          'RateLimit',
          'RateLimit-Policy',
        ),
        content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      },
      304: notModified('ETag', 'Content-Disposition'),
      400: shared('QueryNotValid'),
      409: shared('PdfNotAvailable'),
      500: shared('PdfNotIntact'),
      503: shared('PdfNotReady'),
    },
    mediaType: 'application/pdf',
    handle: (call) => print(call, cashOnly),
  });
}

async function print(
  { deps, actor, params: { id }, request, response }: InvoiceCall,
  cashOnly: boolean,
): Promise<Result<never>> {
  // Whatever else a query says was never refused here.
  const { paper: asked } = request.query;
  const query = readQuery(pdfQuery, asked === undefined ? {} : { paper: asked });
  if (query.kind === 'invalid') return refuseIssues(query.issues);
  const on = query.values.paper ?? null;
  const find = async () => {
    const invoice = (await findInvoice(deps.db, scopeOf(actor), id))?.invoice ?? null;
    return cashOnly && invoice?.request.typeOfInvoice !== 'Cash' ? null : invoice;
  };
  const result = await findOrEnd(deps, response, id, async () => {
    const read = await readPdf(deps, id, find, on, closedSignal(response));
    return read.kind === 'not-found' ? null : read;
  });
  switch (result?.kind) {
    case 'found':
      response.set('ETag', `"${result.document.sha256}"`);
      return sendPdf(response, result.document, result.invoiceNumber);
    case undefined:
      return absentInvoice(deps, scopeOf(actor), id);
    case 'not-available':
      return refuse(
        'PDF_NOT_AVAILABLE',
        `The invoice is ${result.status}; a PDF exists once it is Fiscalized or Offline.`,
      );
    case 'not-ready':
      response.set('Retry-After', PDF_RETRY_AFTER);
      return refuse('PDF_NOT_READY', 'The PDF is being rendered; ask again in a moment.');
  }
}

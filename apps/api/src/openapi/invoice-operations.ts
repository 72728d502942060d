// The invoice endpoints as the OpenAPI document describes them. Spec, Endpoints; decisions §2.

import { listQuery } from '../public/invoices/list-query.ts';
import {
  BODY_ANSWERS,
  CALL_ANSWERS,
  errorAnswer,
  failedOrBroken,
  failuresWith,
  headersNamed,
  jsonAnswer,
  named,
  notModified,
  parameter,
  shared,
} from './answers.ts';
import { parametersOf, reference } from './component-schemas.ts';
import {
  NOT_CASH_EXAMPLE,
  PROBLEM_EXAMPLES,
  QUERY_EXAMPLE,
  VALIDATION_EXAMPLES,
} from './error-examples.ts';
import {
  CASH_FISCALIZED,
  CASH_INVOICE,
  CASH_PENDING,
  CORRECTIVE_FISCALIZED,
  DRAFT,
  FAILED,
  FISCALIZED,
  FULL_CORRECTIVE,
  NON_CASH_INVOICE,
  OFFLINE,
  PAGE,
  PARTIAL_CORRECTIVE,
  PENDING,
} from './examples.ts';

const { MALFORMED_JSON, BODY_NOT_AN_OBJECT } = PROBLEM_EXAMPLES;
const unreadable = { MALFORMED_JSON, BODY_NOT_AN_OBJECT };

const createDraft = {
  operationId: 'createDraft',
  tags: ['Invoices'],
  summary: 'Store a draft',
  description:
    'Checks everything that can be checked and stores the invoice. Nothing is sent to the tax ' +
    'authority yet. Every call stores another draft: keep the `id` with the order.',
  requestBody: payload({
    'a company pays by transfer': NON_CASH_INVOICE,
    'a person pays by card': CASH_INVOICE,
    'full cancellation': FULL_CORRECTIVE,
  }),
  responses: {
    201: jsonAnswer('The draft.', 'Invoice', { 'a draft': DRAFT }, 'Location', 'ETag'),
    400: errorAnswer(
      'The body is not JSON, or the invoice breaks rules: all problems at once.',
      ['ValidationProblem', 'Problem'],
      { ...VALIDATION_EXAMPLES, ...unreadable },
    ),
    409: shared('CashRegisterMissing'),
    ...BODY_ANSWERS,
    ...CALL_ANSWERS,
  },
};

const fiscalize = {
  operationId: 'fiscalize',
  tags: ['Invoices'],
  summary: 'Fiscalize an invoice',
  description:
    'Starts the fiscalization of a `Draft` or `Failed` invoice. It may be repeated safely: a ' +
    '`Pending` invoice is not started twice, and one that is `Fiscalized` or `Offline` is returned.',
  parameters: [parameter('id'), parameter('prefer')],
  responses: {
    200: jsonAnswer(
      'The outcome: `Fiscalized` or `Offline`.',
      'Invoice',
      { fiscalized: FISCALIZED, offline: OFFLINE },
      'Location',
      'ETag',
      'Preference-Applied',
    ),
    202: jsonAnswer(
      'In progress: read the invoice until it is no longer `Pending`.',
      'Invoice',
      { pending: PENDING },
      'Location',
      'Retry-After',
      'ETag',
      'Preference-Applied',
    ),
    400: errorAnswer(
      'With `Prefer: wait`: the fiscalization failed, and somebody has to do something.',
      ['FailureProblem'],
      failuresWith(400),
      'Location',
      'Preference-Applied',
    ),
    404: shared('NotFound'),
    ...CALL_ANSWERS,
    500: failedOrBroken(undefined, 'Location', 'Preference-Applied'),
  },
};

const createAndPrint = {
  operationId: 'createAndPrint',
  tags: ['Invoices'],
  summary: 'Create and fiscalize a cash invoice',
  description:
    'The cash sale in one step, also for cash correctives. Waits for the outcome. After any answer ' +
    'with an `invoiceId` or an `id`, or after none, never send the sale again: read the invoice, ' +
    'then `fiscalize` it if it is `Failed`.',
  requestBody: payload({
    'a person pays by card': CASH_INVOICE,
    'partial correction': PARTIAL_CORRECTIVE,
  }),
  responses: {
    201: jsonAnswer(
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
    202: jsonAnswer(
      'Still in progress: read the invoice until it is no longer `Pending`.',
      'Invoice',
      { pending: CASH_PENDING },
      'Location',
      'Retry-After',
      'ETag',
    ),
    400: errorAnswer(
      'The invoice breaks rules and nothing was stored; or it was stored (`invoiceId`) and the ' +
        'fiscalization failed.',
      ['ValidationProblem', 'FailureProblem', 'Problem'],
      {
        ...VALIDATION_EXAMPLES,
        'not a cash invoice': NOT_CASH_EXAMPLE,
        ...unreadable,
        ...failuresWith(400),
      },
      'Location',
    ),
    409: shared('CashRegisterMissing'),
    ...BODY_ANSWERS,
    ...CALL_ANSWERS,
    500: failedOrBroken(undefined, 'Location'),
  },
};

const listInvoices = {
  operationId: 'listInvoices',
  tags: ['Invoices'],
  summary: 'Find invoices',
  description:
    "The key's invoices, newest first, in pages. A client that lost an answer finds its invoice here, " +
    'for example by its `note`.',
  parameters: [...parametersOf(listQuery), parameter('ifNoneMatch')],
  responses: {
    200: jsonAnswer('One page.', 'InvoicePage', { 'by note': PAGE }, 'ETag'),
    304: notModified('ETag'),
    400: errorAnswer('A parameter is unknown or not valid.', ['ValidationProblem'], {
      QUERY_INVALID: QUERY_EXAMPLE,
    }),
    ...CALL_ANSWERS,
  },
};

/** By path, each with its methods. */
export const INVOICE_PATHS = {
  '/api/invoices': { get: listInvoices },
  '/api/invoices/draft': { post: createDraft },
  '/api/invoices/cash/create-and-print': { post: createAndPrint },
  '/api/invoices/{id}': {
    get: readOperation('readInvoice', 'Read an invoice', 'Every invoice of the key.', {
      fiscalized: FISCALIZED,
      draft: DRAFT,
      pending: PENDING,
      offline: OFFLINE,
      failed: FAILED,
    }),
  },
  '/api/invoices/{id}/fiscalize': { post: fiscalize },
  '/api/invoices/{id}/pdf': {
    get: pdfOperation('readPdf', 'Read the PDF of an invoice', 'The printed invoice.'),
  },
  '/api/invoices/cash/{id}': {
    get: readOperation(
      'readCashInvoice',
      'Read a cash invoice',
      'As `GET /api/invoices/{id}`, but for cash invoices only.',
      { fiscalized: CASH_FISCALIZED, offline: OFFLINE, failed: FAILED },
    ),
  },
  '/api/invoices/cash/{id}/pdf': {
    get: pdfOperation(
      'readCashPdf',
      'Read the PDF of a cash invoice',
      'As `GET /api/invoices/{id}/pdf`, but for cash invoices only.',
    ),
  },
};

function payload(examples: Record<string, object>) {
  return {
    required: true,
    content: {
      'application/json': { schema: reference('InvoiceRequest'), examples: named(examples) },
    },
  };
}

function readOperation(
  operationId: string,
  summary: string,
  about: string,
  examples: Record<string, object>,
) {
  return {
    operationId,
    tags: ['Invoices'],
    summary,
    description: `${about} With \`Prefer: wait=N\` it answers at the next change of the status.`,
    parameters: [parameter('id'), parameter('prefer'), parameter('ifNoneMatch')],
    responses: {
      200: jsonAnswer(
        'The record. `Retry-After` while it is `Pending`.',
        'Invoice',
        examples,
        'ETag',
        'Retry-After',
        'Preference-Applied',
      ),
      304: notModified('ETag', 'Retry-After', 'Preference-Applied'),
      404: shared('NotFound'),
      ...CALL_ANSWERS,
    },
  };
}

function pdfOperation(operationId: string, summary: string, about: string) {
  return {
    operationId,
    tags: ['Invoices'],
    summary,
    description: `${about} Waits up to 10 s while it is being rendered.`,
    parameters: [parameter('id'), parameter('ifNoneMatch')],
    responses: {
      200: {
        description:
          'The PDF, made at its first request and the same byte for byte from then on. That of an ' +
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
      404: shared('NotFound'),
      409: shared('PdfNotAvailable'),
      ...CALL_ANSWERS,
      503: shared('PdfNotReady'),
    },
  };
}

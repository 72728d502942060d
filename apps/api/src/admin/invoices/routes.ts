// The invoices of a company: found, looked at from every side, printed. No invoice is changed here.

import {
  correctivesInRecord,
  findDocumentVersion,
  findInvoiceDetail,
  findMessageTexts,
  listPanelInvoices,
  readInvoiceTraces,
} from '@fiscal/db/invoice';
import { listNumberRows, readNumberLedger } from '@fiscal/db/number';
import type { Response } from 'express';
import { z } from 'zod';
import { closedSignal } from '../../closed-signal.ts';
import { PDF_RETRY_AFTER, readPdf } from '../../invoices/read-pdf.ts';
import { recordOf } from '../../invoices/record.ts';
import { allowPdfViewer } from '../../security-headers.ts';
import { answer, companyParams, defineRoute, refuse, WRITTEN } from '../kernel/route.ts';
import { detailAnswer, listedAnswer } from './answers.ts';
import { cursorAfter, textOf } from './fields.ts';
import { watchInvoicesRoute } from './events.ts';
import { readableBytes } from './readable-bytes.ts';
import {
  adminInvoice,
  invoiceListQuery,
  invoicePage,
  invoiceParams,
  messageParams,
  messageTexts,
  numberLedger,
  numbersParams,
  numbersQuery,
  pdfQuery,
  timeline,
} from './schemas.ts';
import { timelineOf } from './timeline.ts';

const TAG = 'Panel: invoices';
const noInvoice = () => refuse('NOT_FOUND', 'There is no such invoice.');
const noPrint = () => refuse('NOT_FOUND', 'There is no such print.');

const listRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/invoices',
  access: 'company',
  operationId: 'listCompanyInvoices',
  tag: TAG,
  summary: 'The invoices of a company, newest first',
  params: companyParams,
  query: invoiceListQuery,
  result: invoicePage,
  async handle({ deps, params, query }) {
    const { environment, cursor, limit, ...filter } = query;
    const after = cursor ? { createdAt: cursor.at, id: cursor.id } : null;
    const scope = { companyId: params.companyId, environment };
    // One more than the page holds tells whether there is another page.
    const found = await listPanelInvoices(deps.db, scope, filter, after, limit + 1);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return answer({
      invoices: page.map(listedAnswer),
      nextCursor: last === undefined ? null : cursorAfter({ at: last.createdAt, id: last.id }),
    });
  },
});

const readRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/invoices/{invoiceId}',
  access: 'company',
  operationId: 'readCompanyInvoice',
  tag: TAG,
  summary: 'One invoice with everything around it',
  params: invoiceParams,
  result: adminInvoice,
  async handle({ deps, params }) {
    const found = await findInvoiceDetail(deps.db, params.companyId, params.invoiceId);
    if (!found) return noInvoice();
    const correctives = correctivesInRecord(found);
    const record = recordOf(found.invoice, correctives, deps.verificationPages);
    return answer(detailAnswer(found, record, deps.clock()));
  },
});

const timelineRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/invoices/{invoiceId}/timeline',
  access: 'company',
  operationId: 'readInvoiceTimeline',
  tag: TAG,
  summary: 'Every step of an invoice',
  params: invoiceParams,
  result: timeline,
  async handle({ deps, params }) {
    const traces = await readInvoiceTraces(deps.db, params.companyId, params.invoiceId);
    return traces ? answer({ events: timelineOf(traces) }) : noInvoice();
  },
});

const messageRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/invoices/{invoiceId}/messages/{submissionId}',
  access: 'company',
  operationId: 'readInvoiceMessage',
  tag: TAG,
  summary: 'A message to the authority and its answer',
  params: messageParams,
  result: messageTexts,
  async handle({ deps, params: { companyId, invoiceId, submissionId } }) {
    const found = await findMessageTexts(deps.db, companyId, invoiceId, submissionId);
    if (!found) return refuse('NOT_FOUND', 'There is no such message.');
    const response = found.response === null ? null : readableBytes(found.response);
    return answer({
      ...found,
      createdAt: textOf(found.createdAt),
      answeredAt: textOf(found.answeredAt),
      response: response?.text ?? null,
      responseBase64: response?.base64 ?? null,
    });
  },
});

const pdfRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/invoices/{invoiceId}/pdf',
  access: 'company',
  operationId: 'readInvoicePdf',
  tag: TAG,
  summary: 'A print of the invoice',
  params: invoiceParams,
  query: pdfQuery,
  result: z.undefined(),
  status: 200,
  mediaType: 'application/pdf',
  async handle({ deps, params: { companyId, invoiceId }, query, response }) {
    if (query.version !== undefined) {
      const stored = await findDocumentVersion(deps.db, companyId, invoiceId, query.version);
      return stored ? sendPdf(response, stored.pdf, stored.invoiceNumber) : noPrint();
    }
    const find = async () =>
      (await findInvoiceDetail(deps.db, companyId, invoiceId))?.invoice ?? null;
    const read = await readPdf(deps, invoiceId, find, closedSignal(response));
    if (read.kind === 'found') return sendPdf(response, read.document.pdf, read.invoiceNumber);
    if (read.kind !== 'not-ready') return noPrint();
    response.set('Retry-After', PDF_RETRY_AFTER);
    return refuse('PDF_NOT_READY', 'The PDF is being made; ask again in a moment.');
  },
});

function sendPdf(response: Response, pdf: Buffer, invoiceNumber: string) {
  const name = invoiceNumber.replaceAll('/', '-');
  response.set('Content-Disposition', `inline; filename="${name}.pdf"`);
  allowPdfViewer(response);
  response.type('application/pdf').send(pdf);
  return WRITTEN;
}

const numbersRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/cash-registers/{cashRegisterId}/numbers',
  access: 'company',
  operationId: 'readNumberLedger',
  tag: TAG,
  summary: 'The story of every number of a cash register',
  params: numbersParams,
  query: numbersQuery,
  result: numberLedger,
  async handle({ deps, params: { companyId, cashRegisterId }, query }) {
    const rows = await listNumberRows(deps.db, companyId, cashRegisterId);
    if (!rows) return refuse('NOT_FOUND', 'There is no such cash register.');
    const row = rows.find(
      ({ year, tcrCode }) =>
        year === (query.year ?? year) && tcrCode === (query.tcrCode ?? tcrCode),
    );
    if (!row) {
      const asked = { tcrCode: query.tcrCode ?? null, year: query.year ?? null };
      return answer({ rows, ...asked, stories: [], nextBelow: null });
    }
    const { tcrCode, year } = row;
    const below = query.below ?? Number.MAX_SAFE_INTEGER;
    const ofRow = { cashRegisterId, tcrCode, year };
    const found = await readNumberLedger(deps.db, ofRow, below, query.limit + 1);
    const page = found.slice(0, query.limit);
    return answer({
      rows,
      tcrCode,
      year,
      stories: page.map((story) => ({
        ...story,
        events: story.events.map((event) => ({ ...event, at: textOf(event.at) })),
      })),
      nextBelow: found.length > query.limit ? (page.at(-1)?.ordinal ?? null) : null,
    });
  },
});

/** Everything of invoices. */
export const invoiceRoutes = [
  listRoute,
  readRoute,
  timelineRoute,
  messageRoute,
  pdfRoute,
  numbersRoute,
  watchInvoicesRoute,
];

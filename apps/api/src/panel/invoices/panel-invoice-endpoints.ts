// The invoices of a company: found, looked at from every side, printed. No invoice is changed here.

import {
  completeRecords,
  correctivesInRecord,
  findDocumentVersion,
  findInvoiceDetail,
  findMessageTexts,
  readInvoiceTraces,
  searchPanelInvoices,
} from '@fiscal/db/invoice';
import { listNumberRows, readNumberLedger } from '@fiscal/db/number';
import type { z } from 'zod';
import { endpointsFor, ok } from '../../http/endpoint.ts';
import { cursorAfter, pageOf } from '../../http/request/pagination.ts';
import { noSuch, refuse } from '../../http/refusal/refusal.ts';
import { closedSignal } from '../../http/response/response-end.ts';
import { allowPdfViewer } from '../../http/response/security-headers.ts';
import type { InvoiceDependencies } from '../../public/invoices/invoice-dependencies.ts';
import { PDF_RETRY_AFTER, readPdf, sendPdf } from '../../public/invoices/read-pdf.ts';
import { recordOf } from '../../public/invoices/record.ts';
import { absentInvoice, findOrEnd } from '../../work/absent-invoice.ts';
import { senderRefusalOf } from '../sender-refusal.ts';
import { sentencesOf } from '../sentences.ts';
import { invoiceDetailOf, listedInvoiceOf } from './invoice-responses.ts';
import {
  adminInvoice,
  invoiceListQuery,
  listedInvoices,
  messageTexts,
  numberLedger,
  numbersQuery,
  pdfQuery,
  timeline,
} from './panel-invoice-schemas.ts';
import { readableBytes } from './readable-bytes.ts';
import { timelineOf } from './timeline.ts';

const { get } = endpointsFor<InvoiceDependencies & { clock: () => Date }>()(
  '/companies/{companyId}',
  {
    tag: 'Panel: invoices',
    access: 'company-read',
  },
);

const { get: getOfAll } = endpointsFor<InvoiceDependencies & { clock: () => Date }>()('', {
  tag: 'Panel: invoices',
  access: 'service-read',
});

/** What a person does not notice; older invoices are searched by the next page. */
const SEARCH_BUDGET_MS = 20;

/** @param companyId null for those of all companies. */
async function listPage(
  { db }: InvoiceDependencies,
  companyId: string | null,
  { environment, cursor, limit, ...filter }: z.output<typeof invoiceListQuery>,
) {
  const after = cursor ? { createdAt: cursor.at, id: cursor.id } : null;
  const scope = { companyId, environment };
  const extent = { limit: limit + 1, budgetMs: SEARCH_BUDGET_MS };
  const { found, searchedTo } = await searchPanelInvoices(db, scope, filter, after, extent);
  const { page, last } = pageOf(found, limit);
  const end = last ?? searchedTo;
  return ok({
    invoices: page.map(listedInvoiceOf),
    nextCursor: end && cursorAfter({ at: end.createdAt, id: end.id }),
    searchedTo: last ? null : (searchedTo?.createdAt.toISOString() ?? null),
  });
}

export const panelInvoiceEndpoints = [
  getOfAll('/invoices', {
    operationId: 'listInvoicesOfAllCompanies',
    isHeavy: true,
    summary: 'The invoices of all companies, newest first',
    query: invoiceListQuery,
    result: listedInvoices,
    handle: ({ deps, query }) => listPage(deps, null, query),
  }),
  get('/invoices', {
    operationId: 'listCompanyInvoices',
    isHeavy: true,
    summary: 'The invoices of a company, newest first',
    query: invoiceListQuery,
    result: listedInvoices,
    handle: ({ deps, params, query }) => listPage(deps, params.companyId, query),
  }),
  get('/invoices/{invoiceId}', {
    operationId: 'readCompanyInvoice',
    isHeavy: true,
    summary: 'One invoice with everything around it',
    result: adminInvoice,
    async handle({ deps, params, response }) {
      const found = await findOrEnd(deps, response, params.invoiceId, () =>
        findInvoiceDetail(deps.db, params.companyId, params.invoiceId),
      );
      if (!found)
        return absentInvoice(
          deps,
          { companyId: params.companyId, environment: null },
          params.invoiceId,
        );
      const correctives = correctivesInRecord(found);
      const { invoice, relatives } = found;
      const [recorded] = await completeRecords(deps.db, [{ invoice, correctives, relatives }]);
      if (recorded === undefined) throw new Error(`invoice ${invoice.id} has no record`);
      const record = recordOf(recorded, deps.verificationPages);
      const { companyId, environment, status } = invoice;
      const senderRefusal =
        status === 'Offline' ? await senderRefusalOf(deps, { companyId, environment }) : null;
      return ok(invoiceDetailOf({ ...found, senderRefusal }, record, deps.clock()));
    },
  }),
  get('/invoices/{invoiceId}/timeline', {
    operationId: 'readInvoiceTimeline',
    isHeavy: true,
    summary: 'Every step of an invoice',
    result: timeline,
    async handle({ deps, params }) {
      const traces = await readInvoiceTraces(deps.db, {
        companyId: params.companyId,
        invoiceId: params.invoiceId,
      });
      if (!traces) return noSuch('invoice');
      const events = timelineOf(traces);
      return ok({ events, sentences: sentencesOf(events.map(({ detail }) => detail)) });
    },
  }),
  get('/invoices/{invoiceId}/messages/{submissionId}', {
    operationId: 'readInvoiceMessage',
    isHeavy: true,
    summary: 'A message to the authority and its reply',
    result: messageTexts,
    async handle({ deps, params: { companyId, invoiceId, submissionId } }) {
      const found = await findMessageTexts(deps.db, companyId, invoiceId, submissionId);
      if (!found) return noSuch('message');
      const response = found.response === null ? null : readableBytes(found.response);
      return ok({
        ...found,
        response: response?.text ?? null,
        responseBase64: response?.base64 ?? null,
        sentences: sentencesOf([found.detail]),
      });
    },
  }),
  get('/invoices/{invoiceId}/pdf', {
    operationId: 'readInvoicePdf',
    summary: 'A print of the invoice',
    query: pdfQuery,
    mediaType: 'application/pdf',
    async handle({ deps, params: { companyId, invoiceId }, query, response }) {
      if (query.version !== undefined) {
        const stored = await findDocumentVersion(deps.db, companyId, invoiceId, query.version);
        if (!stored) return noSuch('print');
        allowPdfViewer(response);
        return sendPdf(response, stored, stored.invoiceNumber);
      }
      const find = async () =>
        (await findInvoiceDetail(deps.db, companyId, invoiceId))?.invoice ?? null;
      const read = await readPdf(
        deps,
        invoiceId,
        find,
        query.paper ?? null,
        closedSignal(response),
      );
      if (read.kind === 'found') {
        allowPdfViewer(response);
        return sendPdf(response, read.document, read.invoiceNumber);
      }
      if (read.kind === 'not-found') {
        return absentInvoice(deps, { companyId, environment: null }, invoiceId, 'print');
      }
      if (read.kind !== 'not-ready') return noSuch('print');
      response.set('Retry-After', PDF_RETRY_AFTER);
      return refuse('PDF_NOT_READY', 'The PDF is being made; ask again in a moment.');
    },
  }),
  get('/cash-registers/{cashRegisterId}/numbers', {
    operationId: 'readNumberLedger',
    isHeavy: true,
    summary: 'The history of every number of a cash register',
    query: numbersQuery,
    result: numberLedger,
    async handle({ deps, params: { companyId, cashRegisterId }, query }) {
      const rows = await listNumberRows(deps.db, companyId, cashRegisterId);
      if (!rows) return noSuch('cash register');
      const row = rows.find(
        ({ year, tcrCode }) =>
          year === (query.year ?? year) && tcrCode === (query.tcrCode ?? tcrCode),
      );
      if (!row) {
        const asked = { tcrCode: query.tcrCode ?? null, year: query.year ?? null };
        return ok({ rows, ...asked, histories: [], nextBelow: null });
      }
      const { tcrCode, year } = row;
      const below = query.below ?? Number.MAX_SAFE_INTEGER;
      const ofRow = { cashRegisterId, tcrCode, year };
      const found = await readNumberLedger(deps.db, ofRow, below, query.limit + 1);
      const { page, last } = pageOf(found, query.limit);
      const histories = page.map((history) => ({
        ...history,
        sentences: sentencesOf(history.events.map(({ reason }) => reason)),
      }));
      return ok({ rows, tcrCode, year, histories, nextBelow: last?.ordinal ?? null });
    },
  }),
];

// What a list of invoices is narrowed to, as a file.

import { exportInvoices, noteExport } from '@fiscal/db/invoice';
import { readCompany } from '@fiscal/db/company';
import { localDateOf } from '@fiscal/domain';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { endpointsUnder, WRITTEN } from '../../../http/endpoint.ts';
import type { Call } from '../../../http/endpoint.ts';
import { noSuch, refuse } from '../../../http/refusal/refusal.ts';
import { closedSignal } from '../../../http/response/response-end.ts';
import { auditName } from '../../actor.ts';
import { invoiceListQuery } from '../panel-invoice-schemas.ts';
import { csvOf } from './csv.ts';
import { exportColumns } from './export-columns.ts';
import { xlsxOf } from './xlsx.ts';

const { get } = endpointsUnder('/companies/{companyId}', {
  tag: 'Panel: invoices',
  access: 'company-export',
});

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const exportQuery = invoiceListQuery.omit({ cursor: true, limit: true }).extend({
  format: z.enum(['csv', 'xlsx']),
  language: z.enum(['me', 'en']).default('me').meta({
    description: 'Of the words; of CSV also whether numbers have a decimal comma or a point.',
  }),
});

/** Each holds a connection to the database for as long as the client reads. */
const MOST_AT_ONCE = 3;
/** A million invoices take a few minutes; a connection that reads more slowly than this is closed. */
const LONGEST_MS = 30 * 60_000;
let underWay = 0;

export const exportEndpoints = [
  get('/invoices/export', {
    operationId: 'exportCompanyInvoices',
    summary: 'The invoices of a company as a file, newest first',
    description:
      'The same filters as the list. Amounts are exact; moments are those of clocks in Podgorica.',
    query: exportQuery,
    mediaType: 'application/octet-stream',
    async handle(call) {
      if (underWay >= MOST_AT_ONCE) {
        call.response.set('Retry-After', '30');
        return refuse('TOO_MANY_ATTEMPTS', 'Other files are being made. Try again in a moment.');
      }
      underWay += 1;
      try {
        return await writeFile(call);
      } finally {
        underWay -= 1;
      }
    },
  }),
];

type ExportCall = Call<'company-export', { companyId: string }, z.output<typeof exportQuery>>;

async function writeFile({ deps, actor, params, query, response }: ExportCall) {
  const { companyId } = params;
  const { format, language, environment, ...filter } = query;
  const found = await readCompany(deps.db, companyId);
  if (!found) return noSuch('company');
  await noteExport(deps.db, auditName(actor), companyId, { format, environment, ...filter });
  const pages = exportInvoices(deps.db, { companyId, environment }, filter);
  const columns = exportColumns(language, deps.vatRates);
  const name = language === 'me' ? 'racuni' : 'invoices';
  const file =
    format === 'csv' ? csvOf(pages, columns, language) : xlsxOf(pages, columns, { language, name });
  const parts = [name, found.company.tin, environment, localDateOf(deps.clock())];
  response.attachment(`${parts.join('-')}.${format}`);
  response.set('Content-Type', MEDIA_TYPES[format]);
  const signal = AbortSignal.any([closedSignal(response), AbortSignal.timeout(LONGEST_MS)]);
  try {
    await pipeline(file, response, { signal });
  } catch (error) {
    // Its connection is closed by now: a browser shows that the file is not whole.
    deps.logger.warn({ err: error, companyId }, 'an export was not read to its end');
  }
  return WRITTEN;
}

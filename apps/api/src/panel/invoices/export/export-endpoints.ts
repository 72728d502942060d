// What a list of invoices is narrowed to, as a file.

import type { Database } from '@fiscal/db/connection';
import { exportInvoices, noteExport } from '@fiscal/db/invoice';
import { readCompany } from '@fiscal/db/company';
import { localDateOf } from '@fiscal/domain';
import type { Logger } from '@fiscal/runtime';
import { z } from 'zod';
import { auditName } from '../../../access/actor.ts';
import { besideOthers, nameFile, sendFile, tableOf } from '../../../files/send-file.ts';
import { endpointsFor } from '../../../http/endpoint.ts';
import type { Call } from '../../../http/endpoint.ts';
import { noSuch } from '../../../http/refusal/refusal.ts';
import { invoiceListQuery } from '../panel-invoice-schemas.ts';
import { exportColumns } from './export-columns.ts';

/** What a file of invoices is made with. */
export interface ExportDependencies {
  db: Database;
  /** Of files/send-file.ts's EXPORT_CONNECTIONS. */
  exportDb: Pick<Database, 'pool'>;
  vatRates: readonly number[];
  clock: () => Date;
  logger: Logger;
}

const { get } = endpointsFor<ExportDependencies>()('/companies/{companyId}', {
  tag: 'Panel: invoices',
  access: 'company-export',
});

const exportQuery = invoiceListQuery.omit({ cursor: true, limit: true }).extend({
  format: z.enum(['csv', 'xlsx']),
  language: z.enum(['me', 'en']).default('me').meta({
    description: 'Of the words; of CSV also whether numbers have a decimal comma or a point.',
  }),
});

/** The list of invoices as CSV or XLSX. */
export const exportEndpoints = [
  get('/invoices/export', {
    operationId: 'exportCompanyInvoices',
    summary: 'The invoices of a company as a file, newest first',
    description:
      'The same filters as the list. Amounts are exact; times are those of clocks in Podgorica.',
    query: exportQuery,
    mediaType: 'application/octet-stream',
    handle: (call) => besideOthers(fileCallOf(call), 'TOO_MANY_ATTEMPTS', () => writeFile(call)),
  }),
];

type ExportCall = Call<
  'company-export',
  ExportDependencies,
  { companyId: string },
  z.output<typeof exportQuery>
>;

const fileCallOf = ({ deps: { logger }, params, response }: ExportCall) => {
  const { companyId } = params;
  return { companyId, response, logger };
};

async function writeFile(call: ExportCall) {
  const { deps, actor, params, query, response } = call;
  const { companyId } = params;
  const { format, language, environment, ...filter } = query;
  const found = await readCompany(deps.db, companyId);
  if (!found) return noSuch('company');
  await noteExport(deps.db, auditName(actor), companyId, { format, environment, ...filter });
  const pages = exportInvoices(deps.exportDb, { companyId, environment }, filter);
  const columns = exportColumns(language, deps.vatRates);
  const name = language === 'me' ? 'racuni' : 'invoices';
  const file = tableOf(format, pages, columns, { language, name });
  const parts = [name, found.company.tin, environment, localDateOf(deps.clock())];
  nameFile(response, parts, format);
  return sendFile(file, fileCallOf(call));
}

// What a list of invoices is narrowed to, as a file.

import type { Database } from '@fiscal/db/connection';
import { exportInvoices, noteExport } from '@fiscal/db/invoice';
import { readCompany } from '@fiscal/db/company';
import { localDateOf } from '@fiscal/domain';
import type { Logger } from '@fiscal/runtime';
import { z } from 'zod';
import { endpointsFor, WRITTEN } from '../../../http/endpoint.ts';
import type { Call } from '../../../http/endpoint.ts';
import { noSuch, refuse } from '../../../http/refusal/refusal.ts';
import { shareByCompany } from '../../../http/company-slots.ts';
import { auditName } from '../../../access/actor.ts';
import { invoiceListQuery } from '../panel-invoice-schemas.ts';
import { csvOf } from './csv.ts';
import { exportColumns } from './export-columns.ts';
import { sendThroughFile } from './spool.ts';
import type { SpoolLimits } from './spool.ts';
import { xlsxOf } from './xlsx.ts';

/** Connections that files of invoices are read with: others than those of sales. */
export const EXPORT_CONNECTIONS = 2;

/** What a file of invoices is made with. */
export interface ExportDependencies {
  db: Database;
  /** Of EXPORT_CONNECTIONS. */
  exportDb: Pick<Database, 'pool'>;
  vatRates: readonly number[];
  clock: () => Date;
  logger: Logger;
}

const { get } = endpointsFor<ExportDependencies>()('/companies/{companyId}', {
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

/**
 * Files that are being made or taken, of a company and in all: each takes the disk, and the
 * rows of others.
 */
const MOST_OF_COMPANY = 2;
const MOST_FILES = 8;
/**
 * A million invoices are some 300 MB of CSV. A reader has the rate of the slowest lines that
 * offices have.
 */
const LIMITS: SpoolLimits = {
  bytes: 512 * 1024 * 1024,
  graceMs: 30_000,
  bytesPerSecond: 128 * 1024,
};
/**
 * How long a file may wait for its slot and for its rows; a million invoices take a few minutes.
 */
const LONGEST_SILENCE_MS = 15 * 60_000;
const RETRY_AFTER_S = '30';

/** What reads the rows, with a connection of its own. */
const making = shareByCompany({
  atOnce: EXPORT_CONNECTIONS,
  ofCompany: MOST_OF_COMPANY,
  waiting: MOST_FILES,
});
/** The companies of the files, one for each. */
const files: string[] = [];

/** The list of invoices as CSV or XLSX. */
export const exportEndpoints = [
  get('/invoices/export', {
    operationId: 'exportCompanyInvoices',
    summary: 'The invoices of a company as a file, newest first',
    description:
      'The same filters as the list. Amounts are exact; times are those of clocks in Podgorica.',
    query: exportQuery,
    mediaType: 'application/octet-stream',
    async handle(call) {
      const { companyId } = call.params;
      const own = files.filter((each) => each === companyId).length;
      if (files.length >= MOST_FILES || own >= MOST_OF_COMPANY) {
        call.response.set('Retry-After', RETRY_AFTER_S);
        return refuse('TOO_MANY_ATTEMPTS', 'Other files are being made. Try again in a moment.');
      }
      files.push(companyId);
      try {
        return await writeFile(call);
      } finally {
        files.splice(files.indexOf(companyId), 1);
      }
    },
  }),
];

type ExportCall = Call<
  'company-export',
  ExportDependencies,
  { companyId: string },
  z.output<typeof exportQuery>
>;

async function writeFile({ deps, actor, params, query, response }: ExportCall) {
  const { companyId } = params;
  const { format, language, environment, ...filter } = query;
  const found = await readCompany(deps.db, companyId);
  if (!found) return noSuch('company');
  await noteExport(deps.db, auditName(actor), companyId, { format, environment, ...filter });
  const pages = exportInvoices(deps.exportDb, { companyId, environment }, filter);
  const columns = exportColumns(language, deps.vatRates);
  const name = language === 'me' ? 'racuni' : 'invoices';
  const file =
    format === 'csv' ? csvOf(pages, columns, language) : xlsxOf(pages, columns, { language, name });
  const parts = [name, found.company.tin, environment, localDateOf(deps.clock())];
  response.attachment(`${parts.join('-')}.${format}`);
  response.set('Content-Type', MEDIA_TYPES[format]);
  response.setTimeout(LONGEST_SILENCE_MS);
  try {
    await sendThroughFile(file, response, (work) => making.run(companyId, work), LIMITS);
  } catch (error) {
    if (!response.headersSent && !response.req.socket.destroyed) {
      response.removeHeader('Content-Disposition');
      throw error;
    }
    // Its connection is closed by now: a browser shows that the file is not whole.
    deps.logger.warn({ err: error, companyId }, 'an export was not read to its end');
  }
  return WRITTEN;
}

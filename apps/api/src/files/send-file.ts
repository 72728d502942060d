// Files that are made of many rows, of the panel and of reports: few at a time, with connections of
// their own, and taken at their reader's rate.

import type { Logger } from '@fiscal/runtime';
import type { Response } from 'express';
import { shareByCompany } from '../http/company-slots.ts';
import { WRITTEN } from '../http/endpoint.ts';
import type { Result } from '../http/endpoint.ts';
import { refuse } from '../http/refusal/refusal.ts';
import type { Column } from './column.ts';
import { csvOf } from './csv.ts';
import type { Pages } from './portions.ts';
import { sendThroughFile } from './spool.ts';
import { xlsxOf } from './xlsx.ts';
import type { Look } from './xlsx.ts';

/** That rows of files are read with. */
const FILES_AT_ONCE = 2;
/** That sums of reports are read with, which do not wait for a file. */
export const SUMS_AT_ONCE = 2;
/** Connections for both: others than those of sales. */
export const EXPORT_CONNECTIONS = FILES_AT_ONCE + SUMS_AT_ONCE;

/**
 * Files that are being made or taken, of a company and in all: each takes the disk, and the rows of
 * others.
 */
const MOST_OF_COMPANY = 2;
const MOST_FILES = 8;
/**
 * A million invoices are some 300 MB of CSV. A reader has the rate of the slowest lines that
 * offices have.
 */
const LIMITS = { bytes: 512 * 1024 * 1024, graceMs: 30_000, bytesPerSecond: 128 * 1024 };
/**
 * How long a file may wait for its slot and for its rows; a million invoices take a few minutes.
 */
export const LONGEST_SILENCE_MS = 15 * 60_000;
const RETRY_AFTER_S = '30';

/**
 * What reads the rows, with a connection of its own. Within `besideOthers` it refuses nothing: as
 * many may wait.
 */
export const making = shareByCompany({
  atOnce: FILES_AT_ONCE,
  ofCompany: MOST_OF_COMPANY,
  waiting: MOST_FILES,
});
/** The companies of the files, one for each. */
const files: string[] = [];

/** Whose file is sent to whom. */
interface FileCall {
  companyId: string;
  response: Response;
  logger: Logger;
}

/** Runs what sends a file; 429 while there are as many of the company, or in all, as may be. */
export async function besideOthers(
  { companyId, response }: Pick<FileCall, 'companyId' | 'response'>,
  code: 'TOO_MANY_ATTEMPTS' | 'RATE_LIMITED',
  send: () => Promise<Result<never>>,
): Promise<Result<never>> {
  const own = files.filter((each) => each === companyId).length;
  if (files.length >= MOST_FILES || own >= MOST_OF_COMPANY) {
    response.set('Retry-After', RETRY_AFTER_S);
    return refuse(code, 'Other files are being made. Try again in a moment.');
  }
  files.push(companyId);
  try {
    return await send();
  } finally {
    files.splice(files.indexOf(companyId), 1);
  }
}

/**
 * Sends a file, within `besideOthers`.
 * @param bytes the most that it may have.
 * @throws what its source throws before anything was sent; later its connection is closed.
 */
export async function sendFile(
  file: AsyncIterable<Uint8Array>,
  { companyId, response, logger }: FileCall,
  bytes = LIMITS.bytes,
): Promise<Result<never>> {
  response.setTimeout(LONGEST_SILENCE_MS);
  const make = (work: () => Promise<void>) => making.run(companyId, work);
  try {
    await sendThroughFile(file, response, make, { ...LIMITS, bytes });
  } catch (error) {
    if (!response.headersSent && !response.req.socket.destroyed) {
      response.removeHeader('Content-Disposition');
      throw error;
    }
    // Its connection is closed by now: a browser shows that the file is not whole.
    logger.warn({ err: error, companyId }, 'a file was not read to its end');
  }
  return WRITTEN;
}

/** A table as CSV or XLSX; nothing of it is made before its first rows are read. */
export function tableOf<Row>(
  format: 'csv' | 'xlsx',
  pages: Pages<Row>,
  columns: readonly Column<Row>[],
  look: Look,
): AsyncGenerator<Buffer, void> {
  return format === 'csv' ? csvOf(pages, columns, look.language) : xlsxOf(pages, columns, look);
}

/** By format. */
export const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** Has the response saved under a name, and a PDF shown. @param parts of the name. */
export function nameFile(
  response: Response,
  parts: readonly string[],
  format: keyof typeof MEDIA_TYPES,
): void {
  const name = `${parts.join('-')}.${format}`;
  response.attachment(name);
  if (format === 'pdf') response.set('Content-Disposition', `inline; filename="${name}"`);
  response.set('Content-Type', MEDIA_TYPES[format]);
}

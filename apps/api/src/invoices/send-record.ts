// Answers with a record, which is written once for as long as nothing of it changes: most polls find what
// the poll before them has found.

import type { FoundRecord } from '@fiscal/db/invoice';
import type { Response } from 'express';
import { writeJson } from '../limit-answers.ts';
import { recordOf } from './record.ts';
import type { VerificationPages } from './record.ts';

interface Written {
  text: string;
  etag: string;
}

/** Kept for as long as the reader of records keeps what it was written from. */
const written = new WeakMap<FoundRecord, Written>();

export function sendRecord(response: Response, found: FoundRecord, pages: VerificationPages): void {
  if (found.invoice.status === 'Pending') response.set('Retry-After', '1');
  let record = written.get(found);
  if (record === undefined) {
    const text = writeJson(recordOf(found.invoice, found.correctives, pages));
    record = { text, etag: etagOf(response, text) };
    written.set(found, record);
  }
  response.set('ETag', record.etag).type('json').send(record.text);
}

/** As Express makes those of all other answers. */
function etagOf(response: Response, text: string): string {
  const make = response.app.get('etag fn') as (text: string, encoding: 'utf8') => string;
  return make(text, 'utf8');
}

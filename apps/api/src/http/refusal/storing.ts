// What a call was about to store, or to find, when PostgreSQL went away. An invoice must neither be
// lost nor made twice: the response says what was stored and what was not, as far as it is known,
// and how to find out.

import { StorageUnavailableError } from '@fiscal/db/connection';
import { inSpan } from '@fiscal/runtime';
import type { Response } from 'express';
import { sendProblem } from './refusal.ts';
import type { Stored } from './refusal.ts';

/** What a call stores. */
export type Write =
  | { kind: 'create'; invoiceId: string }
  | { kind: 'fiscalize'; invoiceId: string }
  /** Nothing: it looks for an invoice that a create may have stored, or may store still. */
  | { kind: 'look-up'; invoiceId: string }
  | { kind: 'search' }
  | { kind: 'onboarding' }
  | { kind: 'withdraw' }
  /** Of the panel: one statement or several. */
  | { kind: 'change' };

/** The write of a response, from before its statement is sent. */
interface BegunWrite {
  write: Write;
  isDone: boolean;
}

const RETRY_S = 2;
/**
 * By then PostgreSQL has ended a statement whose line is lost (statement_timeout), either way; but
 * not a commit that waits.
 */
const ENDED_S = 20;

const AWAY = 'The storage of the service cannot be used now.';
const NOTHING = `${AWAY} Nothing was stored or changed: repeat the call as it is.`;

/** Runs the statement by which the call stores something. Nothing before it has stored anything. */
export async function storing<T>(
  response: Response,
  write: Write,
  statement: () => Promise<T>,
): Promise<T> {
  const begun: BegunWrite = { write, isDone: false };
  response.locals.write = begun;
  const result = await inSpan('store', { attributes: { 'fiscal.write': write.kind } }, statement);
  begun.isDone = true;
  return result;
}

/** What a call looks for, to be said where PostgreSQL goes away meanwhile. */
export function seeking(
  response: Response,
  write: Extract<Write, { kind: 'look-up' | 'search' }>,
): void {
  response.locals.write = { write, isDone: false } satisfies BegunWrite;
}

/**
 * To be thrown where what the call has stored is not there any more: another database took over,
 * which does not have its last commits.
 */
export function lostWrite(response: Response, what: string): StorageUnavailableError {
  const begun = response.locals.write as BegunWrite;
  begun.isDone = false;
  return new StorageUnavailableError(true, new Error(`${what} was stored, and is gone`));
}

/** 503 STORAGE_UNAVAILABLE, with what is known of the call's write. */
export function sendStorageUnavailable(
  response: Response,
  unavailable: StorageUnavailableError,
): void {
  const begun = response.locals.write as BegunWrite | undefined;
  const stored = begun === undefined ? 'no' : storedBy(begun, unavailable);
  const isRead = begun?.write.kind === 'look-up' || begun?.write.kind === 'search';
  response.set('Retry-After', String(stored === 'unknown' && !isRead ? ENDED_S : RETRY_S));
  if (begun === undefined || stored === 'no') {
    sendProblem(response, 'STORAGE_UNAVAILABLE', NOTHING, { stored });
    return;
  }
  const { write } = begun;
  const invoice = 'invoiceId' in write ? { invoiceId: write.invoiceId } : {};
  const error = `${AWAY} ${adviceFor(write, stored)}`;
  sendProblem(response, 'STORAGE_UNAVAILABLE', error, { stored, ...invoice });
}

function storedBy({ write, isDone }: BegunWrite, error: StorageUnavailableError): Stored {
  // An onboarding call that is written down may be made, and may expire unmade.
  if (isDone) return write.kind === 'onboarding' ? 'unknown' : 'yes';
  if (write.kind === 'look-up' || write.kind === 'search') return 'unknown';
  // Of several statements the first may be stored although the last was never sent.
  return error.mayHaveStored || write.kind === 'change' ? 'unknown' : 'no';
}

function adviceFor(write: Write, stored: Exclude<Stored, 'no'>): string {
  switch (write.kind) {
    case 'create':
      return stored === 'yes'
        ? `The invoice is stored: read GET /api/invoices/${write.invoiceId}, and do not create it again.`
        : 'Whether the invoice was stored is not known: after the seconds of Retry-After read ' +
            `GET /api/invoices/${write.invoiceId} before you repeat the call; 404 then means that ` +
            'it was not stored, and never will be.';
    case 'look-up':
      return (
        'Whether the invoice is stored is not known: read ' +
        `GET /api/invoices/${write.invoiceId} again after the seconds of Retry-After; 404 then means ` +
        'that it is not stored, and never will be.'
      );
    case 'search':
      return (
        'Whether what you look for is stored, or is being stored, is not known: ' +
        'search again after the seconds of Retry-After.'
      );
    case 'fiscalize':
      return 'Read the invoice, or call fiscalize again: what has begun is not begun twice.';
    case 'onboarding':
      return 'Repeat the call: what was registered already is not registered twice.';
    case 'withdraw':
      return stored === 'yes'
        ? 'The withdrawal is stored, and is registered by itself: read GET /api/cashdeposit, and do ' +
            'not enter it again.'
        : 'Whether the withdrawal was stored is not known: repeat the call if it has an externalId; ' +
            'else read GET /api/cashdeposit after the seconds of Retry-After before you repeat it.';
    case 'change':
      return 'Whether the change was made is not known: look before you repeat it.';
  }
}

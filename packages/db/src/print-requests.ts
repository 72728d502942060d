// Prints that are missing, one row for each version of a document. A row is written when a caller asks
// for a PDF that is not there, or with the outcome of the invoice where its company prints at once, and
// is deleted with the statement that stores the document. What a caller asks for goes ahead of all
// prints that are made at once; within each of the two, prints are taken in turn. One that failed gets
// a new turn, the moment at which it is due again: it stands behind every print of its kind that was
// asked for until then, and none of them that comes later overtakes it.

import { run } from './client.ts';
import type { Database } from './client.ts';
import { STORE_DOCUMENT, documentValues } from './documents.ts';

/** A print in hand. */
export interface ClaimedPrint {
  id: string;
  invoiceId: string;
  /** Null where a worker of an older version asked for it. */
  companyId: string | null;
}

// Whoever finds the row requested, in hand or waiting after a failure writes nothing and locks nothing,
// so that callers who ask for one PDF again and again cost a look at the row.
const REQUEST = {
  name: 'request_print',
  text: `
    insert into print_request as p (invoice_id, company_id, fic, is_requested, turn_at)
    select i.id, i.company_id, i.fic, true, now() + $2 * interval '1 millisecond'
    from invoice i
    where i.id = $1
      and not exists (
        select 1 from print_request w
        where w.invoice_id = i.id and coalesce(w.fic, '') = coalesce(i.fic, '')
          and (w.is_requested or w.attempts > 0))
      and not exists (
        select 1 from document d
        where d.invoice_id = i.id and coalesce(d.fic, '') = coalesce(i.fic, ''))
    on conflict (invoice_id, (coalesce(fic, ''))) do update
      set is_requested = true, turn_at = excluded.turn_at
      where p.attempts = 0 and not p.is_requested
    returning id`,
};

/**
 * Asks for the print of an invoice as it is now: one that may be printed (see `findPrintable`). One
 * that is to be made at once and that no worker has taken yet goes ahead from now on.
 * @param turnInMs its turn among requested prints, in milliseconds from now.
 * @returns whether a worker is to be woken: not where the print is requested already, in hand, waiting
 * after a failure, or stored.
 */
export async function requestPrint(
  db: Database,
  invoiceId: string,
  turnInMs: number,
): Promise<boolean> {
  return (await run(db.pool, REQUEST, [invoiceId, turnInMs])).length === 1;
}

// Taking a print puts it off: whoever dies over it, or fails, leaves it to be taken again later.
const CLAIM = {
  name: 'claim_print',
  text: `
    with next as (
      select id, now() + greatest($1, least(15000 * power(2, attempts), 600000))
          * interval '1 millisecond' as due_again
      from print_request
      where due_at <= now() and (company_id is null or company_id <> all($2::uuid[]))
      order by is_requested desc, turn_at limit 1 for update skip locked
    )
    update print_request p
    set attempts = p.attempts + 1, due_at = due_again, turn_at = greatest(p.turn_at, due_again)
    from next where p.id = next.id
    returning p.id, p.invoice_id, p.company_id`,
};

/**
 * Takes the print whose turn it is, requested ones first; null if none is due.
 * @param leaseMs how long one print may take before somebody else tries; failed ones wait longer
 * each time, up to ten minutes.
 * @param busyCompanies have as many prints in hand here as they may.
 */
export async function claimNextPrint(
  db: Database,
  leaseMs: number,
  busyCompanies: readonly string[] = [],
): Promise<ClaimedPrint | null> {
  const values = [leaseMs, busyCompanies];
  const [row] = await run<{ id: string; invoice_id: string; company_id: string | null }>(
    db.pool,
    CLAIM,
    values,
  );
  return row ? { id: row.id, invoiceId: row.invoice_id, companyId: row.company_id } : null;
}

const FORGET = { name: 'forget_print', text: 'delete from print_request where id = $1' };

/** There is nothing to print any more. */
export async function forgetPrint(db: Database, { id }: ClaimedPrint): Promise<void> {
  await run(db.pool, FORGET, [id]);
}

const FINISH = {
  name: 'finish_print',
  text: `with added as (${STORE_DOCUMENT}) delete from print_request where id = $6`,
};

/**
 * Stores a print and deletes its row. The row of another version of the same invoice stays.
 * @param fic the FIC it shows; null for none.
 */
export async function finishPrint(
  db: Database,
  print: ClaimedPrint,
  fic: string | null,
  pdf: Uint8Array,
): Promise<void> {
  await run(db.pool, FINISH, [...documentValues(print.invoiceId, fic, pdf), print.id]);
}

// Prints that are missing. Each is a row, written with the settlement it follows from, and goes when its
// document is stored. Like invoices, prints are taken in turn: a till's goes ahead of a burst's. One
// that failed gets a new turn, the moment at which it is due again: it stands behind every print that
// was asked for until then, and nothing that comes later overtakes it.

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

// Taking a print puts it off: whoever dies over it, or fails, leaves it to be taken again later.
const CLAIM = {
  name: 'claim_print',
  text: `
    with next as (
      select id, now() + greatest($1, least(15000 * power(2, attempts), 600000))
          * interval '1 millisecond' as due_again
      from print_request
      where due_at <= now() and (company_id is null or company_id <> all($2::uuid[]))
      order by turn_at limit 1 for update skip locked
    )
    update print_request p
    set attempts = p.attempts + 1, due_at = due_again, turn_at = greatest(p.turn_at, due_again)
    from next where p.id = next.id
    returning p.id, p.invoice_id, p.company_id`,
};

/**
 * Takes the print whose turn it is; null if none is due.
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
 * Stores a print and forgets that it was missing. Another request for the same invoice stays: it may be
 * the one for the version with the FIC.
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

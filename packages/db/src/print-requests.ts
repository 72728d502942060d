// Prints that are missing, as work: one that a caller waits for, or one that is made at once, with the
// outcome of the invoice, because its company chose that. What a caller asks for goes ahead of all
// prints that are made at once; within each of the two, prints are taken in turn. One that failed has
// the moment at which it is due again as its turn: it stands behind every print of its kind that was
// asked for until then, and none of them that comes later overtakes it. Whoever takes a print makes the
// version that is due then.

import { run } from './client.ts';
import type { Database } from './client.ts';
import { STORE_DOCUMENT, documentValues } from './documents.ts';
import { IS_FREE, TAKE } from './work.ts';
import type { Claim, PrintKind } from './work.ts';

/** A print in hand; its subject is the invoice. */
export interface ClaimedPrint {
  claim: Claim;
  companyId: string;
  /** How often it was taken in hand, this time included. */
  attempts: number;
}

// Whoever finds the print asked for, in hand or waiting after a failure writes nothing and locks nothing,
// so that callers who ask for one PDF again and again cost a look at the row.
const REQUEST = {
  name: 'request_print',
  text: `
    insert into work (subject_id, kind, company_id, environment, scheduled_at)
    select i.id, 'print', i.company_id, i.environment, now() + $2 * interval '1 millisecond'
    from invoice i
    where i.id = $1
      and not exists (
        select from work w
        where w.subject_id = i.id and w.kind = 'print_at_once' and w.attempts > 0)
      and not exists (
        select from document d
        where d.invoice_id = i.id and coalesce(d.fic, '') = coalesce(i.fic, ''))
    on conflict do nothing
    returning subject_id`,
};

/**
 * Asks for the print of an invoice as it is now: one that may be printed (see `findPrintable`). One
 * that is to be made at once and that no worker has taken yet waits for it.
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

// The turn of one that was put off has to have come; any other may be taken before its turn.
const CLAIM = {
  name: 'claim_print',
  text: `
    with next as (
      select subject_id, kind from work w
      where kind = $2 and scheduled_at >= $3 and company_id <> all($4::uuid[]) and ${IS_FREE}
        and (attempts = 0 or leased_until is not null or scheduled_at <= now())
        and not exists (
          select from work p
          where p.subject_id = w.subject_id and p.kind = 'print' and w.kind = 'print_at_once')
      order by scheduled_at limit 1 for update skip locked
    )
    update work w set ${TAKE}
    from next where w.subject_id = next.subject_id and w.kind = next.kind
    returning w.subject_id, w.token, w.company_id, w.attempts`,
};

/** Which print may be taken, and for how long. */
export interface PrintClaimOptions {
  kind: PrintKind;
  leaseMs: number;
  /** See readWorkHorizon. */
  horizon: Date;
  /** Companies that have as many prints in hand here as they may. */
  busyCompanies: readonly string[];
}

/** Takes the print whose turn it is; null if there is none of the kind. */
export async function claimNextPrint(
  db: Database,
  { kind, leaseMs, horizon, busyCompanies }: PrintClaimOptions,
): Promise<ClaimedPrint | null> {
  const values = [leaseMs, kind, horizon, busyCompanies];
  const [row] = await run<{
    subject_id: string;
    token: string;
    company_id: string;
    attempts: number;
  }>(db.pool, CLAIM, values);
  if (!row) return null;
  const claim = { subjectId: row.subject_id, token: row.token };
  return { claim, companyId: row.company_id, attempts: row.attempts };
}

const POSTPONE = {
  name: 'postpone_print',
  text: `
    update work set leased_until = null, scheduled_at = now() + $3 * interval '1 millisecond'
    where subject_id = $1 and token = $2`,
};

/** It failed, and is taken in hand again later. */
export async function postponePrint(
  db: Database,
  { claim }: ClaimedPrint,
  nextAttemptMs: number,
): Promise<void> {
  await run(db.pool, POSTPONE, [claim.subjectId, claim.token, nextAttemptMs]);
}

const FORGET = {
  name: 'forget_print',
  text: 'delete from work where subject_id = $1 and token = $2',
};

/** There is nothing to print any more. */
export async function forgetPrint(db: Database, { claim }: ClaimedPrint): Promise<void> {
  await run(db.pool, FORGET, [claim.subjectId, claim.token]);
}

const FINISH = {
  name: 'finish_print',
  text: `
    with added as (${STORE_DOCUMENT})
    delete from work where subject_id = $2 and token = $6`,
};

/**
 * Stores a print and ends its work, unless somebody else has it by now or another version is missing.
 * @param fic the FIC it shows; null for none.
 */
export async function finishPrint(
  db: Database,
  { claim }: ClaimedPrint,
  fic: string | null,
  pdf: Uint8Array,
): Promise<void> {
  await run(db.pool, FINISH, [...documentValues(claim.subjectId, fic, pdf), claim.token]);
}

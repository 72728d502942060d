// Prints that are missing, as work of two kinds. What a caller asks for goes ahead of all prints that are
// made at once, with the outcome of the invoice; within each of the two, prints are taken in turn. One that
// failed has the moment at which it is due again as its turn: it stands behind every print of its kind
// that was asked for until then, and none that comes later overtakes it. Whoever takes a print makes the
// version that is due then.

import { run } from '../connection/client.ts';
import type { Database, Statement } from '../connection/client.ts';
import { STORE_DOCUMENT, documentValues } from './documents.ts';
import { IS_FREE, PRINT_KINDS, taking } from '../work/work.ts';
import type { Claim, PrintKind } from '../work/work.ts';

/** A print in hand; its subject is the invoice. */
export interface ClaimedPrint extends Claim {
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
 * @param scheduledInMs its turn among requested prints, in milliseconds from now.
 * @returns whether a worker is to be woken: not where the print is requested already, in hand, waiting
 * after a failure, or stored.
 */
export async function requestPrint(
  db: Database,
  invoiceId: string,
  scheduledInMs: number,
): Promise<boolean> {
  return (await run(db.pool, REQUEST, [invoiceId, scheduledInMs])).length === 1;
}

// One that failed waits until it is due; any other may be taken before its turn.
const claimOf = (kind: PrintKind): Statement => ({
  name: `claim_${kind}`,
  text: `
    with next as (
      select subject_id, kind from work w
      where kind = '${kind}' and scheduled_at >= $2 and company_id <> all($3::uuid[]) and ${IS_FREE}
        and (attempts = 0 or leased_until is not null or scheduled_at <= now())
        and not exists (
          select from work p
          where p.subject_id = w.subject_id and p.kind = 'print' and w.kind = 'print_at_once')
      order by scheduled_at limit 1 for update skip locked
    )
    update work w set ${taking()}
    from next where w.subject_id = next.subject_id and w.kind = next.kind
    returning w.subject_id as "subjectId", w.token, w.company_id as "companyId", w.attempts`,
});
const CLAIMS = PRINT_KINDS.map((kind) => ({ kind, statement: claimOf(kind) }));

/**
 * Takes the print whose turn it is, requested ones first; null if there is none.
 * @param horizonOf see readWorkHorizon.
 * @param busyCompanies have as many prints in hand here as they may.
 */
export async function claimNextPrint(
  db: Database,
  leaseMs: number,
  horizonOf: (kind: PrintKind) => Date,
  busyCompanies: readonly string[] = [],
): Promise<ClaimedPrint | null> {
  for (const { kind, statement } of CLAIMS) {
    const values = [leaseMs, horizonOf(kind), busyCompanies];
    const [print] = await run<ClaimedPrint>(db.pool, statement, values);
    if (print) return print;
  }
  return null;
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
  { subjectId, token }: ClaimedPrint,
  nextAttemptMs: number,
): Promise<void> {
  await run(db.pool, POSTPONE, [subjectId, token, nextAttemptMs]);
}

const FORGET = {
  name: 'forget_print',
  text: 'delete from work where subject_id = $1 and token = $2',
};

/** There is nothing to print any more. */
export async function deletePrint(db: Database, print: ClaimedPrint): Promise<void> {
  await run(db.pool, FORGET, [print.subjectId, print.token]);
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
  { subjectId, token }: ClaimedPrint,
  fic: string | null,
  pdf: Uint8Array,
): Promise<void> {
  await run(db.pool, FINISH, [...documentValues(subjectId, fic, pdf), token]);
}

// Prints that are missing, as work of two kinds for each paper. What a caller asks for goes ahead
// of all prints that are made at once, with the outcome of the invoice; within each kind, the one
// scheduled the earliest is next, and of the papers none waits for all of the other. One that
// failed is scheduled when it is due again: it stands behind every print of its kind that was asked
// for until then, and none that comes later overtakes it. A claimed print is of the version that is
// due then.

import { PAPERS } from '@fiscal/domain';
import type { Paper } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { CLAIMING, IS_FREE, IS_OF_NEWER_FORM, PRINT_KINDS } from '../work/work.ts';
import type { Claim, PrintKind } from '../work/work.ts';
import { newDocument, STORE_DOCUMENT } from './documents.ts';
import type { NewDocument } from './documents.ts';

/** A print that one worker makes. */
export interface ClaimedPrint extends Claim {
  companyId: string;
  paper: Paper;
  /** How often it was claimed, this time included. */
  attempts: number;
  /** What asked for it, as `traceparent`; null where nothing was traced. */
  trace: string | null;
}

// Where the print is asked for already, claimed or waiting after a failure, nothing is written or
// locked: callers who ask for one PDF again and again cost a look at the row.
const request = statement.run<{
  invoiceId: string;
  paper: Paper;
  kind: PrintKind;
  kindAtOnce: PrintKind;
  scheduledInMs: number;
  trace: string | null;
}>(
  'request_print',
  `insert into work (subject_id, kind, company_id, environment, scheduled_at, trace)
   select i.id, :kind::work_kind, i.company_id, i.environment, now() + :scheduledInMs * interval '1 millisecond', :trace
   from invoice i
   where i.id = :invoiceId
     and not exists (
       select from work w
       where w.subject_id = i.id and w.kind = :kindAtOnce::work_kind and w.attempts > 0)
     and not exists (
       select from printed_document d
       where d.invoice_id = i.id and d.paper = :paper and coalesce(d.fic, '') = coalesce(i.fic, ''))
   on conflict do nothing
   returning subject_id`,
);

/**
 * Asks for the print of an invoice as it is now, one that may be printed (see `findPrintable`), on
 * this paper. One that is to be made at once on it and is not claimed yet waits for it.
 * @param scheduledInMs when it is scheduled among requested prints, in milliseconds from now.
 * @param trace what asks for it, as `traceparent`.
 * @returns whether a worker is to be woken: not where the print is requested already, claimed,
 * waiting after a failure, or stored.
 */
export async function requestPrint(
  db: Database,
  invoiceId: string,
  paper: Paper,
  scheduledInMs: number,
  trace: string | null = null,
): Promise<boolean> {
  const { requested: kind, atOnce: kindAtOnce } = PRINT_KINDS[paper];
  const values = { invoiceId, paper, kind, kindAtOnce, scheduledInMs, trace };
  return (await request(db, values)) === 1;
}

interface ClaimValues {
  leaseMs: number;
  horizon: Date;
  busyCompanies: readonly string[];
}

// One that failed waits until it is due; any other may be claimed before its time.
const claimOf = (paper: Paper, when: 'requested' | 'atOnce') => {
  const { requested, atOnce } = PRINT_KINDS[paper];
  const kind = PRINT_KINDS[paper][when];
  const claim = statement.maybe<ClaimValues, ClaimedPrint>(
    `claim_${kind}`,
    `with next as (
       select subject_id, kind from work w
       where kind = '${kind}' and scheduled_at >= :horizon and ${IS_FREE}
         and not (${IS_OF_NEWER_FORM})
         and company_id <> all(:busyCompanies::uuid[])
         and (attempts = 0 or leased_until is not null or scheduled_at <= now())
         and not exists (
           select from work p
           where p.subject_id = w.subject_id and p.kind = '${requested}' and w.kind = '${atOnce}')
       order by scheduled_at limit 1 for update skip locked
     )
     update work w set ${CLAIMING}
     from next where w.subject_id = next.subject_id and w.kind = next.kind
     returning w.subject_id as "subjectId", w.token, w.company_id as "companyId", w.attempts,
               w.trace, '${paper}' as paper`,
  );
  return { kind, claim };
};
const CLAIMS = (['requested', 'atOnce'] as const).map((when) => ({
  a4: claimOf('a4', when),
  '80mm': claimOf('80mm', when),
}));

/**
 * Claims the print that is scheduled the earliest, requested ones first; null if there is none.
 * @param horizonOf see readHorizons.
 * @param busyCompanies have as many prints claimed here as they may.
 * @param papers in the order in which they go; a caller reverses it with each call.
 */
export async function claimNextPrint(
  db: Database,
  leaseMs: number,
  horizonOf: (kind: PrintKind) => Date,
  busyCompanies: readonly string[] = [],
  papers: readonly Paper[] = PAPERS,
): Promise<ClaimedPrint | null> {
  for (const { kind, claim } of CLAIMS.flatMap((of) => papers.map((paper) => of[paper]))) {
    const print = await claim(db, { leaseMs, horizon: horizonOf(kind), busyCompanies });
    if (print !== null) return print;
  }
  return null;
}

/** It failed, and is claimed again in `nextAttemptMs`; a late renewal finds no claim to renew. */
export const postponePrint = statement.run<Claim & { nextAttemptMs: number }>(
  'postpone_print',
  `update work
   set token = null, leased_until = null, scheduled_at = now() + :nextAttemptMs * interval '1 millisecond'
   where subject_id = :subjectId and token = :token`,
);

/** There is nothing to print any more. */
export const deletePrint = statement.run<Claim>(
  'delete_print',
  'delete from work where subject_id = :subjectId and token = :token',
);

const finishOn = (paper: Paper) =>
  statement.run<NewDocument & { token: string }>(
    `finish_print_on_${paper}`,
    `with added as (${STORE_DOCUMENT[paper]})
     delete from work where subject_id = :invoiceId and token = :token`,
  );
const FINISH: Readonly<Record<Paper, ReturnType<typeof finishOn>>> = {
  a4: finishOn('a4'),
  '80mm': finishOn('80mm'),
};

/**
 * Stores a print and deletes its work, unless another claim has it by now or another version is
 * missing.
 * @param fic the FIC it shows; null for none.
 */
export async function finishPrint(
  db: Database,
  { subjectId, token, paper }: ClaimedPrint,
  fic: string | null,
  pdf: Uint8Array,
): Promise<void> {
  await FINISH[paper](db, { ...newDocument(subjectId, fic, pdf), token });
}

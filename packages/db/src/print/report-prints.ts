// Reports while they are printed: a row that the API stores, waits for and deletes, with work of
// the print lane. Nothing of them is kept (extensions §8).

import type { Environment, Paper, Seller } from '@fiscal/domain';
import { SELLER } from '../company/api-callers.ts';
import { statement } from '../connection/statement.ts';
import { CLAIMING, IS_FREE } from '../work/work.ts';
import type { Claim } from '../work/work.ts';
import type { ClaimedPrint } from './print-requests.ts';

/** A print of a company. */
interface OwnPrint {
  /** A UUID. */
  id: string;
  companyId: string;
}

/** Who issues a report, and its paper where a call names none. */
export const findReportIssuer = statement.one<
  { companyId: string },
  { seller: Seller; paper: Paper }
>(
  'find_report_issuer',
  `select ${SELLER} as seller, c.paper from company c where c.id = :companyId`,
);

/** @param values `model` is the JSON of a PrintedReport, `trace` what asks, as `traceparent`. */
export const insertReportPrint = statement.run<
  OwnPrint & { environment: Environment; model: string; trace: string | null }
>(
  'insert_report_print',
  `with added as (
     insert into report_print (id, company_id, model) values (:id, :companyId, :model) returning id
   )
   insert into work (subject_id, kind, company_id, environment, scheduled_at, trace)
   select id, 'print_report', :companyId, :environment, now(), :trace from added`,
);

/** `pdf` is null until it is printed. */
export const findReportPdf = statement.maybe<OwnPrint, { pdf: Buffer | null }>(
  'find_report_pdf',
  'select pdf from report_print where id = :id and company_id = :companyId',
);

/** Work that is left of it ends with its next claim. */
export const deleteReportPrint = statement.run<OwnPrint>(
  'delete_report_print',
  'delete from report_print where id = :id and company_id = :companyId',
);

/** A print that one worker makes; `model` is null where no call waits for it any more. */
export type ClaimedReport = Omit<ClaimedPrint, 'paper'> & { model: string | null };

/**
 * Claims the print that was asked for first; null if there is none. Reports may be long: of one
 * company, one at a time. Values as of claimNextPrint.
 */
export const claimReportPrint = statement.maybe<
  { leaseMs: number; horizon: Date; busyCompanies: readonly string[] },
  ClaimedReport
>(
  'claim_print_report',
  `with next as (
     select subject_id from work w
     where kind = 'print_report' and scheduled_at >= :horizon and ${IS_FREE}
       and company_id <> all(:busyCompanies::uuid[])
       and (attempts = 0 or leased_until is not null or scheduled_at <= now())
       and not exists (
         select from work r
         where r.kind = 'print_report' and r.company_id = w.company_id and r.leased_until > now())
     order by scheduled_at limit 1 for update skip locked
   )
   update work w set ${CLAIMING}
   from next where w.subject_id = next.subject_id
   returning w.subject_id as "subjectId", w.token, w.company_id as "companyId", w.attempts,
             w.trace, (select model from report_print where id = w.subject_id)`,
);

/** Stores the PDF and deletes the work, unless another claim has it by now. */
export const finishReportPrint = statement.run<Claim & { pdf: Uint8Array }>(
  'finish_report_print',
  `with done as (
     delete from work where subject_id = :subjectId and token = :token returning subject_id
   ), printed as (
     update report_print r set pdf = :pdf from done where r.id = done.subject_id returning r.id
   )
   select announce_change('document_added', id::text) from printed`,
);

/** Those that calls which ended midway have left behind. */
export const deleteOldReportPrints = statement.run<object>(
  'delete_old_report_prints',
  `delete from report_print where created_at < now() - interval '1 hour'`,
);

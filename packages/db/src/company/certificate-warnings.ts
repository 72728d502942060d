// Warnings before a certificate expires: each is raised once at 60, 30, 15, 7 and 0 days (decisions
// §7), whichever worker looks first. Only certificates that sign are watched, not those of the
// past.

import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import { insertAudit } from '../audit/audit-row.ts';
import type { Database } from '../connection/client.ts';

/** Days before the end at which a warning is raised (decisions §7). */
export const WARNING_DAYS = [60, 30, 15, 7, 0] as const;

interface CertificateWarning {
  certificateId: string;
  companyId: string;
  environment: Environment;
  /** At most so many are left; 0: it has expired. */
  days: number;
  notAfter: Date;
}

const raise = statement.all<
  { days: readonly number[]; mostDays: number; now: Date },
  CertificateWarning
>(
  'raise_certificate_warnings',
  `with due as (
     select k.id, (
       select min(d) from unnest(:days::int[]) d where k.not_after <= :now::timestamptz + d * interval '1 day'
     ) as days
     from certificate k join company c on c.id = k.company_id
     where k.is_active and c.status = 'active'
       and k.not_after <= :now::timestamptz + :mostDays * interval '1 day'
   ), raised as (
     update certificate k set warned_days = due.days
     from due
     where k.id = due.id and k.is_active and coalesce(k.warned_days, :mostDays + 1) > due.days
     returning k.id, k.company_id, k.environment, k.warned_days, k.not_after
   ), audited as (${insertAudit(
     {
       actor: `'worker'`,
       companyId: 'company_id',
       entityId: 'id',
       action: 'certificate.expiry-warned',
       after: `jsonb_build_object(
         'environment', environment, 'days', warned_days, 'notAfter', not_after)`,
     },
     'raised',
   )})
   select id as "certificateId", company_id as "companyId", environment, warned_days as days,
          not_after as "notAfter"
   from raised order by not_after`,
);

/** Raises what is due at `now`; a warning that was raised by any worker is not raised again. */
export function raiseCertificateWarnings(db: Database, now: Date): Promise<CertificateWarning[]> {
  return raise(db, { days: WARNING_DAYS, mostDays: Math.max(...WARNING_DAYS), now });
}

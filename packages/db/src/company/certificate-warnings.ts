// Warnings before a certificate expires: each is raised once at 60, 30, 15, 7 and 0 days (decisions §7),
// whichever worker looks first. Only certificates that sign are watched, not those of the past.

import type { Environment } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';

/** Days before the end of a certificate. */
export const WARNING_DAYS = [60, 30, 15, 7, 0] as const;

/** A certificate that is to be renewed. */
export interface CertificateWarning {
  certificateId: string;
  companyId: string;
  environment: Environment;
  /** At most so many are left; 0: it has expired. */
  days: number;
  notAfter: Date;
}

const RAISE = {
  name: 'raise_certificate_warnings',
  text: `
    with due as (
      select k.id, (
        select min(d) from unnest($1::int[]) d where k.not_after <= $2::timestamptz + d * interval '1 day'
      ) as days
      from certificate k join company c on c.id = k.company_id
      where k.is_active and c.status = 'active'
        and k.not_after <= $2::timestamptz + $3 * interval '1 day'
    ), raised as (
      update certificate k set warned_days = due.days
      from due
      where k.id = due.id and k.is_active and coalesce(k.warned_days, $3 + 1) > due.days
      returning k.id, k.company_id, k.environment, k.warned_days, k.not_after
    ), audited as (
      insert into audit_log (actor, company_id, action, entity_id, after)
      select 'worker', company_id, 'certificate.expiry-warned', id,
             jsonb_build_object('environment', environment, 'days', warned_days, 'notAfter', not_after)
      from raised
    )
    select * from raised order by not_after`,
};

interface WarningRow {
  id: string;
  company_id: string;
  environment: Environment;
  warned_days: number;
  not_after: Date;
}

/** Raises what is due at `now`; a warning that was raised by anybody is not raised again. */
export async function raiseCertificateWarnings(
  db: Database,
  now: Date,
): Promise<CertificateWarning[]> {
  const values = [WARNING_DAYS, now, Math.max(...WARNING_DAYS)];
  const rows = await run<WarningRow>(db.pool, RAISE, values);
  return rows.map((row) => ({
    certificateId: row.id,
    companyId: row.company_id,
    environment: row.environment,
    days: row.warned_days,
    notAfter: row.not_after,
  }));
}

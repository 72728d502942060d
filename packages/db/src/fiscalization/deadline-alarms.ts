// Alarms for offline invoices whose 48 hours run down: each is raised once at 1, 12, 24, 40 and 46
// hours after the issue time (decisions §6), whichever worker looks first.

import type { Environment } from '@fiscal/domain';
import { run } from '../connection/client.ts';
import type { Database } from '../connection/client.ts';

/** Hours after the issue time. */
export const ALARM_HOURS = [1, 12, 24, 40, 46] as const;

/** An invoice that is not delivered yet although so much time has passed. */
export interface DeadlineAlarm {
  invoiceId: string;
  companyId: string;
  environment: Environment;
  invoiceNumber: string;
  hours: number;
  deliverBefore: Date;
}

const RAISE = {
  name: 'raise_deadline_alarms',
  text: `
    with due as (
      select id, (
        select max(h) from unnest($1::int[]) h where issued_at <= now() - h * interval '1 hour'
      ) as hours
      from invoice
      where status = 'Offline' and deliver_before <= now() + interval '47 hours'
    )
    update invoice i set alarm_hours = due.hours
    from due where i.id = due.id and i.status = 'Offline' and i.alarm_hours < due.hours
    returning i.id, i.company_id, i.environment, i.invoice_number, i.alarm_hours, i.deliver_before`,
};

/** Raises what is due; an alarm that was raised by anybody is not raised again. */
export async function raiseDeadlineAlarms(db: Database): Promise<DeadlineAlarm[]> {
  const rows = await run<AlarmRow>(db.pool, RAISE, [ALARM_HOURS]);
  return rows.map((row) => ({
    invoiceId: row.id,
    companyId: row.company_id,
    environment: row.environment,
    invoiceNumber: row.invoice_number,
    hours: row.alarm_hours,
    deliverBefore: row.deliver_before,
  }));
}

interface AlarmRow {
  id: string;
  company_id: string;
  environment: Environment;
  invoice_number: string;
  alarm_hours: number;
  deliver_before: Date;
}

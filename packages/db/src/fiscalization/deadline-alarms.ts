// Alarms for offline invoices whose window for delivery ends: each is raised once (decisions §6),
// whichever worker looks first.

import { DELIVERY_ALARM_HOURS, DELIVERY_WINDOW_HOURS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

const FIRST_ALARM_HOURS = Math.min(...DELIVERY_ALARM_HOURS);

/** An offline invoice `hours` after its issue. */
export interface DeadlineAlarm {
  invoiceId: string;
  companyId: string;
  environment: Environment;
  invoiceNumber: string;
  hours: number;
  deliverBefore: Date;
}

const raise = statement.all<{ hours: readonly number[] }, DeadlineAlarm>(
  'raise_deadline_alarms',
  `with due as (
     select id, (
       select max(h) from unnest(:hours::int[]) h where issued_at <= now() - h * interval '1 hour'
     ) as hours
     from invoice
     where status = 'Offline'
       and deliver_before <= now() + interval '${DELIVERY_WINDOW_HOURS - FIRST_ALARM_HOURS} hours'
   )
   update invoice i set alarm_hours = due.hours
   from due where i.id = due.id and i.status = 'Offline' and i.alarm_hours < due.hours
   returning i.id as "invoiceId", i.company_id as "companyId", i.environment,
     i.invoice_number as "invoiceNumber", i.alarm_hours as hours, i.deliver_before as "deliverBefore"`,
);

/** Raises what is due; an alarm that was raised by any worker is not raised again. */
export function raiseDeadlineAlarms(db: Database): Promise<DeadlineAlarm[]> {
  return raise(db, { hours: DELIVERY_ALARM_HOURS });
}

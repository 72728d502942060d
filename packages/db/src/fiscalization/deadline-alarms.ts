// Alarms for offline invoices and for withdrawals whose window for delivery ends: each is raised
// once (decisions §6), whichever worker looks first.

import { DELIVERY_ALARM_HOURS, DELIVERY_WINDOW_HOURS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

const FIRST_ALARM_HOURS = Math.min(...DELIVERY_ALARM_HOURS);

/** An offline invoice, or a withdrawal that is not registered, `hours` after its time. */
export interface DeadlineAlarm {
  invoiceId?: string;
  withdrawalId?: string;
  companyId: string;
  environment: Environment;
  /** Of an invoice. */
  invoiceNumber?: string;
  hours: number;
  deliverBefore: Date;
}

const raiseForWithdrawals = statement.all<{ hours: readonly number[] }, DeadlineAlarm>(
  'raise_withdrawal_alarms',
  `with due as (
     select id, (
       select max(h) from unnest(:hours::int[]) h
       where coalesce(changed_at, created_at) <= now() - h * interval '1 hour'
     ) as hours
     from withdrawal where status in ('pending', 'offline')
   )
   update withdrawal w set alarm_hours = due.hours
   from due
   where w.id = due.id and w.status in ('pending', 'offline') and w.alarm_hours < due.hours
   returning w.id as "withdrawalId", w.company_id as "companyId", w.environment,
     w.alarm_hours as hours, w.deliver_before as "deliverBefore"`,
);
const raiseForInvoices = statement.all<{ hours: readonly number[] }, DeadlineAlarm>(
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
export async function raiseDeadlineAlarms(db: Database): Promise<DeadlineAlarm[]> {
  const at = { hours: DELIVERY_ALARM_HOURS };
  return [...(await raiseForInvoices(db, at)), ...(await raiseForWithdrawals(db, at))];
}

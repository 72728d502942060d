// The history of every ordinal of a TCR code and year: given to which invoice, freed by which
// refusal, lost with a database, and what became of the invoice that has it. Every number has an
// entry.

import type { InvoiceStatus } from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';

interface NumberEvent {
  event: 'given' | 'freed' | 'lost' | 'handed-out' | 'registered' | 'failed';
  at: Date;
  /** Null for `lost` where no invoice of this database had it. */
  invoiceId: string | null;
  /**
   * The authority's words for `freed`, the failure's sentence for `failed`; for `lost` the same, or
   * from where it is known.
   */
  reason: string | null;
}

/** One ordinal with its whole history, oldest event first. */
export interface NumberHistory {
  ordinal: number;
  /** The invoice that has it now; null while it is free. */
  invoiceId: string | null;
  invoiceNumber: string | null;
  status: InvoiceStatus | null;
  fic: string | null;
  events: NumberEvent[];
}

interface NumberRow {
  /** Its environment is the row's, and only numbers of its company are shown. */
  cashRegisterId: string;
  tcrCode: string;
  year: number;
}

const ENVIRONMENT = '(select environment from cash_register where id = :cashRegisterId)';
const OWN_REGISTERS = `array(
  select own.id from cash_register one join cash_register own using (company_id) where one.id = :cashRegisterId)`;

// What happens to an invoice while it has the number is in the audit log, which is append-only,
// too.
const read = statement.all<NumberRow & { below: number; limit: number }, LedgerRow>(
  'read_number_ledger',
  `with page as (
     select distinct ordinal from number_ledger
     where environment = ${ENVIRONMENT} and tcr_code = :tcrCode and year = :year and ordinal < :below
       and cash_register_id = any(${OWN_REGISTERS})
     order by ordinal desc limit :limit
   ), tenure as (
     select l.ordinal, l.event, l.at, l.invoice_id, l.reason,
            case l.event when 'given' then lead(l.at) over history end as until
     from number_ledger l join page using (ordinal)
     where l.environment = ${ENVIRONMENT} and l.tcr_code = :tcrCode and l.year = :year
       and l.cash_register_id = any(${OWN_REGISTERS})
     window history as (partition by l.ordinal order by l.id)
   ), history as (
     select ordinal, event, at, invoice_id, reason from tenure
     union all
     select t.ordinal,
            case a.action when 'invoice.offline' then 'handed-out'
                          when 'invoice.fiscalized' then 'registered' else 'failed' end,
            a.at, t.invoice_id, a.after ->> 'error'
     from tenure t
     join audit_log a on a.entity_id = t.invoice_id
       and a.action in ('invoice.offline', 'invoice.fiscalized', 'invoice.failed')
       and a.at >= t.at and (t.until is null or a.at <= t.until)
     where t.event = 'given'
   )
   select s.ordinal::float8 as ordinal, i.id as "invoiceId", i.invoice_number as "invoiceNumber",
          i.status, i.fic,
          json_agg(json_build_object('event', s.event, 'at', s.at, 'invoiceId', s.invoice_id,
            'reason', s.reason) order by s.at, s.event <> 'given') as events
   from history s
   left join invoice i on i.environment = ${ENVIRONMENT} and i.tcr_code = :tcrCode and i.year = :year
     and i.ordinal = s.ordinal and i.cash_register_id = any(${OWN_REGISTERS})
   group by s.ordinal, i.id
   order by s.ordinal desc`,
);

/**
 * A page of histories, the highest ordinals first.
 * @param below only ordinals under this one.
 */
export async function readNumberLedger(
  db: Database,
  row: NumberRow,
  below: number,
  limit: number,
): Promise<NumberHistory[]> {
  const rows = await read(db, { ...row, below, limit });
  return rows.map((row) => ({
    ...row,
    events: row.events.map((event) => ({ ...event, at: new Date(event.at) })),
  }));
}

type LedgerRow = Omit<NumberHistory, 'events'> & {
  events: (Omit<NumberEvent, 'at'> & { at: string })[];
};

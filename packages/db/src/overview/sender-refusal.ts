// Whether the authority refuses a company itself, and not what it sends (decisions §6): the last
// thing that it said to it. Read from the rows of sales, deposits and withdrawals, so that nothing
// more is written for it.

import { faultOf } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { MESSAGE_OF_INVOICE } from '../invoice/invoice-timeline.ts';
import type { CompanyScope } from './company-day.ts';

/** A refusal of the sender that no message has passed since. */
interface SenderRefusal {
  efiCode: number;
  /** The authority's own words. */
  efiMessage: string | null;
  at: Date;
}

interface LastReply extends Omit<SenderRefusal, 'efiCode'> {
  /** Null where it registered the document. */
  efiCode: number | null;
  /** Since when the company signs with its present certificate; null without one. */
  signsSince: Date | null;
}

/**
 * Of the newest invoices so many are looked at, and of those that wait as many, the nearest
 * deadline first.
 */
const MOST_LOOKED_AT = 50;

const OF_COMPANY = 'i.company_id = :companyId::uuid and i.environment = :environment::environment';

const readLastReply = statement.maybe<CompanyScope, LastReply>(
  'read_last_reply',
  `with looked_at as (
     (select i.* from invoice i where ${OF_COMPANY} and i.status <> 'Draft'
      order by i.created_at desc, i.id desc limit ${MOST_LOOKED_AT})
     union all
     (select i.* from invoice i where ${OF_COMPANY} and i.status = 'Offline'
      order by i.deliver_before, i.id limit ${MOST_LOOKED_AT})
   ), said as (
     select i.updated_at as at, null::int as "efiCode", null as "efiMessage"
     from looked_at i where i.status = 'Fiscalized'
     union all
     select i.updated_at, (i.failure ->> 'efiCode')::int, i.failure ->> 'efiMessage'
     from looked_at i
     where i.status = 'Failed' and i.dismissed_at is null and i.failure ->> 'efiCode' is not null
     union all
     select s.answered_at, s.efi_code, s.detail
     from looked_at i cross join lateral (
       select * from submission s
       where ${MESSAGE_OF_INVOICE} and s.outcome in ('registered', 'refused')
       order by s.created_at desc, s.id desc limit 1
     ) s where i.status = 'Offline'
     union all
     select d.updated_at, (d.failure ->> 'efiCode')::int, d.failure ->> 'efiMessage'
     from cash_deposit d join cash_register r on r.id = d.cash_register_id
     where r.company_id = :companyId::uuid and r.environment = :environment::environment
       and d.local_date > current_date - 3 and d.status in ('registered', 'refused')
     union all
     select s.answered_at, s.efi_code, s.detail
     from withdrawal w join cash_register r on r.id = w.cash_register_id cross join lateral (
       select * from submission s
       where s.cash_deposit_id = w.id and s.outcome in ('registered', 'refused')
       order by s.created_at desc, s.id desc limit 1
     ) s
     where r.company_id = :companyId::uuid and r.environment = :environment::environment
       and w.local_date > current_date - 3
   )
   select said.*, (
     select k.created_at from certificate k
     where k.company_id = :companyId::uuid and k.environment = :environment::environment and k.is_active
   ) as "signsSince"
   from said order by at desc, "efiCode" nulls last limit 1`,
);

/**
 * Null while it takes messages of the company, and before it has said anything of a new
 * certificate.
 */
export async function readSenderRefusal(
  db: Database,
  scope: CompanyScope,
): Promise<SenderRefusal | null> {
  const last = await readLastReply(db, scope);
  if (typeof last?.efiCode !== 'number') return null;
  const { efiCode, efiMessage, at, signsSince } = last;
  const fault = faultOf(efiCode);
  const isOfOld = fault.class === 'certificate' && signsSince !== null && at < signsSince;
  return fault.isOfSender && !isOfOld ? { efiCode, efiMessage, at } : null;
}

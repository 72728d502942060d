// Cash that is taken out of the drawer (extensions §7, docs/adr/0031): stored before it is
// registered, and found again by its external id. State by state: pending (not sent yet, or being
// sent), registered and refused (for good), offline (it left the drawer, and is delivered later).

import { DELIVERY_WINDOW_HOURS, FORMS, parseFailure, sentence } from '@fiscal/domain';
import type { Failure, StoredFailure, WithdrawalCall } from '@fiscal/domain';
import { LAST_DAY } from '../company/cash-registers.ts';
import { insertAudit } from '../audit/audit-row.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import { ExternalIdsLostError } from '../invoice/external-ids.ts';
import { LOST, LOST_AT, WITH_LOSS_WARNING } from '../invoice/new-invoices.ts';
import type { InvoiceScope } from '../invoice/stored-invoice.ts';
import type { CashDepositStatus, DepositDay } from './cash-deposits.ts';

/** A withdrawal as it is now. */
export interface Withdrawal {
  id: string;
  cashRegisterId: string;
  tcrCode: string;
  /** Calendar day in Podgorica: of its time, or of its acceptance until that is fixed. */
  date: string;
  /** Decimal text with 2 decimals. */
  cashAmount: string;
  note: string | null;
  operatorName: string | null;
  externalId: string | null;
  /** SHA-256 of the call; null without an external id. */
  digest: Buffer | null;
  warnings: string[];
  status: CashDepositStatus;
  fcdc: string | null;
  /** Of ChangeDateTime; null until it is fixed. */
  changedAt: Date | null;
  deliverBefore: Date;
  /** Why it is refused, or not sent yet. */
  failure: Failure | null;
  createdAt: Date;
}

/** A withdrawal that was accepted. */
export interface NewWithdrawal extends InvoiceScope {
  cashRegisterId: string;
  request: WithdrawalCall;
  /** Decimal text with 2 decimals. */
  cashAmount: string;
  operatorCode: string | null;
  warnings: string[];
  /** SHA-256 of the call; null without an external id. */
  digest: Buffer | null;
}

/** How long the lane of key operations has it alone; then deliveries take it, too. */
const MADE_AT_ONCE = `interval '20 seconds'`;

const insert = statement.one<
  Omit<NewWithdrawal, 'request' | 'warnings'> & {
    id: string;
    note: string | null;
    operatorName: string | null;
    externalId: string | null;
    warnings: string;
    lossWarning: string;
    actor: string | null;
  },
  { isRegistered: boolean; hasEnded: boolean; isLost: boolean; isAdded: boolean }
>(
  'insert_withdrawal',
  `with fitting as materialized (
     select :id::uuid as id, :externalId::text as external_id, r.id as cash_register_id,
            r.company_id, r.environment, r.tcr_code,
            coalesce(${LAST_DAY} < (now() at time zone 'Europe/Podgorica')::date, false) as has_ended
     from cash_register r
     where r.id = :cashRegisterId and r.company_id = :companyId and r.environment = :environment
       and r.tcr_code is not null
   ), ${LOST}, added as (
     insert into withdrawal (id, company_id, environment, cash_register_id, tcr_code, local_date,
       form, cash_amount, note, operator_name, operator_code, external_id, external_digest,
       warnings, deliver_before, next_attempt_at, created_at)
     select f.id, f.company_id, f.environment, f.cash_register_id, f.tcr_code,
       (now() at time zone 'Europe/Podgorica')::date, ${FORMS.withdrawal}, :cashAmount, :note,
       :operatorName, :operatorCode, f.external_id, :digest::bytea,
       (${WITH_LOSS_WARNING})::json,
       now() + interval '${DELIVERY_WINDOW_HOURS} hours', now() + ${MADE_AT_ONCE},
       -- Rounded up it could be of the next day.
       date_trunc('milliseconds', now())
     from fitting f left join (select id, warning as loss_warning from doubtful) d using (id)
     cross join (select :warnings::text as warnings) said
     where f.id not in (select id from lost) and not f.has_ended
     on conflict (company_id, environment, external_id) where external_id is not null do nothing
     returning id, company_id, cash_register_id, cash_amount
   ), audited as (${insertAudit(
     {
       actor: ':actor::text',
       companyId: 'company_id',
       action: 'withdrawal.requested',
       entityId: 'cash_register_id',
       after: `jsonb_build_object('withdrawalId', id, 'cashAmount', cash_amount)`,
     },
     'added where :actor::text is not null',
   )})
   select exists (select from fitting) as "isRegistered",
          exists (select from fitting where has_ended) as "hasEnded", exists (select from lost) as "isLost",
          exists (select from added) as "isAdded"`,
);

/**
 * Stores a withdrawal, to be registered by a worker.
 * @param id that it gets.
 * @param actor who asks, for the audit log; null has only the outcome audited.
 * @returns `taken` where another call has its external id; `no-tcr-code` where the cash register is
 * not registered with the authority; `ended` after its last day of use (ADR 11). Nothing was stored
 * then.
 * @throws ExternalIdsLostError
 */
export async function insertWithdrawal(
  db: Database,
  id: string,
  { request, warnings, ...rest }: NewWithdrawal,
  actor: string | null,
): Promise<'stored' | 'taken' | 'no-tcr-code' | 'ended'> {
  const { note, operatorName, externalId } = request;
  const said = { note: note ?? null, operatorName: operatorName ?? null };
  const { isRegistered, hasEnded, isLost, isAdded } = await insert(db, {
    ...rest,
    ...said,
    id,
    externalId: externalId ?? null,
    warnings: JSON.stringify(warnings),
    lossWarning: sentence('externalIdAfterLoss', { time: LOST_AT }),
    actor,
  });
  if (!isRegistered) return 'no-tcr-code';
  if (hasEnded) return 'ended';
  if (isLost) throw new ExternalIdsLostError();
  return isAdded ? 'stored' : 'taken';
}

type Row = Omit<Withdrawal, 'failure'> & { failure: StoredFailure | null };
const SELECT = `
  select w.id, w.cash_register_id as "cashRegisterId", w.tcr_code as "tcrCode",
    w.local_date::text as date, w.cash_amount as "cashAmount", w.note,
    w.operator_name as "operatorName", w.external_id as "externalId", w.external_digest as digest,
    w.warnings, w.status, w.fcdc, w.changed_at as "changedAt",
    w.deliver_before as "deliverBefore", w.failure, w.created_at as "createdAt"
  from withdrawal w`;
const withdrawalOf = (row: Row): Withdrawal => ({ ...row, failure: parseFailure(row.failure) });

const find = statement.maybe<{ id: string }, Row>('find_withdrawal', `${SELECT} where w.id = :id`);
const findNamed = statement.maybe<InvoiceScope & { externalId: string }, Row>(
  'find_withdrawal_by_external_id',
  `${SELECT} where w.company_id = :companyId and w.environment = :environment
     and w.external_id = :externalId`,
);
const list = statement.all<DepositDay & { withOpen: boolean }, Row>(
  'list_withdrawals',
  `${SELECT} where w.cash_register_id = :cashRegisterId and w.tcr_code = :tcrCode
     and (w.local_date = :localDate::date or :withOpen
       and w.status in ('pending', 'offline'))
   order by coalesce(w.changed_at, w.created_at), w.id`,
);

/** Null where there is none. */
export async function findWithdrawal(db: Connected, id: string): Promise<Withdrawal | null> {
  const row = await find(db, { id });
  return row && withdrawalOf(row);
}

/** The one that a call with the external id has stored; null where none has. */
export async function findWithdrawalByExternalId(
  db: Connected,
  key: InvoiceScope & { externalId: string },
): Promise<Withdrawal | null> {
  const row = await findNamed(db, key);
  return row && withdrawalOf(row);
}

/**
 * Those of a day, in the order of their time.
 * @param withOpen those of other days as well that wait for their delivery.
 */
export async function listWithdrawals(
  db: Connected,
  day: DepositDay,
  withOpen = false,
): Promise<Withdrawal[]> {
  return (await list(db, { ...day, withOpen })).map(withdrawalOf);
}

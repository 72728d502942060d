// Stores new invoices: drafts, and those that are to be fiscalized at once.

import { invoiceForm, sentence } from '@fiscal/domain';
import type {
  ComputedInvoice,
  Environment,
  IicReference,
  InvoiceRequest,
  InvoiceStatus,
  RootElsewhere,
  Seller,
} from '@fiscal/domain';
import { insertAudit } from '../audit/audit-row.ts';
import { inTransaction } from '../connection/client.ts';
import { batchStatements } from '../connection/batched-statements.ts';
import { statement } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import type { Connected } from '../connection/statement.ts';
import { invoiceOf } from './stored-invoice.ts';
import { SUSPENDED_UNTIL } from '../number/number-confirmation.ts';
import { ExternalIdsLostError, ExternalIdTakenError, supersede } from './external-ids.ts';
import type { StoredInvoice } from './stored-invoice.ts';

/** A document that was accepted, with its amounts. */
export interface NewInvoice {
  id: string;
  companyId: string;
  environment: Environment;
  cashRegisterId: string;
  /** Null for a test invoice of the panel. */
  apiKeyId: string | null;
  request: InvoiceRequest;
  computed: ComputedInvoice;
  warnings: string[];
  /** Fixed now, whatever the company changes later. Decisions §4. */
  pricesIncludeVat: boolean;
  seller: Seller;
  originalId: string | null;
  /**
   * Of a corrective: the end of its chain, where it is not stored here; null or absent for any
   * other document.
   */
  rootElsewhere?: RootElsewhere | null;
  /** Of a call with an external id: absent or null where it has none. Extensions §9. */
  external?: {
    /** SHA-256 of the call. */
    digest: Buffer;
    /** The document whose place it takes. */
    supersedes: string | null;
  } | null;
  /** What the corrective of an advance names; null or absent for any other document. */
  iicReferences?: IicReference[] | null;
}

/**
 * A new invoice, and when it is scheduled among all Pending ones in milliseconds from now; null for
 * a draft.
 */
interface AddedInvoice {
  invoice: NewInvoice;
  scheduledInMs: number | null;
  /** What its work belongs to, as `traceparent`. */
  trace?: string | null;
}

/**
 * How far the ids of new invoices, which begin with the time of the API that makes them, may be off
 * PostgreSQL's clock. Contents and prints are stored in months by them.
 */
export const ID_CLOCK_TOLERANCE_MS = 12 * 3_600_000;

/** The clock of this process is so wrong that it makes no ids. Nothing was stored. */
export class ServiceClockError extends Error {
  readonly code = 'SERVICE_CLOCK_WRONG';
  override readonly name = 'ServiceClockError';
  /** Above 0 ahead of PostgreSQL's, below 0 behind. */
  readonly aheadMs: number;

  constructor(aheadMs: number) {
    const hours = (Math.abs(aheadMs) / 3_600_000).toFixed(1);
    super(
      `The clock of this API is ${hours} h ${aheadMs > 0 ? 'ahead of' : 'behind'} PostgreSQL’s: it stores no invoice ` +
        'until the wrong one is corrected (NTP).',
    );
    this.aheadMs = aheadMs;
  }
}

const AHEAD_MS = 'extract(epoch from uuid_instant(id) - now())::float8 * 1000';

/** For so long after a loss a new external id may be that of a sale that was lost. */
const DOUBT = `interval '48 hours'`;
export const LOST_AT = '<time>';

/**
 * In a database that may have lost something: of the external ids of `fitting`, those that may be
 * of it, and warnings with the time in place of LOST_AT for those that may have been.
 */
export const LOST = `
    bound as materialized (
      select ${SUSPENDED_UNTIL} as suspended_until,
             extract(year from now() at time zone 'Europe/Podgorica')::int as this_year
    ), lost as materialized (
      select fitting.id from fitting, bound
      where external_id is not null and this_year <= suspended_until and exists (
        select from cash_register r
        left join number_sequence s
          on s.environment = r.environment and s.tcr_code = r.tcr_code and s.year = this_year
        where r.id = fitting.cash_register_id and r.tcr_code is not null
          and s.confirmed_in is distinct from current_place()
          and not exists (
            select from number_confirmation c
            where c.environment = r.environment and c.tcr_code = r.tcr_code
              and c.year = this_year and c.place = current_place()))
    ), doubtful as materialized (
      select distinct on (fitting.id) fitting.id, replace(:lossWarning, '${LOST_AT}', to_char(
        coalesce(known.seen_at, c.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as warning
      from fitting join bound on suspended_until > 0
      join cash_register r on r.id = fitting.cash_register_id
      join number_confirmation c on c.environment = r.environment and c.tcr_code = r.tcr_code
        and c.place = current_place() and not c.nothing_lost and c.at > now() - ${DOUBT}
      left join database_place known on known.place = c.place
      where external_id is not null and :lossWarning::text is not null
    )`;
/**
 * Of calls with external ids: what no other call has stored. In the order of the ids, so that no
 * two statements wait for each other.
 */
const ONCE = `
      order by company_id, environment, external_id
      on conflict (company_id, environment, external_id)
        where external_id is not null and superseded_by is null do nothing`;
const RESULT_ONCE = `,
           abs(ahead_ms) <= :clockToleranceMs::float8 as "isClockRight",
           array(select id::text from added) as ids`;
const WITH_LOSS = `
      select fitting.*, doubtful.warning as loss_warning
      from fitting join added using (id) left join doubtful using (id)`;
/**
 * `warnings` of a row with its `loss_warning`. As texts: what stands in the others may be no text
 * of PostgreSQL's.
 */
export const WITH_LOSS_WARNING = `case when loss_warning is null then warnings
  else '[' || to_json(loss_warning) || case warnings when '[]' then ']' else ',' || substr(warnings, 2) end
  end`;

interface InsertKind {
  /** Of what is stored, besides a right clock. */
  only: string;
  /** Further queries before the insert, which ends with `conflict`. */
  queries: string;
  conflict: string;
  /** What was stored, as rows of `fitting`. */
  added: string;
  warnings: string;
  result: string;
}

const PLAIN: InsertKind = {
  only: '',
  queries: '',
  conflict: '',
  added: 'select * from fitting',
  warnings: 'warnings',
  result: '',
};
/** There are external ids among them, and nothing was lost: else nothing fits. */
const NOTHING_LOST: InsertKind = {
  ...PLAIN,
  only: `and ${SUSPENDED_UNTIL} = 0`,
  conflict: ONCE,
  added: 'select fitting.* from fitting join added using (id)',
  result: `${RESULT_ONCE}, exists (select from fitting) as "isNothingLost"`,
};
const AFTER_LOSS: InsertKind = {
  only: '',
  queries: `${LOST}, `,
  conflict: `
      where id not in (select id from lost)
      ${ONCE}`,
  added: WITH_LOSS,
  warnings: WITH_LOSS_WARNING,
  result: `${RESULT_ONCE}, array(select id::text from lost) as "lostIds",
           (select json_object_agg(id, warning) from doubtful) as "lossWarnings"`,
};

/** @param also what else the statement does with the rows of `new`: `, audited as (…)`. */
const insertText = (kind: InsertKind, also = '') => `
    with given as materialized (
      select * from json_to_recordset(:rows) as given (id uuid, company_id uuid, environment environment, form int,
        cash_register_id uuid, api_key_id uuid, status invoice_status, document_type text,
        type_of_invoice text, payment_method text, order_number bigint, note text, original_id uuid,
        prices_include_vat boolean, request json, computed json, warnings text, seller json,
        advance_payment_iic text, total numeric, words text, turn_in_ms float8, trace text,
        iic_references json, root_elsewhere jsonb, external_id text, external_digest text, replaces text)
    ), clock as materialized (
      select ${AHEAD_MS} as ahead_ms from given order by abs(${AHEAD_MS}) desc limit 1
    ), fitting as materialized (
      select given.* from given, clock
      where abs(ahead_ms) <= :clockToleranceMs::float8 ${kind.only}
    ), ${kind.queries}added as (
      insert into invoice (id, company_id, environment, form, cash_register_id, api_key_id, status,
        document_type, type_of_invoice, payment_method, order_number, note, original_id,
        prices_include_vat, iic_references, root_elsewhere, external_id, external_digest, replaces)
      select id, company_id, environment, form, cash_register_id, api_key_id, status, document_type,
        type_of_invoice, payment_method, order_number, note, original_id, prices_include_vat,
        iic_references, root_elsewhere, external_id, decode(external_digest, 'hex'), replaces
      from fitting
      ${kind.conflict}
      returning id, created_at, updated_at
    ), new as materialized (
      ${kind.added}
    ), content as (
      insert into invoice_content
        (invoice_id, request, computed, warnings, seller, advance_payment_iic)
      select id, request, computed, (${kind.warnings})::json, seller,
             advance_payment_iic
      from new
    ), searched as (
      insert into invoice_search (environment, invoice_id, company_id, total, words)
      select environment, id, company_id, total, search_words(words) from new
    ), queued as (
      insert into work (subject_id, kind, company_id, environment, scheduled_at, trace)
      select id, 'fiscalize', company_id, environment,
             now() + turn_in_ms * interval '1 millisecond', trace
      from new where status = 'Pending'
    )${also}
    select created_at as "createdAt", updated_at as "updatedAt", ahead_ms as "aheadMs"
           ${kind.result}
    from clock left join added on true limit 1`;

interface InsertValues {
  /** JSON. */
  rows: string;
  clockToleranceMs: number;
}
interface InsertRow {
  createdAt: Date | null;
  updatedAt: Date | null;
  aheadMs: number;
}
const insert = statement.one<InsertValues, InsertRow>('insert_invoices', insertText(PLAIN));
type OnceRow = InsertRow & { isClockRight: boolean; ids: string[] };
const insertOnce = statement.one<InsertValues, OnceRow & { isNothingLost: boolean }>(
  'insert_invoices_once',
  insertText(NOTHING_LOST),
);
const insertAfterLoss = statement.one<
  InsertValues & { lossWarning: string | null },
  OnceRow & { lostIds: string[]; lossWarnings: Record<string, string> | null }
>('insert_invoices_after_loss', insertText(AFTER_LOSS));

const AUDIT = {
  actor: ':actor::text',
  companyId: 'company_id',
  action: 'invoice.tested',
  entityId: 'id',
} as const;
const insertAudited = statement.one<InsertValues & { actor: string }, InsertRow>(
  'insert_audited_invoice',
  insertText(PLAIN, `, audited as (${insertAudit(AUDIT, 'new')})`),
);

function rowOf({ invoice, scheduledInMs, trace }: AddedInvoice) {
  const { request } = invoice;
  return {
    id: invoice.id,
    company_id: invoice.companyId,
    environment: invoice.environment,
    form: invoiceForm(invoice),
    cash_register_id: invoice.cashRegisterId,
    api_key_id: invoice.apiKeyId,
    status: statusOf(scheduledInMs),
    document_type: request.type,
    type_of_invoice: request.typeOfInvoice,
    payment_method: request.paymentMethod,
    order_number: request.orderNumber,
    note: request.note,
    original_id: invoice.originalId,
    root_elsewhere: invoice.rootElsewhere,
    external_id: request.externalId,
    external_digest: invoice.external?.digest.toString('hex'),
    replaces: request.replaces,
    prices_include_vat: invoice.pricesIncludeVat,
    request,
    computed: invoice.computed,
    // As a text: names of unknown fields stand in them, and PostgreSQL would refuse what is no text
    // (a NUL, half a pair of surrogates), although it is JSON.
    warnings: JSON.stringify(invoice.warnings),
    seller: invoice.seller,
    advance_payment_iic: request.advancePaymentIic,
    total: invoice.computed.totals.total,
    words: wordsOf(request),
    turn_in_ms: scheduledInMs,
    // Of a draft they are fixed when it becomes Pending.
    iic_references: scheduledInMs === null ? null : invoice.iicReferences,
    trace,
  };
}

/** What people search it by; undefined where it says none of it. */
function wordsOf({ note, buyer }: InvoiceRequest): string | undefined {
  const said = [note, buyer?.name, buyer?.idNumber].filter((text) => typeof text === 'string');
  return said.length === 0 ? undefined : said.join(' ');
}

function statusOf(scheduledInMs: number | null): InvoiceStatus {
  return scheduledInMs === null ? 'Draft' : 'Pending';
}

/**
 * Stores new invoices, all or none; but of each external id that another call has taken, or that
 * may be lost, none. Spec, Transitions: (none) → Draft, (none) → Pending with the work.
 * @returns them as they are read from now on, or why one was not stored.
 * @throws ServiceClockError
 */
async function insertInvoices(
  db: Connected,
  added: readonly AddedInvoice[],
  clockToleranceMs = ID_CLOCK_TOLERANCE_MS,
): Promise<(StoredInvoice | ExternalIdTakenError | ExternalIdsLostError)[]> {
  const values = { rows: JSON.stringify(added.map(rowOf)), clockToleranceMs };
  if (added.every(({ invoice }) => !invoice.external)) {
    return addedAs(added, storedOf(await insert(db, values)));
  }
  const { isNothingLost, ...once } = await insertOnce(db, values);
  if (!once.isClockRight) throw new ServiceClockError(once.aheadMs);
  // An id whose document is superseded is known.
  const isKnown = added.some(({ invoice }) => invoice.external?.supersedes);
  const lossWarning = isKnown ? null : sentence('externalIdAfterLoss', { time: LOST_AT });
  const { ids, lostIds, lossWarnings, ...row } = isNothingLost
    ? { ...once, lostIds: [], lossWarnings: null }
    : await insertAfterLoss(db, { ...values, lossWarning });
  const warned = added.map(({ invoice, ...rest }) => {
    const loss = lossWarnings?.[invoice.id];
    const warnings = loss === undefined ? invoice.warnings : [loss, ...invoice.warnings];
    return { ...rest, invoice: { ...invoice, warnings } };
  });
  const stored = ids.length === 0 ? [] : addedAs(warned, storedOf(row));
  return added.map(({ invoice: { id } }, index) => {
    if (lostIds.includes(id)) return new ExternalIdsLostError();
    const invoice = ids.includes(id) ? stored[index] : undefined;
    return invoice ?? new ExternalIdTakenError();
  });
}

function addedAs(
  added: readonly AddedInvoice[],
  row: Pick<StoredInvoice, 'createdAt' | 'updatedAt'>,
): StoredInvoice[] {
  return added.map(({ invoice, scheduledInMs }) => {
    const { id, companyId, environment, cashRegisterId, originalId, iicReferences } = invoice;
    const { request, computed, warnings, pricesIncludeVat, seller } = invoice;
    return invoiceOf({
      id,
      companyId,
      environment,
      cashRegisterId,
      originalId,
      request,
      computed,
      warnings,
      pricesIncludeVat,
      seller,
      form: invoiceForm(invoice),
      ...NOT_YET_ISSUED,
      iicReferences: iicReferences ?? null,
      rootElsewhere: invoice.rootElsewhere ?? null,
      status: statusOf(scheduledInMs),
      orderNumber: request.orderNumber,
      ...row,
    });
  });
}

/** @throws ServiceClockError */
function storedOf({ createdAt, updatedAt, aheadMs }: InsertRow) {
  if (createdAt === null || updatedAt === null) throw new ServiceClockError(aheadMs);
  return { createdAt, updatedAt };
}

/**
 * Stores an invoice in a transaction, which may have decided about it.
 * @throws ExternalIdTakenError, ExternalIdsLostError, ServiceClockError
 */
export async function storeInvoiceIn(
  transaction: Connected,
  added: AddedInvoice,
  clockToleranceMs?: number,
): Promise<StoredInvoice> {
  const { invoice } = added;
  if (invoice.external?.supersedes) {
    await supersede(transaction, invoice.external.supersedes, invoice);
  }
  const [stored] = await insertInvoices(transaction, [added], clockToleranceMs);
  if (stored === undefined) throw new Error('the statement stored nothing');
  if (stored instanceof Error) throw stored;
  return stored;
}

/** Stores a test invoice that a person has asked for, with its line in the audit log. */
export async function storeTestInvoice(
  db: Database,
  added: AddedInvoice,
  actor: string,
): Promise<void> {
  const rows = JSON.stringify([rowOf(added)]);
  const values = { rows, clockToleranceMs: ID_CLOCK_TOLERANCE_MS, actor };
  storedOf(await insertAudited(db, values));
}

const NOT_YET_ISSUED = {
  tcrCode: null,
  year: null,
  ordinal: null,
  invoiceNumber: null,
  issuedAt: null,
  issueDateTime: null,
  iic: null,
  iicSignature: null,
  issuer: null,
  fic: null,
  offlineSince: null,
  deliverBefore: null,
  failure: null,
  attempts: 0,
  nextAttemptAt: null,
};

/**
 * Stores one, with others that come at the same time.
 * @throws ExternalIdTakenError, ExternalIdsLostError, ServiceClockError
 */
export type StoreInvoice = (added: AddedInvoice) => Promise<StoredInvoice>;

/** An item weighs so much of what a statement stores; a long invoice has one of its own. */
const ITEM_WEIGHT = 0.5;

/**
 * Stores what comes at the same time with one statement; what supersedes another document in a
 * transaction of its own.
 * @param clockToleranceMs for invoices of other times, which tests make.
 */
export function openInvoiceStore(db: Database, clockToleranceMs?: number): StoreInvoice {
  const store = batchStatements(
    (added: readonly AddedInvoice[]) => insertInvoices(db, added, clockToleranceMs),
    ({ invoice }) => 1 + invoice.request.items.length * ITEM_WEIGHT,
  );
  return async (added) => {
    if (added.invoice.external?.supersedes) {
      return inTransaction(db, (transaction) =>
        storeInvoiceIn(transaction, added, clockToleranceMs),
      );
    }
    const stored = await store(added);
    if (stored instanceof Error) throw stored;
    return stored;
  };
}

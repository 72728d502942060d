// Invoices as the API stores and reads them: the hot statements of accepting and polling. What the
// worker does with them is in invoice-claims.ts, numbering.ts and outcomes.ts.

import { limitWarnings, parseFailure, PAYING_TYPES, paymentsOf } from '@fiscal/domain';
import type {
  CashRegisterCodes,
  ComputedInvoice,
  Environment,
  Failure,
  IicReference,
  InvoiceRequest,
  InvoiceStatus,
  Payment,
  RootElsewhere,
  Seller,
} from '@fiscal/domain';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import type { Database } from '../connection/client.ts';
import { OF_INVOICE } from '../work/work.ts';

/** The issuer as it was written into the message; reprints show what was signed. */
export interface Issuer {
  seller: Seller;
  codes: CashRegisterCodes;
}

/** An invoice row. Times are instants; amounts are decimal text inside `computed`. */
export interface StoredInvoice {
  id: string;
  companyId: string;
  environment: Environment;
  cashRegisterId: string;
  /** Of what it says: domain's FORMS.invoice of the release that has accepted it. */
  form: number;
  status: InvoiceStatus;
  orderNumber: number;
  request: InvoiceRequest;
  computed: ComputedInvoice;
  /** Not stored: they follow from `request` and `computed`. */
  payments: readonly Payment[];
  warnings: string[];
  /** How its prices were meant when it was accepted. */
  pricesIncludeVat: boolean;
  /** Who sold it, as it was accepted. */
  seller: Seller;
  originalId: string | null;
  /** Of a corrective: the end of its chain, where it is not stored here. */
  rootElsewhere: RootElsewhere | null;
  /** Of the number; the cash register may have got another one since. */
  tcrCode: string | null;
  year: number | null;
  ordinal: number | null;
  invoiceNumber: string | null;
  issuedAt: Date | null;
  issueDateTime: string | null;
  iic: string | null;
  iicSignature: string | null;
  /** What its message names; null where it names nothing, or is not signed. */
  iicReferences: IicReference[] | null;
  issuer: Issuer | null;
  fic: string | null;
  offlineSince: Date | null;
  deliverBefore: Date | null;
  failure: Failure | null;
  attempts: number;
  nextAttemptAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * What changes about the invoice `i`, of what its record shows; without `attempts` and
 * `nextAttemptAt`.
 */
const STATE_COLUMNS = `
  i.environment, i.form, i.status, i.order_number::float8 as "orderNumber", i.ordinal::float8 as ordinal,
  i.invoice_number as "invoiceNumber", i.issue_date_time as "issueDateTime", i.iic, i.issuer, i.fic,
  i.deliver_before as "deliverBefore", i.failure, i.created_at as "createdAt",
  i.updated_at as "updatedAt"`;

/**
 * The columns of a StoredInvoice, of the invoice `i` and what it says; without `attempts` and
 * `nextAttemptAt`.
 */
export const INVOICE_COLUMNS = `
  i.id, i.company_id as "companyId", i.cash_register_id as "cashRegisterId",
  i.prices_include_vat as "pricesIncludeVat", i.original_id as "originalId",
  i.root_elsewhere as "rootElsewhere", i.tcr_code as "tcrCode", i.year, i.issued_at as "issuedAt", i.iic_signature as "iicSignature",
  i.iic_references as "iicReferences", i.offline_since as "offlineSince", ${STATE_COLUMNS},
  content.request, content.computed, content.warnings, content.seller`;
/** Of a page of invoices. */
export const JOIN_CONTENT = 'join invoice_content content on content.invoice_id = i.id';
/** Of one invoice, whose month alone is opened: a join would open all of them (docs/adr/0022). */
export const CONTENT_OF_ONE = 'cross join lateral content_of_invoice(i.id) content';

/**
 * Whether the invoice `i` can be signed: its month is not detached, which none is before five
 * years.
 */
export const HAS_CONTENT = `
  (i.created_at > now() - interval '5 years' or exists (select from content_of_invoice(i.id)))`;

/** How often the invoice `i` with the work `w` was claimed, and when the work is due again. */
export const WORK_COLUMNS = `
  i.attempts + coalesce(w.attempts, 0) as attempts,
  case w.kind when 'deliver' then nullif(w.scheduled_at, 'infinity') end as "nextAttemptAt"`;
/**
 * As WORK_COLUMNS, of an invoice without work, or whose work is claimed.
 * @param attempts of that claim.
 */
export const noWorkColumns = (attempts = '0'): string =>
  `i.attempts + ${attempts} as attempts, null::timestamptz as "nextAttemptAt"`;

/** The work that the invoice `i` waits for. */
export const JOIN_WORK = `left join work w on w.subject_id = i.id and w.${OF_INVOICE}`;

/** What INVOICE_COLUMNS reads. */
export type InvoiceRow = Omit<StoredInvoice, 'payments'>;

/** An invoice by its row, however many warnings are stored. */
export function invoiceOf(row: InvoiceRow): StoredInvoice {
  return {
    ...row,
    payments: paymentsOf(row),
    failure: parseFailure(row.failure),
    warnings: limitWarnings(row.warnings),
  };
}

/** Whose invoices a caller may see: never another company's or environment's (decisions §1). */
export interface InvoiceScope {
  companyId: string;
  environment: Environment;
}

/**
 * Whether the invoice `i`, looked up by its key, is of the InvoiceScope of the values. In words
 * that match no index: a plan that was made while the table was empty would read all of the
 * company's.
 */
export const IN_SCOPE = `
  i.company_id is not distinct from :companyId and i.environment is not distinct from :environment`;

/** A corrective that was handed out, as the original's record lists it. */
export interface CorrectiveReference {
  id: string;
  iic: string | null;
}

const CORRECTIVES = `coalesce(
  (select json_agg(json_build_object('id', c.id, 'iic', c.iic) order by c.created_at, c.id)
   from invoice c where c.original_id = i.id and c.status in ('Fiscalized', 'Offline')),
  '[]'::json) as correctives`;

/**
 * The correctives that count against a root. Drafts do not, because they may stay drafts for ever,
 * and Failed ones do not, because others take their place. What has a corrective of its own was
 * Fiscalized, so that the way to one in force leads through such alone. Extensions §1.
 */
export const IN_FORCE = `('Pending', 'Offline', 'Fiscalized')`;

const QUOTED_PAYING_TYPES = PAYING_TYPES.map((type) => `'${type}'`).join(', ');

/** Whether later invoices are paid out of the invoice of the row. */
export const paysInvoices = (row: string): string =>
  `${row}.document_type in (${QUOTED_PAYING_TYPES})`;

/** Ids of the invoices in force, no correctives, that an advance pays. @param advance its row */
export const paidBy = (advance: string): string =>
  `invoices_paid_by_advance(${advance}.iic, ${advance}.company_id, ${advance}.environment)`;

// Of most invoices nothing is looked up but that they have no relatives. An advance has some from
// its signature on. `exists` would be planned as a table of all correctives, for which a list reads
// every invoice.
export const RELATIVES = `
  case when i.original_id is not null or ${paysInvoices('i')} and i.iic is not null
         or (select true from invoice c where c.original_id = i.id limit 1)
  then (
    with recursive up as (
      select i.id, i.original_id
      union all
      select o.id, o.original_id from up join invoice o on o.id = up.original_id
    ), tree as (
      (
        select id from up where original_id is null
        union all
        select p.id from ${paidBy('i')} p where ${paysInvoices('i')}
      )
      union all
      select c.id from tree join invoice c on c.original_id = tree.id and c.status in ${IN_FORCE}
    )
    select string_agg(id::text, ' ' order by id) from tree
  ) end as relatives`;

/** The invoice `i` with its work and what is around it: columns of a FoundRow. */
export const FOUND_COLUMNS = `${INVOICE_COLUMNS}, ${WORK_COLUMNS}, ${CORRECTIVES}, ${RELATIVES}`;
/** As FOUND_COLUMNS, of what may change. */
export const FOUND_STATE_COLUMNS = `${STATE_COLUMNS}, ${WORK_COLUMNS}, ${CORRECTIVES}, ${RELATIVES}`;

/** What of other documents its record shows, or is computed from. */
export interface Surroundings {
  /** The correctives that its record lists. */
  correctives: CorrectiveReference[];
  /** Ids of its root and of what is in force there; null for one that no other belongs to. */
  relatives: string | null;
}

/** An invoice with what is around it. */
export type FoundRow = InvoiceRow & Surroundings;

const find = statement.maybe<InvoiceScope & { id: string }, FoundRow>(
  'find_invoice',
  `select ${FOUND_COLUMNS}
   from invoice i ${CONTENT_OF_ONE} ${JOIN_WORK} where i.id = :id and ${IN_SCOPE}`,
);

/** One invoice of the caller with what is around it; null if there is none. */
export async function findInvoice(
  db: Connected,
  scope: InvoiceScope,
  id: string,
): Promise<(Surroundings & { invoice: StoredInvoice }) | null> {
  const row = await find(db, { ...scope, id });
  return row ? foundOf(row) : null;
}

export function foundOf({ correctives, relatives, ...invoice }: FoundRow) {
  return { invoice: invoiceOf(invoice), correctives, relatives };
}

const countDetached = statement.run<{
  id: string;
  companyId: string;
  environment: Environment | null;
}>(
  'find_detached_invoice',
  `select from invoice i where i.id = :id and i.company_id is not distinct from :companyId
     and i.environment is not distinct from coalesce(:environment, i.environment)
     and not exists (select from content_of_invoice(i.id))`,
);

/**
 * Whether there is such an invoice of which only the row of the lists is left: its month was
 * detached.
 * @param scope.environment null for either.
 */
export async function isDetached(
  db: Database,
  scope: { companyId: string; environment: Environment | null },
  id: string,
): Promise<boolean> {
  return (await countDetached(db, { ...scope, id })) > 0;
}

const findByIic = statement.maybe<InvoiceScope & { iic: string }, InvoiceRow>(
  'find_invoice_by_iic',
  `select ${INVOICE_COLUMNS}, ${noWorkColumns()} from invoice i ${CONTENT_OF_ONE}
   where i.iic = :iic and ${IN_SCOPE}`,
);

/** The original of a corrective; null if the caller has no invoice with that IIC. */
export async function findInvoiceByIic(
  db: Connected,
  scope: InvoiceScope,
  iic: string,
): Promise<StoredInvoice | null> {
  const row = await findByIic(db, { ...scope, iic });
  return row ? invoiceOf(row) : null;
}

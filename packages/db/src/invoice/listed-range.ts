// Which invoices a list of the panel is of, and how they are walked through, newest first: in SQL,
// of the row `i` of invoice or the row `s` of invoice_search.

import type { Environment } from '@fiscal/domain';
import type pg from 'pg';
import type { Conditions } from '../connection/conditions.ts';
import type { InvoicePosition, WalkFilter } from './invoice-list.ts';

/** Whose invoices; without a company those of all. */
export interface ListScope {
  companyId: string | null;
  environment: Environment;
}

/** Where a list is read: the pool, or the connection of a transaction. */
export interface ListSource {
  pool: pg.Pool | pg.PoolClient;
}

/** What a page is of: after a position, which is null for the first page. */
export interface ListedRange {
  scope: ListScope;
  filter: WalkFilter;
  after: InvoicePosition | null;
}

/** The range as statements name it. All of them select `id` and `created_at`. */
export interface RangeStatements {
  environment: string;
  /** The newest of the range. @param limit a parameter, as below. */
  newest: (limit: string) => string;
  /** The newest of which a condition on `i` holds. */
  ofInvoices: (condition: string, limit: string) => string;
  /** The newest of which a condition on `s` holds that an index has in this order. */
  ofSearched: (condition: string, limit: string) => string;
  /**
   * The newest of which a condition on `s` holds that an index finds in no order. All of them are
   * found first: PostgreSQL would guess that a word is frequent, and walk through everything.
   */
  ofFound: (condition: string, limit: string) => string;
}

/** Its values are added to the conditions once. */
export function statementsOf(
  { scope, filter, after }: ListedRange,
  { parameter }: Conditions,
): RangeStatements {
  const given = (value: unknown, condition: (p: string) => string) =>
    value === undefined || value === null ? [] : [condition(parameter(value))];
  const environment = parameter(scope.environment);
  const afterId = after && parameter(after.id);
  const shared = [
    `x.environment = ${environment}`,
    ...given(scope.companyId, (p) => `x.company_id = ${p}`),
    ...given(filter.from, (p) => `x.created_at >= ${p}`),
    ...given(filter.to, (p) => `x.created_at < ${p}`),
    ...given(after?.createdAt, (p) => `(x.created_at, x.id) < (${p}, ${afterId})`),
  ].join(' and ');
  const state = [
    ...given(filter.status, (p) => `i.status = ${p}`),
    ...given(filter.typeOfInvoice, (p) => `i.type_of_invoice = ${p}`),
  ];
  const onInvoice = [shared.replaceAll('x.', 'i.'), ...state].join(' and ');
  const onSearched = shared.replaceAll('x.id', 's.invoice_id').replaceAll('x.', 's.');
  const ofInvoices = (condition: string, limit: string) =>
    `select i.id, i.created_at from invoice i where ${onInvoice} and ${condition}
     order by i.created_at desc, i.id desc limit ${limit}`;
  // Looked up one by one, as many as it takes.
  const ofState =
    state.length === 0
      ? ''
      : `cross join lateral (
           select from invoice i where i.id = s.id and ${state.join(' and ')} offset 0) i`;
  const searched = (condition: string) =>
    `select s.invoice_id as id, s.created_at from invoice_search s
     where ${onSearched} and ${condition}`;
  const newestOf = (rows: string, limit: string) =>
    `select s.id, s.created_at from (${rows}) s ${ofState}
     order by s.created_at desc, s.id desc limit ${limit}`;
  const inOrder = 'order by created_at desc, id desc';
  const ofSearched = (condition: string, limit: string) =>
    newestOf(
      `${searched(condition)} ${inOrder} ${state.length === 0 ? `limit ${limit}` : 'offset 0'}`,
      limit,
    );
  const ofFound = (condition: string, limit: string) =>
    newestOf(`select * from (${searched(condition)} offset 0) s ${inOrder} offset 0`, limit);
  // Over all companies only the invoices that are not Fiscalized have an index of their own.
  const isOfInvoices =
    scope.companyId !== null || (filter.status !== undefined && filter.status !== 'Fiscalized');
  const newest = (limit: string) => (isOfInvoices ? ofInvoices : ofSearched)('true', limit);
  return { environment, newest, ofInvoices, ofSearched, ofFound };
}

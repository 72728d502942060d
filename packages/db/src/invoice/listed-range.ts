// Which invoices a list of the panel is of, and how they are walked through, newest first: in SQL,
// of the row `i` of invoice or the row `s` of invoice_search.

import type { Environment } from '@fiscal/domain';
import type { Conditions } from '../connection/conditions.ts';
import type { InvoicePosition, WalkFilter } from './invoice-list.ts';

/** Whose invoices; without a company those of all. */
export interface ListScope {
  companyId: string | null;
  environment: Environment;
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
  /** An index has only the invoices of its status: those of a month are few. */
  isSparse: boolean;
  /** The newest of which a condition on `i` holds. */
  ofInvoices: (condition: string, limit: string) => string;
  /** The newest of which a condition on `s` holds that an index has in this order. */
  ofSearched: (condition: string, limit: string) => string;
  /**
   * The newest of which a condition on `s` holds that an index finds in no order: period by period,
   * until there are enough, or the time is used up; then a row without an id, which was created
   * when the first period that was not searched ends, stands in place of what is older. All of a
   * period are found before they are sorted: PostgreSQL would guess that a word is frequent, and
   * walk through everything.
   *
   * @param budget a parameter: after so many ms no period is begun but the newest; null for no
   * limit.
   */
  ofFound: (condition: string, limit: string, budget: string) => string;
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
  const time = [
    `x.environment = ${environment}`,
    ...given(filter.from, (p) => `x.created_at >= ${p}`),
    ...given(filter.to, (p) => `x.created_at < ${p}`),
    ...given(after?.createdAt, (p) => `(x.created_at, x.id) < (${p}, ${afterId})`),
  ];
  const company = scope.companyId && parameter(scope.companyId);
  const shared = [...time, ...(company === null ? [] : [`x.company_id = ${company}`])];
  const state = [
    ...given(filter.status, (p) => `i.status = ${p}`),
    ...given(filter.typeOfInvoice, (p) => `i.type_of_invoice = ${p}`),
  ];
  const onInvoice = [...shared.map((each) => each.replaceAll('x.', 'i.')), ...state].join(' and ');
  const ofInvoices = (condition: string, limit: string) =>
    `select i.id, i.created_at from invoice i where ${onInvoice} and ${condition}
     order by i.created_at desc, i.id desc limit ${limit}`;
  const on = {
    range: onSearched(shared),
    time: onSearched(time),
    inPeriod: inPeriod(company),
    state,
  };
  const { ofSearched, ofFound } = searchedIn(on);
  const isSparse = filter.status !== undefined && filter.status !== 'Fiscalized';
  // Over all companies only the invoices that are not Fiscalized have an index of their own.
  const isOfInvoices = scope.companyId !== null || isSparse;
  const newest = (limit: string) => (isOfInvoices ? ofInvoices : ofSearched)('true', limit);
  return { environment, newest, isSparse, ofInvoices, ofSearched, ofFound };
}

function onSearched(conditions: readonly string[]): string {
  return conditions.join(' and ').replaceAll('x.id', 's.invoice_id').replaceAll('x.', 's.');
}

/** Those of the period `p`, by an index, which has a company's own by themselves. */
function inPeriod(company: string | null): string {
  const period = 'search_period(s.created_at)';
  return company === null
    ? `${period} = p.period`
    : `search_part(s.company_id, ${period}) = search_part(${company}, p.period)`;
}

/** Conditions that a search narrows. */
interface SearchConditions {
  /** On `s`: whose invoices, and when. */
  range: string;
  /** On `s`: when. */
  time: string;
  /** On `s`: those of the period `p`. An index has them, if there is a company only its own. */
  inPeriod: string;
  /** On `i`. */
  state: readonly string[];
}

function searchedIn({
  range,
  time,
  inPeriod,
  state,
}: SearchConditions): Pick<RangeStatements, 'ofSearched' | 'ofFound'> {
  const searched = (condition: string) =>
    `select s.invoice_id as id, s.created_at from invoice_search s
     where ${range} and ${condition}`;
  const inOrder = 'order by created_at desc, id desc';
  // Looked up one by one, as many as it takes.
  const ofState =
    state.length === 0
      ? ''
      : `cross join lateral (
           select from invoice i where i.id = s.id and ${state.join(' and ')} offset 0) i`;
  const ofSearched = (condition: string, limit: string) =>
    `select s.id, s.created_at from (
       ${searched(condition)} ${inOrder} ${state.length === 0 ? `limit ${limit}` : 'offset 0'}
     ) s ${ofState} order by s.created_at desc, s.id desc limit ${limit}`;
  const ofFound = (condition: string, limit: string, budget: string) =>
    `select s.id, s.created_at from (${periodsOf(time)}) p
     cross join lateral (select p.place = 1 or ${budget}::float8 is null
       or clock_timestamp() < statement_timestamp() + ${budget} * interval '1 ms' as "isLeft" offset 0
     ) time
     cross join lateral (
       select s.id, s.created_at from (
         select * from (
           ${searched(condition)} and ${inPeriod} and time."isLeft" offset 0
         ) s ${inOrder} offset 0
       ) s ${ofState}
       union all
       select null, ${PERIOD_END} where not time."isLeft"
     ) s order by p.period desc, s.created_at desc, s.id desc nulls last limit ${limit}`;
  return { ofSearched, ofFound };
}

/** When the period `p` is over: the inverse of `search_period`. */
const PERIOD_END = `timestamptz '2000-01-01 00:00:00Z' + (p.period + 1) * interval '2592000 s'`;

/** The periods between the newest and the oldest row of which a condition on `s` holds. */
function periodsOf(time: string): string {
  const end = (which: 'max' | 'min') =>
    `search_period((select ${which}(s.created_at) from invoice_search s where ${time}))`;
  return `select period, place from generate_series(${end('max')}, ${end('min')}, -1)
      with ordinality as p (period, place)
    order by period desc`;
}

// Finds invoices by what a person types. Every alternative is answered by an index of its own, so
// that a search never reads what it does not find; and a word that many invoices have is found among
// the newest, or in the newest period that has it, without a look at all others.

import { startConditions } from '../connection/conditions.ts';
import type { Conditions } from '../connection/conditions.ts';
import { statementsOf } from './listed-range.ts';
import type { ListedRange, ListSource, RangeStatements } from './listed-range.ts';
import { searchTermsOf } from './search-terms.ts';
import type { SearchTerms } from './search-terms.ts';

/** So many are compared with words one by one, which costs milliseconds. */
const NEWEST = 2_000;
/** Of those in a status that few are in: whoever has a word is looked up one by one, too. */
const NEWEST_SPARSE = 10_000;
/** Digits of a code that an index holds. */
const CODE_KEY = 6;
const IIC_LENGTH = 32;

/** How much is searched for at once. */
export interface SearchExtent {
  /** Rows, at most. */
  limit: number;
  /** After so many ms what an index finds in no order is left to the next page; null for no limit. */
  budgetMs: number | null;
}

/**
 * @param range of the list that is searched; its values are added to the conditions.
 * @returns a statement that selects `id` and `created_at` of what is found. Where `id` is null, what was
 * created before is not searched yet.
 */
export async function searchStatement(
  db: ListSource,
  range: ListedRange,
  text: string,
  conditions: Conditions,
  { limit, budgetMs }: SearchExtent,
): Promise<string> {
  const terms = searchTermsOf(text);
  const near = await findAmongNewest(db, range, terms, limit);
  const statements = statementsOf(range, conditions);
  const most = conditions.parameter(limit);
  const parts = [
    ...codeConditions(terms, conditions).map((condition) => statements.ofInvoices(condition, most)),
    ...(terms.totals ?? []).map((total) =>
      statements.ofSearched(`s.total = ${conditions.parameter(total)}`, most),
    ),
  ];
  parts.push(
    near === null
      ? statements.ofFound(saysIn(terms, conditions), most, conditions.parameter(budgetMs))
      : statements.ofInvoices(`i.id = any(${conditions.parameter(near)})`, most),
  );
  return parts.map((part) => `(${part})`).join(' union ');
}

/**
 * Those that say the words, of the newest of the range; null where these are too few for a page
 * although there are older ones, so that the index has to be asked.
 */
async function findAmongNewest(
  db: ListSource,
  range: ListedRange,
  terms: SearchTerms,
  limit: number,
): Promise<string[] | null> {
  if (terms.patterns.length === 0) return [];
  const conditions = startConditions();
  const { environment, newest, isSparse }: RangeStatements = statementsOf(range, conditions);
  const many = isSparse ? NEWEST_SPARSE : NEWEST;
  const most = conditions.parameter(limit);
  // Rows are read as they are asked for: where there are enough hits, the rest is not counted.
  const { rows } = await db.pool.query<{ walked: number | null; found: string[] }>(
    `with walk as materialized (${newest(conditions.parameter(many))}), hits as materialized (
       select array(
         select walk.id from walk cross join lateral (
           select from invoice_search s
           where s.environment = ${environment} and s.created_at = walk.created_at
             and s.invoice_id = walk.id and ${saysIn(terms, conditions)}
           offset 0
         ) s limit ${most}
       ) as found
     )
     select found,
       case when cardinality(found) < ${most} then (select count(*)::int from walk) end as walked
     from hits`,
    conditions.values,
  );
  const { walked = 0, found = [] } = rows[0] ?? {};
  return walked === null || walked < many ? found : null;
}

/** Whether `s` says all words, written with any letters. */
function saysIn({ patterns }: SearchTerms, { parameter }: Conditions): string {
  const says = patterns.map((pattern) => {
    const written = parameter(pattern);
    const spellings = /[đђ]/i.test(pattern) ? ['d', 'dj'] : ['d'];
    const likes = spellings.map((dj) => `s.words like searched_form(${written}, '${dj}')`);
    return `(${likes.join(' or ')})`;
  });
  return ['s.words is not null', ...says].join(' and ');
}

/** Conditions on `i`, each with an index. */
function codeConditions({ id, code, ordinal, number }: SearchTerms, conditions: Conditions) {
  const { parameter } = conditions;
  const found: string[] = [];
  if (id !== undefined) found.push(`i.id = ${parameter(id)}`);
  if (code !== undefined) found.push(...codesLike(code, conditions));
  if (ordinal !== undefined) found.push(hasOrdinal(ordinal));
  if (number !== undefined) {
    found.push(
      `${hasOrdinal(number.ordinal)} and i.year = ${parameter(number.year)}
       and position(${parameter(number.part)} in i.invoice_number) > 0`,
    );
  }
  return found;

  function hasOrdinal(value: number): string {
    return `coalesce(i.ordinal, i.order_number) = ${parameter(value)}`;
  }
}

function codesLike(code: string, { parameter }: Conditions): string[] {
  const first = parameter(code.padEnd(IIC_LENGTH, '0'));
  const last = parameter(code.padEnd(IIC_LENGTH, 'F'));
  const fic = code.toLowerCase();
  const beginning = parameter(fic.slice(0, CODE_KEY));
  const end = parameter(fic.slice(-CODE_KEY));
  const plainFic = `replace(i.fic, '-', '')`;
  return [
    `i.iic between ${first} and ${last}`,
    `right(i.iic, ${CODE_KEY}) = ${parameter(code.slice(-CODE_KEY))} and i.iic like ${parameter(`%${code}`)}`,
    `left(i.fic, ${CODE_KEY}) = ${beginning} and ${plainFic} like ${parameter(`${fic}%`)}`,
    `right(i.fic, ${CODE_KEY}) = ${end} and ${plainFic} like ${parameter(`%${fic}`)}`,
  ];
}

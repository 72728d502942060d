// Finds invoices by what a person types. Every alternative has an index of its own, so
// that a search never reads what it does not find; and a word that many invoices have is found
// among the newest, or in the newest period that has it, without a look at all others. Only a word
// of one or two letters has no index: what says it is looked for from the newest on.

import { startConditions } from '../connection/conditions.ts';
import type { Conditions } from '../connection/conditions.ts';
import { statement } from '../connection/statement.ts';
import type { Connected } from '../connection/statement.ts';
import type { InvoicePosition } from './invoice-list.ts';
import { statementsOf } from './listed-range.ts';
import type { ListedRange, RangeStatements } from './listed-range.ts';
import { searchTermsOf } from './search-terms.ts';
import type { SearchTerms } from './search-terms.ts';

/** So many are compared with words one by one, which costs milliseconds. */
const NEWEST = 2_000;
/** Of those in a status that few are in: whoever has a word is looked up one by one, too. */
const NEWEST_SPARSE = 10_000;
/** Of those that are compared, so many make a word frequent: a walk costs less than its list. */
const FREQUENT = 100;
/** Digits of a code that an index holds. */
const CODE_KEY = 6;
const IIC_LENGTH = 32;

/** How much is searched for at once. */
export interface SearchExtent {
  /** Rows, at most. */
  limit: number;
  /** After so many ms the words of older invoices are left to the next page; null for no limit. */
  budgetMs: number | null;
}

interface Search {
  /**
   * Selects `id` and `created_at` of what is found. Where `id` is null, nothing older is searched
   * yet.
   */
  text: string;
  /** All that it finds is newer, and what is older is not searched yet; null if all is. */
  searchedTo: InvoicePosition | null;
}

/** @param range of the list that is searched; its values are added to the conditions. */
export async function startSearch(
  db: Connected,
  range: ListedRange,
  text: string,
  conditions: Conditions,
  extent: SearchExtent,
): Promise<Search> {
  const terms = searchTermsOf(text);
  const walk = await findFromNewest(db, range, terms, extent);
  const statements = statementsOf(range, conditions);
  const most = conditions.parameter(extent.limit);
  const parts = [
    ...codeConditions(terms, conditions).map((condition) => statements.ofInvoices(condition, most)),
    ...(terms.totals ?? []).map((total) =>
      statements.ofSearched(`s.total = ${conditions.parameter(total)}`, most),
    ),
  ];
  if (walk === null) {
    const says = saysIn(terms.patterns, conditions);
    parts.push(statements.ofFound(says, most, conditions.parameter(extent.budgetMs)));
  } else {
    parts.push(statements.ofInvoices(`i.id = any(${conditions.parameter(walk.found)})`, most));
  }
  // In a list of all companies each company's are found by its index.
  const ofCompanies = (isListed: string, condition: string) =>
    `select found.id, found.created_at from company c cross join lateral (
       ${statements.ofInvoices(`i.company_id = c.id and ${condition}`, most)}) found
     where ${isListed} order by found.created_at desc, found.id desc limit ${most}`;
  const isOfAll = range.scope.companyId === null;
  // What a client calls it is looked up as a whole: in the words it would cost each sale.
  const externalId = conditions.parameter(text.trim().normalize('NFC'));
  const isIt = `i.external_id = ${externalId} and i.superseded_by is null`;
  parts.push(isOfAll ? ofCompanies('true', isIt) : statements.ofInvoices(isIt, most));
  // It is also searched by whose an invoice is.
  if (isOfAll && terms.patterns.length > 0) {
    const isNamed = haveWords(`(' ' || search_words(c.name))`, terms.patterns, conditions);
    parts.push(ofCompanies(isNamed, 'true'));
  }
  return { text: parts.map((part) => `(${part})`).join(' union '), searchedTo: walk?.last ?? null };
}

/** What says the words, newest first. */
interface Walk {
  found: string[];
  /** The last that was compared, if there may be more; null where there are enough, or no more. */
  last: InvoicePosition | null;
}

/** Null where the index of words has to be asked. */
async function findFromNewest(
  db: Connected,
  range: ListedRange,
  terms: SearchTerms,
  { limit, budgetMs }: SearchExtent,
): Promise<Walk | null> {
  if (terms.patterns.length === 0) return { found: [], last: null };
  const end = budgetMs === null ? Infinity : performance.now() + budgetMs;
  const { found, last } = await compareNewest(db, range, terms.patterns, limit);
  if (last === null) return { found, last };
  if (!(await isCheaperWalked(db, range, terms))) return null;
  let walked: InvoicePosition | null = last;
  while (walked !== null && performance.now() < end) {
    const rest = { ...range, after: walked };
    const next = await compareNewest(db, rest, terms.patterns, limit - found.length);
    found.push(...next.found);
    walked = next.last;
  }
  return { found, last: walked };
}

/** Whether the index has none of the words, or only frequent ones beside some that it has not. */
async function isCheaperWalked(
  db: Connected,
  range: ListedRange,
  { patterns, indexed }: SearchTerms,
): Promise<boolean> {
  if (indexed.length === patterns.length) return false;
  if (indexed.length === 0) return true;
  return (await compareNewest(db, range, indexed, FREQUENT)).last === null;
}

/** Those that say the words, of as many as are compared at once. */
async function compareNewest(
  db: Connected,
  range: ListedRange,
  patterns: readonly string[],
  limit: number,
): Promise<Walk> {
  const conditions = startConditions();
  const { environment, newest, isSparse }: RangeStatements = statementsOf(range, conditions);
  const many = conditions.parameter(isSparse ? NEWEST_SPARSE : NEWEST);
  const most = conditions.parameter(limit);
  // Rows are read as they are asked for: where there are enough hits, the rest is not looked at.
  const compare = statement.one<object, { found: string[] } & Partial<InvoicePosition>>(
    null,
    `with walk as materialized (${newest(many)}), hits as materialized (
       select array(
         select walk.id from walk cross join lateral (
           select from invoice_search s
           where s.environment = ${environment} and s.created_at = walk.created_at
             and s.invoice_id = walk.id and ${saysIn(patterns, conditions)}
           offset 0
         ) s limit ${most}
       ) as found
     )
     select found, last.created_at as "createdAt", last.id from hits left join lateral (
       select created_at, id from walk where cardinality(found) < ${most}
       offset ${many}::int - 1
     ) last on true`,
  );
  const { found, createdAt, id } = await compare(db, conditions.values);
  return { found, last: createdAt && id ? { createdAt, id } : null };
}

/** Whether `s` says all words, written with any letters. */
function saysIn(patterns: readonly string[], conditions: Conditions): string {
  return `s.words is not null and ${haveWords('s.words', patterns, conditions)}`;
}

/** Whether the column has all words. */
function haveWords(column: string, patterns: readonly string[], { parameter }: Conditions): string {
  const says = patterns.map((pattern) => {
    const written = parameter(pattern);
    const spellings = /[đђ]/i.test(pattern) ? ['d', 'dj'] : ['d'];
    const likes = spellings.map((dj) => `${column} like searched_form(${written}, '${dj}')`);
    return `(${likes.join(' or ')})`;
  });
  return says.join(' and ');
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

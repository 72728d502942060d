// The rules of migrations that Squawk does not have (CONTRIBUTING.md): what each refuses, and why.

/** In what is no comment, text or body of a function. */
const UNREAD = /--.*|\/\*[^]*?\*\/|'[^']*'|(\$\w*\$)[^]*?\1/g;
/** A column that an older table gets, up to its first word after the type. */
const ADDS = String.raw`\balter\s+table\b[^;]*?\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!column\b|constraint\b)(?:"[^"]+"|\w+)\s+`;
/** Where a statement begins: `before update`, `for update` and `on delete` change no row. */
const BEGIN = String.raw`(?:^|;)\s*`;

const pattern = (text) => new RegExp(text, 'gi');

/**
 * What takes away something that the release before may use: excused by `-- contract: <why not>`.
 */
const CONTRACTS = [
  {
    rule: 'dropping-what-is-called',
    pattern: pattern(
      String.raw`${BEGIN}drop\s+(?:function|procedure|routine|aggregate|trigger|(?:materialized\s+)?view|type|domain|sequence|schema)\b`,
    ),
    text: 'The release before may still use it. Replace it (`create or replace`), or drop it a release later.',
  },
  {
    rule: 'renaming-what-is-called',
    pattern: pattern(
      String.raw`\balter\s+(?:type|domain|function|procedure|routine|(?:materialized\s+)?view|sequence|schema)\b[^;]*?\brename\b`,
    ),
    text: 'The release before knows the older name alone. Add the new one, and drop the older a release later.',
  },
  {
    rule: 'dropping-default',
    pattern: pattern(String.raw`\balter\b[^;]*?\bdrop\s+default\b`),
    text: 'The release before may insert without this column. Drop the default a release later.',
  },
  {
    rule: 'revoking',
    pattern: pattern(String.raw`${BEGIN}revoke\b`),
    text: 'The release before may still use the privilege. Revoke it a release later.',
  },
];

/** What locks or reads a table for as long as it is large, or what no rule here has read. */
const LOCKS = [
  {
    rule: 'adding-serial-column',
    pattern: pattern(String.raw`${ADDS}(?:(?:big|small)?serial|serial[248])\b`),
    text: 'A serial column rewrites the table. Add it nullable, and fill it by the release.',
  },
  {
    rule: 'adding-checked-column',
    // Up to the comma before the next change, which none within parentheses is.
    pattern: pattern(String.raw`${ADDS}(?:[^;,()]|\((?:[^;()]|\([^;()]*\))*\))*?\bcheck\s*\(`),
    text: 'The check of a new column scans the table under its lock. Add it `not valid`, on its own.',
  },
  {
    rule: 'unnamed-index',
    pattern: pattern(String.raw`\bcreate\s+(?:unique\s+)?index\s+(?:concurrently\s+)?on\b`),
    text: 'What an interrupted try leaves is removed by its name. Name the index.',
  },
  {
    rule: 'dropping-index-once',
    pattern: pattern(
      String.raw`\bdrop\s+index\s+(?:concurrently\s+)?(?!concurrently\b|if\s+exists\b)`,
    ),
    text: 'It is tried again where it could not be noted, and the index is gone then. Say `if exists`.',
  },
  {
    rule: 'changing-rows',
    pattern: pattern(
      String.raw`${BEGIN}(?:update\b|delete\b|merge\b|insert\b[^;]*?\bselect\b|create\s+(?:\w+\s+)?table\b[^;(]*?\bas\b)`,
    ),
    text: 'It holds the rows, and all locks of the migration, for as long as the table is large. Let the release do it in parts.',
  },
  {
    rule: 'rewriting-table',
    pattern: pattern(
      String.raw`${BEGIN}cluster\b|\balter\b[^;]*?\bset\s+(?:(?:un)?logged|tablespace|access\s+method)\b`,
    ),
    text: 'It writes the whole table anew under its lock. Make another table, and fill it by the release.',
  },
  {
    rule: 'emptying-table',
    pattern: pattern(String.raw`${BEGIN}truncate\b`),
    text: 'What is stored stays. Drop a table that nothing reads any more, a release later.',
  },
  {
    rule: 'locking-table',
    pattern: pattern(String.raw`${BEGIN}lock\b`),
    text: 'It keeps readers or writers out until the migration ends. Each statement takes the lock that it needs.',
  },
  {
    rule: 'running-code',
    pattern: pattern(
      String.raw`${BEGIN}(?:do\s*(?:;|$|language\b)|(?:select|call|with|execute|refresh|reindex)\b)`,
    ),
    text: 'No rule reads what it does. Write the statements themselves.',
  },
];

const CONTRACT = /^-- contract: \S/m;
/**
 * @param {string} sql @param {string} rule @returns {boolean} whether a comment says why it may
 * stay.
 */
const isReviewed = (sql, rule) => new RegExp(String.raw`^-- reviewed ${rule}: \S`, 'm').test(sql);

/**
 * @param {string} sql of one migration.
 * @returns {boolean} whether it says why the release before no longer uses what it takes away.
 */
export const isContract = (sql) => CONTRACT.test(sql);

/**
 * @param {string} sql of one migration.
 * @returns {{ rule: string, line: number, text: string }[]} what is wrong with it; `line` counts
 * from 1.
 */
export function ownProblemsOf(sql) {
  const read = sql.replaceAll(UNREAD, (unread) => unread.replaceAll(/[^\n]/g, ' '));
  const rules = isContract(sql) ? LOCKS : [...LOCKS, ...CONTRACTS];
  return rules
    .filter(({ rule }) => !isReviewed(sql, rule))
    .flatMap(({ rule, pattern, text }) =>
      [...read.matchAll(pattern)].map(({ index, 0: { length } }) => {
        const line = read.slice(0, index + length).split('\n').length;
        return { rule, line, text };
      }),
    );
}

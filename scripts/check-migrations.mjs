// Refuses migrations that processes of the release before do not survive, or that lock a table for as long
// as it is large (docs/upgrades.md). The rules are Squawk's, and two for what a new column brings that Squawk misses.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const folder = join(root, 'prisma/migrations');

/** Applied before these rules were held. */
const BEFORE = new Set([
  ...['20261121000000_first', '20261123000000_database_place', '20261123180000_archive_seals'],
]);

/** What takes away something that the release before may read. */
const CONTRACTS = new Set([
  ...['ban-drop-column', 'ban-drop-table', 'ban-drop-not-null', 'changing-column-type'],
  ...['renaming-column', 'renaming-table'],
]);
const CONTRACT = /^-- contract: \S/m;

/** In what is no comment, text or body of a function. */
const UNREAD = /--.*|\/\*[^]*?\*\/|'[^']*'|(\$\w*\$)[^]*?\1/g;
/** A column that an older table gets, up to its first word after the type. */
const ADDS = String.raw`\balter\s+table\b[^;]*?\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!column\b|constraint\b)(?:"[^"]+"|\w+)\s+`;
const OWN = [
  {
    rule: 'adding-serial-column',
    pattern: new RegExp(String.raw`${ADDS}(?:(?:big|small)?serial|serial[248])\b`, 'gi'),
    text: 'A serial column rewrites the table. Add it nullable, and fill it by the release.',
  },
  {
    rule: 'adding-checked-column',
    // Up to the comma before the next change, which none within parentheses is.
    pattern: new RegExp(
      String.raw`${ADDS}(?:[^;,()]|\((?:[^;()]|\([^;()]*\))*\))*?\bcheck\s*\(`,
      'gi',
    ),
    text: 'The check of a new column scans the table under its lock. Add it `not valid`, on its own.',
  },
];

/** @param {string} sql of one migration. */
function ownProblemsOf(sql) {
  const read = sql.replaceAll(UNREAD, (unread) => unread.replaceAll(/[^\n]/g, ' '));
  return OWN.flatMap(({ rule, pattern, text }) =>
    [...read.matchAll(pattern)].map(({ index, 0: { length } }) => {
      const line = read.slice(0, index + length).split('\n').length;
      return { rule, line, text };
    }),
  );
}

/**
 * @param {string} sql of one migration.
 * @returns {{ rule: string, line: number, text: string }[]} what is wrong with it; `line` counts from 1.
 */
export function problemsOf(sql) {
  const args = ['--config', join(root, '.squawk.toml'), '--reporter', 'json'];
  const { stdout, stderr, error } = spawnSync(
    join(root, 'node_modules/.bin/squawk'),
    [...args, '--stdin-filepath', 'migration.sql'],
    { input: sql, encoding: 'utf8' },
  );
  if (error) throw error;
  if (stdout === '') throw new Error(`squawk says nothing: ${stderr}`);
  const problems = JSON.parse(stdout).map(({ rule_name: rule, line, message, help }) => ({
    ...{ rule, line: line + 1, text: [message, help].filter(Boolean).join(' ') },
  }));
  const isExcused = CONTRACT.test(sql) ? (rule) => CONTRACTS.has(rule) : () => false;
  return [...problems.filter(({ rule }) => !isExcused(rule)), ...ownProblemsOf(sql)];
}

function check() {
  const names = readdirSync(folder).filter((name) => /^\d/.test(name) && !BEFORE.has(name));
  const lines = names.flatMap((name) =>
    problemsOf(readFileSync(join(folder, name, 'migration.sql'), 'utf8')).map(
      ({ rule, line, text }) =>
        `✗ prisma/migrations/${name}/migration.sql:${line} ${rule}: ${text}\n`,
    ),
  );
  process.stdout.write(lines.length > 0 ? lines.join('') : `✓ ${names.length} migrations\n`);
  if (lines.length > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) check();

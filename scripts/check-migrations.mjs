// Refuses migrations that processes of the release before do not survive, or that lock a table for
// as long as it is large (CONTRIBUTING.md). The rules are Squawk's, and those of
// migration-rules.mjs for what Squawk lets pass.

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isContract, ownProblemsOf } from './migration-rules.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const folder = join(root, 'prisma/migrations');

/** It makes tables that nothing uses yet. */
const FIRST = '20261126073000_first_schema';

/** What takes away something that the release before may read. */
const CONTRACTS = new Set([
  'ban-drop-column',
  'ban-drop-table',
  'ban-drop-not-null',
  'changing-column-type',
  'renaming-column',
  'renaming-table',
]);
/**
 * @param {string} sql of one migration.
 * @returns {{ rule: string, line: number, text: string }[]} what is wrong with it; `line` counts
 * from 1.
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
    rule,
    line: line + 1,
    text: [message, help].filter(Boolean).join(' '),
  }));
  const isExcused = isContract(sql) ? (rule) => CONTRACTS.has(rule) : () => false;
  return [...problems.filter(({ rule }) => !isExcused(rule)), ...ownProblemsOf(sql)];
}

function check() {
  const names = readdirSync(folder).filter((name) => /^\d/.test(name) && name !== FIRST);
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

// What `npm run check` runs once everything is prepared. The check of types comes first, because
// others read what it compiles; the rest share the cores, the longest first. What a check says is
// shown when it has ended.

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const bin = join(root, 'node_modules/.bin');

const CHECKS = {
  types: ['tsc', '-b'],
  format: ['prettier', '--check', '.'],
  lint: ['oxlint'],
  unused: ['knip'],
  arrows: ['node', 'scripts/check-arrows.mjs'],
  licences: ['node', 'scripts/bill-of-materials.mjs'],
  migrations: ['node', 'scripts/check-migrations.mjs'],
};

/** @returns whether the check of this name passes. */
function passes(name) {
  const [program, ...args] = CHECKS[name];
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  return new Promise((resolvePassed) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      process.stdout.write(`\n── ${name}\n${Buffer.concat(said)}`);
      resolvePassed(code === 0);
    });
  });
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(CHECKS);
const unknown = names.filter((name) => !(name in CHECKS));
const failing = [];
const run = async (name) => {
  if (!(await passes(name))) failing.push(name);
};

if (unknown.length > 0) {
  const all = Object.keys(CHECKS).join(', ');
  process.stderr.write(`There is no check ${unknown.join(', ')}; there are ${all}.\n`);
  process.exitCode = 1;
} else {
  if (names.includes('types')) await run('types');
  const waiting = names.filter((name) => name !== 'types');
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await run(name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  const verdict =
    failing.length > 0 ? `Checks that fail: ${failing.join(', ')}` : 'Every check passes.';
  process.stdout.write(`\n${verdict}\n`);
  process.exitCode = failing.length;
}

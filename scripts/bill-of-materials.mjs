// What is shipped, into .run/bill-of-materials: `sbom.cdx.json` (CycloneDX) and `licences.txt`, a
// line for each package. Fails where a package has a licence that was not looked at yet.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installCommand, pnpmVersion } from './bootstrap/install.mjs';

/**
 * Each allows use in a service and in an image that is given away; of two, one has to stand here.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  // A library that is linked dynamically and comes unchanged (libvips).
  'LGPL-3.0-or-later',
  'LGPL-3.0-only',
]);

const root = resolve(fileURLToPath(import.meta.url), '../..');
const folder = join(root, '.run/bill-of-materials');
mkdirSync(folder, { recursive: true });
const sbomFile = join(folder, 'sbom.cdx.json');
const { program, args } = installCommand(root);
const pnpm = args.slice(0, args.indexOf(`pnpm@${pnpmVersion(root)}`) + 1);
const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod'];
execFileSync(program, [...pnpm, 'sbom', ...options, '--out', sbomFile], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});

const { components } = JSON.parse(readFileSync(sbomFile, 'utf8'));
const rows = components.map(({ group, name, version, licenses }) => ({
  name: `${group ? `${group}/` : ''}${name}@${version}`,
  licence: licenceOf(licenses ?? []),
}));
rows.sort((one, other) => one.name.localeCompare(other.name));
writeFileSync(
  join(folder, 'licences.txt'),
  rows.map(({ name, licence }) => `${licence.padEnd(28)} ${name}\n`).join(''),
);

const unknown = rows.filter(({ licence }) => !isAllowed(licence));
for (const { name, licence } of unknown) process.stdout.write(`✗ ${name}: ${licence}\n`);
if (rows.length === 0) process.stdout.write('✗ the bill of materials is empty\n');
if (unknown.length === 0 && rows.length > 0) {
  process.stdout.write(`✓ ${rows.length} packages, every licence known\n`);
} else {
  process.exitCode = 1;
}

function licenceOf(licenses) {
  return licenses
    .map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '?')
    .join(' AND ');
}

/** An expression of SPDX as packages use it: alternatives of licences that apply together. */
function isAllowed(expression) {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((together) => together.split(' AND ').every((id) => ALLOWED.has(id.trim())));
}

// Writes the sources that are not in git, into packages/*/src/generated: Prisma's client from
// prisma/schema.prisma, and the types of the API's client from the API's OpenAPI document. Does
// nothing where neither what they are made from nor what makes them has changed since.
//
//   node scripts/generate-sources.mjs            both
//   node scripts/generate-sources.mjs database   Prisma's client alone
//   node scripts/generate-sources.mjs client     the client's types alone, with Prisma's there

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

const PARTS = {
  database: {
    makes: 'packages/db/src/generated/client.ts',
    from: ['prisma/schema.prisma'],
    command: [programOf('prisma'), 'generate', '--no-hints'],
  },
  client: {
    makes: 'packages/client/src/generated/api.ts',
    // All that the document may be made of, and the shape of the tables.
    from: globSync(['apps/api/src/**/*.ts', 'packages/*/src/**/*.ts'], {
      cwd: root,
      exclude: (path) => /^(generated|testing|client|testbed)$|\.test\.ts$/.test(baseOf(path)),
    }).concat('prisma/schema.prisma', 'packages/client/scripts/generate-types.mjs'),
    command: ['--conditions=source', 'packages/client/scripts/generate-types.mjs'],
  },
};

const [wanted] = process.argv.slice(2);
for (const name of wanted === undefined ? Object.keys(PARTS) : [wanted]) generate(PARTS[name]);

function generate({ makes, from, command }) {
  const stampFile = join(root, dirname(makes), '.made-from');
  const made = fingerprintOf(from);
  if (existsSync(join(root, makes)) && stampIn(stampFile) === made) return;
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      // Prisma's client needs no engine, but its command line wants to download one before anything
      // else; any program that exists keeps it from that.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: 'true',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\n${makes} could not be made.\n`);
    process.exit(1);
  }
  writeFileSync(stampFile, made);
}

/** Of what it is made from, and of the packages that make it. */
function fingerprintOf(files) {
  const hash = createHash('sha256');
  for (const file of [...files].sort().concat('pnpm-lock.yaml')) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function stampIn(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The program that a package of the root brings, to run by Node. */
function programOf(name) {
  const folder = join(root, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, bin[name] ?? bin);
}

function baseOf(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}

// Writes packages/db/src/generated from prisma/schema.prisma; does nothing when neither the schema
// nor Prisma has changed since.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const generated = join(root, 'packages/db/src/generated');
const stampFile = join(generated, '.made-from');
const prisma = join(root, 'node_modules/prisma');

const { version, bin } = JSON.parse(readFileSync(join(prisma, 'package.json'), 'utf8'));
const made = createHash('sha256')
  .update(`prisma ${version}\n`)
  .update(readFileSync(join(root, 'prisma/schema.prisma')))
  .digest('hex');

if (!existsSync(join(generated, 'client.ts')) || stamp() !== made) {
  const command = [join(prisma, bin.prisma ?? bin), 'generate', '--no-hints'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      // The client needs no engine, but the command line wants to download one before anything
      // else; any program that exists keeps it from that.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: 'true',
      CHECKPOINT_DISABLE: '1',
    },
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nprisma generate failed.\n`);
    process.exit(1);
  }
  writeFileSync(stampFile, made);
}

function stamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return '';
  }
}

// Builds the admin panel into apps/admin/dist; does nothing when neither its sources nor the packages
// have changed since. Types are not checked here: that is `tsc -b`'s business.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const panel = join(root, 'apps/admin');
const stampFile = join(panel, 'dist/.made-from');
const made = fingerprint();

if (!existsSync(join(panel, 'dist/index.html')) || stamp() !== made) {
  const vite = join(panel, 'node_modules/vite/bin/vite.js');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--logLevel', 'warn'],
    { cwd: panel, encoding: 'utf8' },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nThe panel could not be built.\n`);
    process.exit(1);
  }
  writeFileSync(stampFile, made);
}

function fingerprint() {
  const hash = createHash('sha256');
  const sources = ['src', 'public'].flatMap((folder) =>
    readdirSync(join(panel, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const settings = ['index.html', 'package.json', 'vite.config.ts'].map((name) =>
    join(panel, name),
  );
  for (const file of [...sources.sort(), ...settings, join(root, 'pnpm-lock.yaml')]) {
    hash.update(`${relative(root, file)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function stamp() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return '';
  }
}

// Builds the admin panel into apps/admin/dist; does nothing when neither its sources nor the
// packages have changed since. Types are not checked here: that is `tsc -b`'s business. Beside
// every file that compression makes smaller stands its Brotli form (`index-4f2a.js.br`), which the
// API serves.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

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
  leaveOutUnusedStyles(join(panel, 'dist'));
  compress(join(panel, 'dist/assets'));
  writeFileSync(stampFile, made);
}

/** Mantine names its classes in its scripts; a third of its rules has a class of none of them. */
function leaveOutUnusedStyles(dist) {
  const names = readdirSync(join(dist, 'assets'));
  const read = (name) => readFileSync(join(dist, 'assets', name), 'utf8');
  const scripts = names.filter((each) => each.endsWith('.js')).map(read);
  const used = new Set(scripts.join('').match(/\bm_[\da-f]+/g));
  const whole = names.find((each) => each.endsWith('.css'));
  const styles = read(whole).replace(/([^{}]+)\{[^{}]*\}/g, (rule, selectors) => {
    const classes = selectors.match(/\bm_[\da-f]+/g) ?? [];
    return classes.length === 0 || classes.some((each) => used.has(each)) ? rule : '';
  });
  // Its name changes with what is left, which the scripts decide, too.
  const name = `styles-${createHash('sha256').update(styles).digest('hex').slice(0, 8)}.css`;
  writeFileSync(join(dist, 'assets', name), styles);
  rmSync(join(dist, 'assets', whole));
  const index = join(dist, 'index.html');
  writeFileSync(index, readFileSync(index, 'utf8').replace(whole, name));
}

/** Once, and as small as it goes: the API would do it for every call, and less thoroughly. */
function compress(folder) {
  for (const name of readdirSync(folder).filter((each) => /\.(js|css|svg)$/.test(each))) {
    const bytes = readFileSync(join(folder, name));
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    const compressed = brotliCompressSync(bytes, { params });
    if (compressed.length < bytes.length) writeFileSync(join(folder, `${name}.br`), compressed);
  }
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
  const itself = fileURLToPath(import.meta.url);
  for (const file of [...sources.sort(), ...settings, join(root, 'pnpm-lock.yaml'), itself]) {
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

// Installs the packages with pnpm, fetched by npx, exactly as the lockfile says; skipped when
// neither the lockfile nor a package.json has changed since the last time.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The Node 24 that comes as a package; everything but the bootstrap runs on it. */
export const nodeOf = (root) => join(root, 'node_modules', 'node', 'bin', 'node');

/** The version of pnpm that package.json names. */
export function pnpmVersion(root) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return packageManager.replace(/^pnpm@/, '');
}

/** True when what is installed is what the lockfile says. */
export function isInstalled(root) {
  try {
    return (
      existsSync(nodeOf(root)) && readFileSync(stampFile(root), 'utf8') === installFingerprint(root)
    );
  } catch {
    return false;
  }
}

/** Remembers what is installed; called only after an installation that succeeded. */
export function rememberInstalled(root) {
  writeFileSync(stampFile(root), installFingerprint(root));
}

/** The command that installs: npm's own npx where npm started us, else the npx on the PATH. */
export function installCommand(root) {
  const args = [
    '--yes',
    `pnpm@${pnpmVersion(root)}`,
    'install',
    '--frozen-lockfile',
    '--reporter=append-only',
    // The lockfile is committed: checking it against the registry again takes minutes on a new
    // machine.
    '--trust-lockfile',
    '--config.confirmModulesPurge=false',
  ];
  const npx = process.env.npm_execpath
    ? join(dirname(process.env.npm_execpath), 'npx-cli.js')
    : undefined;
  return npx !== undefined && existsSync(npx)
    ? { program: process.execPath, args: [npx, ...args] }
    : { program: 'npx', args };
}

/**
 * `412 of 655 packages`, from a line of pnpm's report; undefined when the line says no such thing.
 */
export function installProgress(row) {
  const found = /Progress: resolved (\d+), reused (\d+), downloaded (\d+), added (\d+)/.exec(row);
  if (!found) return undefined;
  const [resolved, reused, downloaded] = found.slice(1, 4).map(Number);
  return resolved > 0 ? `${reused + downloaded} of ${resolved} packages` : undefined;
}

/**
 * The environment of npx and pnpm: ours, without what npm adds for the script it runs. Those
 * settings are meant for npm's own child and make pnpm warn or behave differently; where the
 * registry is and how to reach it stays.
 */
export function installEnvironment(environment) {
  const kept =
    /^npm_config_(registry|(https?_|no_?)?proxy|noproxy|cafile|ca|strict_ssl|cache|userconfig|globalconfig|fetch_.*)$/i;
  const clean = {};
  for (const [name, value] of Object.entries(environment)) {
    const isNpms = /^npm_/i.test(name) || name === 'INIT_CWD' || name === 'NODE_OPTIONS';
    if (name !== 'PATH' && (!isNpms || kept.test(name))) clean[name] = value;
  }
  return {
    // The packages' own scripts call node by its name.
    PATH: `${dirname(process.execPath)}${delimiter}${environment.PATH ?? ''}`,
    npm_config_fetch_retries: '2',
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '5000',
    ...clean,
    npm_config_loglevel: 'error',
    npm_config_update_notifier: 'false',
    // No person is there whom pnpm could ask.
    CI: 'true',
  };
}

function stampFile(root) {
  return join(root, 'node_modules', '.installed');
}

function installFingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests(root)]) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function manifests(root) {
  const rooms = ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent))
      .sort()
      .map((name) => `${parent}/${name}`),
  );
  return ['.', 'e2e', 'bench', ...rooms]
    .map((folder) => join(folder, 'package.json'))
    .filter((file) => existsSync(join(root, file)));
}

// The containers of a drill: deploy/production/compose.yml with deploy/drill/compose.yml beside it,
// as a project of its own, from copies without an installation's secrets.

import { eventually } from '@fiscal/testbed';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const PROJECT = 'fiscal-drill';
/** Taken away, with everything in it, by the next drill. */
export const FOLDER = join(ROOT, '.run/drill');
const PRODUCTION = join(FOLDER, 'production');

/** What .env of the installation has, beside its secrets. */
const SETTINGS = {
  FISCAL_HOST: 'localhost',
  POSTGRES_CPUS: '2',
  EFI_TEST_URL: 'http://efi-simulator:4010/fs-v1',
  EFI_RECEIPT_CHECK_TEST_URL: 'http://efi-simulator:4010/ic/api/verifyInvoice',
  EFI_TEST_TRUST_ANCHORS: '/etc/efi/ca.pem',
};
const env: NodeJS.ProcessEnv = { ...process.env, ...SETTINGS };

/** @returns what it printed. @throws Error with what it said where it fails */
export async function docker(...args: string[]): Promise<string> {
  return (await run('docker', args, { env, maxBuffer: 1 << 28 })).stdout.trim();
}

/** @returns what it printed, without what it said of its progress. */
export async function compose(...args: string[]): Promise<string> {
  const files = ['--file', 'compose.yml', '--file', '../drill/compose.yml'];
  const all = ['compose', '--project-name', PROJECT, ...files, ...args];
  return (await run('docker', all, { cwd: PRODUCTION, env, maxBuffer: 1 << 28 })).stdout.trim();
}

/** Makes the folder of the drill, and new secrets in it. */
export async function prepare(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const isSecret = (path: string) => /\/production\/(secrets|\.env)$/.test(path);
  for (const name of ['production', 'drill', 'demo', 'seccomp']) {
    const filter = (path: string) => !isSecret(path);
    cpSync(join(ROOT, 'deploy', name), join(FOLDER, name), { recursive: true, filter });
  }
  await run('sh', [join(PRODUCTION, 'make-secrets.sh')], { env });
  tell('DRILL_API_DATABASE_URL', secret('api-database-url'));
  letRedisFollow();
}

/** A replica and the sentinels do what the user of our processes may not. */
function letRedisFollow(): void {
  const password = randomBytes(16).toString('hex');
  appendFileSync(
    join(PRODUCTION, 'secrets/redis-config'),
    `user replication on >${password} ~* &* +@all\nmasteruser replication\nmasterauth ${password}\n`,
  );
}

/** What the next containers get from `deploy/drill/compose.yml`. */
export function tell(name: `DRILL_${string}`, value: string): void {
  env[name] = value;
}

const secret = (name: string) => readFileSync(join(PRODUCTION, 'secrets', name), 'utf8').trim();

/** The ids of a service's containers, also of those that have ended; the oldest first. */
export async function containersOf(service: string): Promise<string[]> {
  const labels = [`project=${PROJECT}`, `service=${service}`, 'oneoff=False'].flatMap((label) => [
    '--filter',
    `label=com.docker.compose.${label}`,
  ]);
  return (await docker('ps', '--all', '--quiet', ...labels))
    .split('\n')
    .filter(Boolean)
    .toReversed();
}

export async function containerOf(service: string): Promise<string> {
  const [id] = await containersOf(service);
  if (id === undefined) throw new Error(`there is no ${service}`);
  return id;
}

/** Until the health check of each of them holds. */
export async function untilHealthy(...ids: string[]): Promise<void> {
  for (const id of ids) {
    const health = () => docker('inspect', '--format', '{{.State.Health.Status}}', id);
    await eventually(health, (status) => status === 'healthy', { everyMs: 500 });
  }
}

/** Gives a container the name of PostgreSQL in both networks that its clients are in. */
export async function nameAsPostgres(id: string): Promise<void> {
  for (const network of ['stores', 'printing']) {
    await leave(network, id);
    await docker('network', 'connect', '--alias', 'postgres', `${PROJECT}_${network}`, id);
  }
}

export async function leave(network: string, id: string): Promise<void> {
  // Not an error: it may have left before.
  const networks = await docker('inspect', '--format', '{{json .NetworkSettings.Networks}}', id);
  if (!(`${PROJECT}_${network}` in (JSON.parse(networks) as object))) return;
  await docker('network', 'disconnect', `${PROJECT}_${network}`, id);
}

/** The panel is served by the API's image. */
const imageVariable = (service: string) =>
  `FISCAL_${(service === 'panel' ? 'api' : service).replaceAll('-', '_').toUpperCase()}_IMAGE`;

/**
 * Images of another release: what each derives from the newest one. @param lines of a Dockerfile
 */
export async function release(tag: string, lines: (image: string) => string): Promise<void> {
  for (const name of ['migrations', 'api', 'worker-fiscalize', 'worker-print']) {
    const folder = join(FOLDER, `release-${name}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'Dockerfile'), `FROM fiscal-${name}\n${lines(name)}\n`);
    await docker('build', '--quiet', '--tag', `fiscal-${name}:${tag}`, folder);
    env[imageVariable(name)] = `fiscal-${name}:${tag}`;
  }
}

/** Their next containers are of the release before, which FISCAL_VERSION names. */
export function leaveRelease(services: readonly string[]): void {
  for (const service of services) env[imageVariable(service)] = '';
}

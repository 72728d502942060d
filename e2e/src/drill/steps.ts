// What a drill does to the service, each as the runbook and the operator's guide say.

import { eventually } from '@fiscal/testbed';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  compose,
  containerOf,
  containersOf,
  docker,
  leave,
  leaveRelease,
  nameAsPostgres,
  release,
  tell,
  untilHealthy,
} from './engine.ts';

/** How long what was lost stays away, and how long the standby hears nothing. */
const AWAY_MS = 15_000;
const WORKERS = ['worker-fiscalize', 'worker-print'];
/** In the order of an upgrade (the operator's guide): no worker is ever older than an API. */
const PROCESSES = [...WORKERS, 'api', 'panel'];
const REDIS = ['redis', 'redis-replica', 'redis-sentinel'];
const AS_REPLICA = `REDISCLI_AUTH=$(sed -n 's/^masterauth //p' /run/secrets/redis-config) redis-cli --user replication`;

const query = (id: string, sql: string) =>
  docker('exec', id, 'psql', '-U', 'fiscal', '-d', 'fiscal', '-Atc', sql);

export async function openStandby(): Promise<void> {
  const primary = await containerOf('postgres');
  const rule = 'echo "host replication fiscal all scram-sha-256" >>"$PGDATA/pg_hba.conf"';
  await docker('exec', primary, 'sh', '-c', rule);
  await query(primary, 'select pg_reload_conf()');
  await compose('up', '--detach', '--no-deps', 'postgres-standby');
  const streaming = `select count(*) from pg_stat_replication where state = 'streaming'`;
  await eventually(
    () => query(primary, streaming),
    (count) => count === '1',
  );
}

export async function backUp(): Promise<void> {
  await compose('run', '--rm', '--no-deps', 'postgres-backup');
}

/** To a release with another migration: the schema, then the workers, then the APIs. */
export async function upgrade(): Promise<string> {
  const sql = 'alter table invoice add column added_by_drill text';
  const folder = 'prisma/migrations/29990101000000_drill';
  await release(
    'drill',
    (name) => `USER root
RUN mkdir -p ${folder} && echo '${sql};' >${folder}/migration.sql
USER fiscal
LABEL org.opencontainers.image.version=drill
${name === 'migrations' ? '' : 'ENV BUILD_COMMIT=drill'}`,
  );
  await compose('run', '--rm', '--no-deps', 'migrations');
  return replaceAll(PROCESSES);
}

/** To the release before, on the newer schema. */
export function wayBack(): Promise<string> {
  leaveRelease(PROCESSES);
  return replaceAll(PROCESSES.toReversed());
}

/** @returns of which release every container is now. */
async function replaceAll(services: string[]): Promise<string> {
  for (const service of services) {
    const older = await containersOf(service);
    const both = ['--no-recreate', '--scale', `${service}=${2 * older.length}`, service];
    await compose('up', '--detach', '--no-deps', ...both);
    await untilHealthy(...(await containersOf(service)));
    for (const id of older) {
      await docker('stop', '-t', '75', id);
      await docker('rm', id);
    }
  }
  const now = await Promise.all(services.map(containersOf));
  const label = '{{index .Config.Labels "org.opencontainers.image.version"}}';
  const inspected = await docker('inspect', '--format', label, ...now.flat());
  const [version = '', ...others] = new Set(inspected.split('\n'));
  if (others.length > 0) throw new Error(`beside ${version} there is ${others.join(', ')}`);
  return version;
}

/** One container of each process is killed; later it comes back. */
export async function loseNode(): Promise<undefined> {
  const node = await Promise.all(PROCESSES.map(containerOf));
  await docker('kill', ...node);
  await sleep(AWAY_MS);
  await docker('start', ...node);
  await untilHealthy(...node);
}

/** Redis, its replica and the sentinels; until they know each other. */
export async function openRedis(): Promise<void> {
  await compose('up', '--detach', '--no-deps', ...REDIS);
  await untilHealthy(await containerOf('redis'));
  await untilIts('redis-replica', AS_REPLICA, 'replication', 'master_link_status:up');
  await untilIts('redis-sentinel', 'redis-cli -p 26379', 'sentinel', 'slaves=1,sentinels=3');
}

/** The primary of Redis hangs, the sentinels promote its replica, and it comes back as one. */
export async function failRedisOver(): Promise<undefined> {
  const primary = await containerOf('redis');
  await docker('pause', primary);
  await untilIts('redis-replica', AS_REPLICA, 'replication', 'role:master');
  await sleep(AWAY_MS);
  await docker('unpause', primary);
  await untilIts('redis', AS_REPLICA, 'replication', 'master_link_status:up');
  await untilApisListen();
}

/** All of it is removed with its data, and later there is an empty one. */
export async function loseRedis(): Promise<undefined> {
  const all = (await Promise.all(REDIS.map(containersOf))).flat();
  await docker('rm', '--force', '--volumes', ...all);
  await docker('volume', 'rm', 'fiscal-drill_redis-data');
  await sleep(AWAY_MS);
  await openRedis();
  await untilApisListen();
}

/** A call of an API that receives no changes over Redis waits for its row to be read. */
async function untilApisListen(): Promise<void> {
  const read = `fetch('http://127.0.0.1:3002/metrics').then((one) => one.text()).then(console.log)`;
  for (const id of [...(await containersOf('api')), ...(await containersOf('panel'))]) {
    await eventually(
      () => docker('exec', id, 'node', '-e', read),
      (figures) => /^fiscal_listening\{carrier="redis".*\} 1$/m.test(figures),
    );
  }
}

async function untilIts(
  service: string,
  client: string,
  section: string,
  wanted: string,
): Promise<void> {
  const id = await containerOf(service);
  await eventually(
    () => docker('exec', id, 'sh', '-c', `${client} info ${section}`).catch(() => ''),
    (said) => said.includes(wanted),
  );
}

/** The primary is lost with commits that the standby never got; the standby is promoted. */
export async function failOver(listOfSold: () => Promise<string>): Promise<string> {
  const standby = await containerOf('postgres-standby');
  await leave('stores', standby);
  await leave('printing', standby);
  await sleep(AWAY_MS);
  await docker('rm', '--force', await containerOf('postgres'));
  await nameAsPostgres(standby);
  await query(standby, 'select pg_promote()');
  return confirm(listOfSold);
}

/**
 * The database as it was at this time, from the base backup and the archive, while no process runs.
 */
export async function restore(to: Date, listOfSold: () => Promise<string>): Promise<string> {
  const processes = await stopAll();
  await docker('rm', '--force', await containerOf('postgres-standby'));
  // A server that starts knows no abbreviation of a time zone.
  tell('DRILL_RESTORE_TO', to.toISOString().replace('Z', '+00'));
  await compose('up', '--detach', '--no-deps', 'postgres-restored');
  const restored = await containerOf('postgres-restored');
  await nameAsPostgres(restored);
  await eventually(
    () => query(restored, 'select pg_is_in_recovery()').catch(() => ''),
    (isRecovering) => isRecovering === 'f',
  );
  await startAgain(processes);
  return confirm(listOfSold);
}

/** Of the dump that is made now, half a minute later, while no process runs. */
export async function restoreDump(listOfSold: () => Promise<string>): Promise<string> {
  const server = await containerOf('postgres-restored');
  const inServer = (command: string) =>
    docker(
      'exec',
      server,
      'sh',
      '-ec',
      `PATH="$(echo /usr/lib/postgresql/*/bin):$PATH"; ${command}`,
    );
  await inServer('pg_dump -U fiscal -Fc -f /var/lib/postgresql/dump fiscal');
  await sleep(2 * AWAY_MS);
  const processes = await stopAll();
  await inServer(
    'dropdb -U fiscal --force fiscal; createdb -U fiscal fiscal; pg_restore -U fiscal -d fiscal /var/lib/postgresql/dump',
  );
  await startAgain(processes);
  return confirm(listOfSold);
}

/** The APIs first: what waits in them is still done. @returns what was stopped. */
async function stopAll(): Promise<string[]> {
  const processes = (await Promise.all(PROCESSES.map(containersOf))).flat();
  await docker('stop', '-t', '45', ...(await containersOf('api')));
  await docker('stop', '-t', '75', ...processes);
  return processes;
}

/** Of a database that may be from before the upgrade. */
async function startAgain(processes: string[]): Promise<void> {
  await compose('run', '--rm', '--no-deps', 'migrations');
  await docker('start', ...processes);
  await untilHealthy(...processes);
}

/** @returns what was held, and what is confirmed now. */
async function confirm(listOfSold: () => Promise<string>): Promise<string> {
  // Customers see it meanwhile.
  await sleep(AWAY_MS);
  const held = await recover();
  const file = await listOfSold();
  const because = ['--environment', 'test', '--because', 'the list of the authority'];
  return `${held}\n${await recover('--ledger', file, ...because)}`;
}

/** It ends with 1 while something is held. */
function recover(...options: string[]): Promise<string> {
  const at = options.indexOf('--ledger') + 1;
  const mount = at === 0 ? [] : ['--volume', `${options[at]}:/sold.csv:ro`];
  const args = options.map((option, index) => (at > 0 && index === at ? '/sold.csv' : option));
  const said = compose('run', '--rm', '--no-deps', ...mount, 'migrations', 'recover', ...args);
  if (options.length > 0) return said;
  return said.catch((error: unknown) => (error as { stdout: string }).stdout);
}

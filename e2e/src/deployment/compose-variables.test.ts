// Every variable of a process reaches it through both compose files, the demo's and production's,
// and what production's says of secrets, limits, order and roles holds.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import {
  apiEnvSchema,
  apiVariables,
  poolSizeOf as apiPoolSizeOf,
} from '../../../apps/api/src/env.ts';
import { EXPORT_CONNECTIONS } from '../../../apps/api/src/files/send-file.ts';
import { simulatorEnvSchema } from '../../../apps/efi-simulator/src/env.ts';
import { poolSizeOf, workerEnvSchema, workerVariables } from '../../../apps/worker/src/env.ts';
import { COMMAND_VARIABLES } from '../../../packages/db/src/env.ts';
import { readVariables } from '../../../packages/runtime/src/secret-files.ts';
import { stageOf } from './dockerfile.ts';
import { generateVaultKeys } from '../../../packages/db/src/company/certificate-vault.ts';

/** A field of a schema, by what it says of its variable. */
interface Field {
  meta(): Record<string, unknown> | undefined;
}

interface Service {
  image: string;
  build?: object;
  environment?: Record<string, string>;
  secrets?: string[];
  networks?: string[];
  ports?: string[];
  healthcheck?: object;
  restart?: string;
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas?: number; resources?: { limits?: Record<string, unknown> } };
}
interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean }>;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) =>
  parse(readFileSync(join(ROOT, path), 'utf8'), { merge: true }) as Compose;
const demo = read('docker-compose.yml');
const production = read('deploy/production/compose.yml');

const APIS = ['api', 'panel'] as const;
const WORKERS = ['worker-fiscalize', 'worker-print', 'worker-notify'] as const;
/** Those that have none of their own. */
const IMAGE_OF: Readonly<Record<string, string>> = {
  panel: 'api',
  'worker-notify': 'worker-fiscalize',
};
const PROCESSES = [...APIS, ...WORKERS] as const;

/** Which variables each service reads, by name. */
const OF_DEMO: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  api: apiEnvSchema.shape,
  worker: workerEnvSchema.shape,
  'efi-simulator': simulatorEnvSchema.shape,
};
const OF_PRODUCTION: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  api: { ...apiVariables.ofBoth, ...apiVariables.ofPublic },
  panel: { ...apiVariables.ofBoth, ...apiVariables.ofPanel },
  'worker-fiscalize': { ...workerVariables.ofEvery, ...workerVariables.ofSigning },
  'worker-print': { ...workerVariables.ofEvery, ...workerVariables.ofPrinting },
  'worker-notify': { ...workerVariables.ofEvery, ...workerVariables.ofMailing },
};
/**
 * What a compose file decides by itself: the URLs of the stores beside, the simulator's files; in
 * production the name of the panel, and which roles a service has.
 */
const DECIDED = {
  demo: /^((DATABASE|REDIS|DATABASE_DIRECT)_URL|CERTIFICATE_IDENTITY|EFI_SIMULATOR_(CA|SIGN.*|REGISTRY))$/,
  production: /^(ADMIN_ORIGIN|API_ROLES|WORKER_ROLES)$/,
};

/** As compose replaces them: `${NAME}`, `${NAME:-default}`, `${NAME:?words}`. */
function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, kind?: string, words = '') => {
      const value = env[name] ?? '';
      if (value !== '') return value;
      if (kind === '?') throw new Error(words);
      return words;
    },
  );
}

describe.each([
  ...Object.keys(OF_DEMO).map((name) => ['docker-compose.yml', name] as const),
  ...PROCESSES.map((name) => ['deploy/production/compose.yml', name] as const),
])('%s', (file, name) => {
  const isDemo = file === 'docker-compose.yml';
  const service = (isDemo ? demo : production).services[name];
  const environment = service?.environment ?? {};
  const variables = Object.entries((isDemo ? OF_DEMO : OF_PRODUCTION)[name] ?? {});

  test(`has every variable that the ${name} needs reach it from .env or a file`, () => {
    const decided = isDemo ? DECIDED.demo : DECIDED.production;
    const reaches = ([each, field]: readonly [string, Field]) =>
      !isDemo && field.meta()?.isSecret === true
        ? service?.secrets?.some((secret) => environment[`${each}_FILE`]?.endsWith(`/${secret}`))
        : interpolate(environment[each] ?? '', { [each]: 'a value' }) === 'a value';
    const needed = variables.filter(
      ([each, field]) => field.meta()?.isOfImage !== true && !decided.test(each),
    );
    expect(needed.length).toBeGreaterThan(2);
    expect(needed.filter((each) => !reaches(each)).map(([each]) => each)).toEqual([]);
  });

  test(`sets for the ${name} nothing that it does not read`, () => {
    const names = variables.map(([each]) => each);
    const known = (each: string) =>
      names.includes(each) || names.includes(each.replace(/_FILE$/, ''));
    expect(Object.keys(environment).filter((each) => !known(each))).toEqual([]);
  });
});

test('the migrations of production get what their command reads', () => {
  const { environment = {} } = production.services.migrations ?? {};
  const names = Object.keys(environment).map((name) => name.replace(/_FILE$/, ''));
  expect(names.filter((name) => !COMMAND_VARIABLES.includes(name))).toEqual([]);
  expect(names.sort()).toEqual(['API_DATABASE_URL', 'DATABASE_URL', 'WORKER_DATABASE_URL']);
});

describe('the compose file of production', () => {
  const services = Object.entries(production.services);

  test('has a proxy with TLS, several APIs and workers, and no simulator', () => {
    expect(services.map(([name]) => name).sort()).toEqual(
      ['migrations', 'postgres', 'proxy', 'redis', ...PROCESSES].sort(),
    );
    for (const name of PROCESSES) {
      expect(production.services[name]?.deploy?.replicas).toBeGreaterThan(1);
    }
    expect(readFileSync(join(ROOT, 'deploy/production/compose.yml'), 'utf8')).not.toMatch(
      /efi-simulator|efi-pki|CHROME_SANDBOX:-if/,
    );
  });

  test('opens no port but the proxy’s, and pins what is not ours by digest', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy']);
    for (const name of ['proxy', 'postgres', 'redis']) {
      expect(production.services[name]?.image).toMatch(/:-[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}\}$/);
    }
  });

  test('limits every container, and starts each one again but the one-shot', () => {
    for (const [name, { deploy, restart, ...service }] of services) {
      const limits = Object.keys(deploy?.resources?.limits ?? {}).sort();
      expect([name, limits]).toEqual([name, ['cpus', 'memory', 'pids']]);
      // Compose 2 refuses this beside the limits above.
      expect(service).not.toHaveProperty('pids_limit');
      expect([name, restart]).toEqual([name, name === 'migrations' ? undefined : 'unless-stopped']);
    }
  });

  test('knows of each container whether it is well: by itself, or by the health check of its image', () => {
    for (const [name, { healthcheck }] of services) {
      const stage = stageOf(IMAGE_OF[name] ?? name);
      const isChecked = healthcheck !== undefined || stage.includes('HEALTHCHECK');
      expect([name, isChecked]).toEqual([name, name !== 'migrations']);
    }
  });

  test('migrates before a process starts', () => {
    for (const name of PROCESSES) {
      expect(production.services[name]?.depends_on?.migrations).toEqual({
        condition: 'service_completed_successfully',
      });
    }
  });

  test('leaves PostgreSQL connections for every process twice, also with the replicas of README', () => {
    const readme = readFileSync(join(ROOT, 'deploy/README.md'), 'utf8');
    const scaled = Object.fromEntries(
      [...readme.matchAll(/--scale (api|worker-[a-z]+)=(\d+)/g)].map(([, name, count]) => [
        name,
        count,
      ]),
    );
    expect(Object.keys(scaled)).toEqual(['api', 'worker-fiscalize']);
    const poolOf = (name: string): number => {
      const { API_ROLES: apiRoles, WORKER_ROLES: roles } =
        production.services[name]?.environment ?? {};
      if (apiRoles !== undefined) {
        const API_ROLES = apiEnvSchema.shape.API_ROLES.parse(apiRoles);
        // One connection listens.
        const pool = apiPoolSizeOf({ API_ROLES, DATABASE_POOL_SIZE: undefined });
        return pool + 1 + EXPORT_CONNECTIONS;
      }
      const WORKER_ROLES = workerEnvSchema.shape.WORKER_ROLES.parse(roles);
      return poolSizeOf({ WORKER_ROLES, DATABASE_POOL_SIZE: undefined });
    };
    const connections = PROCESSES.map(
      (name) => Number(scaled[name] ?? production.services[name]?.deploy?.replicas) * poolOf(name),
    );
    const atOnce = 2 * connections.reduce((sum, each) => sum + each, 0);
    const drill = read('deploy/drill/compose.yml');
    const text = JSON.stringify([production, drill]);
    const limits = [...text.matchAll(/max_connections=(\d+)/g)];
    // The primary, the drill's, and the servers that stand in for it.
    expect(limits.length).toBeGreaterThanOrEqual(3);
    for (const [, limit] of limits) {
      // A doctor's, and those that PostgreSQL keeps for its superuser.
      expect(atOnce + 4 + 3).toBeLessThanOrEqual(Number(limit));
    }
  });

  test('divides every role of a worker, and gives the identity to those alone that sign', () => {
    const rolesOf = (name: string) => production.services[name]?.environment?.WORKER_ROLES ?? '';
    const roles = WORKERS.map((name) => workerEnvSchema.shape.WORKER_ROLES.parse(rolesOf(name)));
    expect(roles.flat().sort()).toEqual(
      [...workerEnvSchema.shape.WORKER_ROLES.parse(undefined)].sort(),
    );
    const holders = services.filter(([, { secrets }]) => secrets?.includes('certificate-identity'));
    expect(holders.map(([name]) => name)).toEqual(['worker-fiscalize']);
  });

  test('divides the tills from the panel, by image the same, and leads each path to what serves it', () => {
    const [api, panel] = APIS.map((name) => production.services[name]);
    expect([api?.environment?.API_ROLES, panel?.environment?.API_ROLES]).toEqual([
      'public',
      'panel',
    ]);
    expect(panel?.image).toBe(api?.image);
    expect(production.services['worker-notify']?.secrets).toContain('smtp-url');
    for (const secret of ['admin-secret', 'smtp-url', 'first-operator-password']) {
      expect([api?.secrets?.includes(secret), panel?.secrets?.includes(secret)]).toEqual([
        false,
        true,
      ]);
    }
    const { depends_on: waitsFor = {} } = production.services.proxy ?? {};
    // A panel that does not start keeps no till from selling.
    expect(Object.keys(waitsFor)).toEqual(['api']);
    const site = readFileSync(join(ROOT, 'deploy/production/Caddyfile'), 'utf8').split('\n{$')[1];
    expect(site).toMatch(
      /\t@panel path \/admin \/admin\/\*\n\thandle @panel \{\n\t\timport processes panel\n/,
    );
    expect(site).toMatch(/\thandle \{\n\t\timport processes api\n/);
    // `respond` alone comes after every `handle` in Caddy's order.
    expect(site).toMatch(/\thandle @internal \{\n\t\trespond 404\n/);
  });

  test('lets what prints reach the stores and nothing else', () => {
    expect(production.services['worker-print']?.networks).toEqual(['printing']);
    expect(production.networks.printing?.internal).toBe(true);
    const beside = services.filter(([, { networks }]) => networks?.includes('printing'));
    expect(beside.map(([name]) => name).sort()).toEqual(['postgres', 'redis', 'worker-print']);
  });

  test('puts no secret into a variable, and mounts files that there are', () => {
    const mounted = services.flatMap(([, { secrets = [] }]) => secrets);
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(production.secrets).sort());
    for (const [, { environment = {}, secrets = [] }] of services) {
      for (const [name, value] of Object.entries(environment)) {
        const isSecret = /PASSWORD|SECRET|IDENTITY|HEADERS|DATABASE_.*URL|REDIS_URL|SMTP_URL/.test(
          name,
        );
        if (!isSecret || name === 'ADMIN_SECOND_FACTOR_FOR') continue;
        expect(name).toMatch(/_FILE$/);
        expect(secrets).toContain(value.replace('/run/secrets/', ''));
      }
    }
  });
});

describe('make-secrets.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-production-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const script = join(folder, 'make-secrets.sh');
  const run = () => spawnSync('sh', [script], { env: { PATH: `${folder}:${process.env.PATH}` } });

  test('writes secrets once, with which the configuration of API and worker is valid', async () => {
    const { identity, recipient } = await generateVaultKeys();
    const keys = `CERTIFICATE_RECIPIENT=${recipient}\\nCERTIFICATE_IDENTITY=${identity}\\n`;
    writeFileSync(join(folder, 'docker'), `#!/bin/sh\nprintf '${keys}'\n`);
    chmodSync(join(folder, 'docker'), 0o755);
    cpSync(join(ROOT, 'deploy/production/make-secrets.sh'), script);
    expect(run().status).toBe(0);
    const secrets = join(folder, 'secrets');
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const files = Object.values(production.secrets).map(({ file }) =>
      file.replace('./secrets/', ''),
    );
    expect(readdirSync(secrets).sort()).toEqual(files.sort());
    const written = () => files.map((file) => readFileSync(join(secrets, file), 'utf8'));
    const before = written();
    expect(run().status).toBe(0);
    expect(written()).toEqual(before);

    const env = { CERTIFICATE_RECIPIENT: recipient, FISCAL_HOST: 'fiscal.example' };
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(`CERTIFICATE_RECIPIENT=${recipient}\n`);
    const environmentOf = (service: string) =>
      Object.fromEntries(
        Object.entries(production.services[service]?.environment ?? {}).map(([name, value]) => [
          name,
          interpolate(value, env).replace('/run/secrets', secrets),
        ]),
      );
    const variablesOf = (schema: { shape: object }, environment: Record<string, string>) =>
      readVariables(environment, Object.keys(schema.shape)).variables;
    const [api, panel] = APIS.map((name) =>
      apiEnvSchema.parse(variablesOf(apiEnvSchema, environmentOf(name))),
    );
    expect(api).toMatchObject({ API_ROLES: ['public'], TRUSTED_PROXIES: 1 });
    const ADMIN_ORIGIN = 'https://fiscal.example';
    expect(panel).toMatchObject({ API_ROLES: ['panel'], ADMIN_ORIGIN, TRUSTED_PROXIES: 1 });
    expect(panel).not.toHaveProperty('SMTP_URL');
    const workerOf = (name: string, image: Record<string, string>) =>
      workerEnvSchema.parse(variablesOf(workerEnvSchema, { ...environmentOf(name), ...image }));
    expect(workerOf('worker-fiscalize', {})).toMatchObject({ CERTIFICATE_IDENTITY: identity });
    // The path of the browser is the image's.
    expect(workerOf('worker-notify', {})).toMatchObject({ WORKER_ROLES: ['notify'], ADMIN_ORIGIN });
    const print = workerOf('worker-print', { CHROME_PATH: '/usr/bin/chromium' });
    expect(print).not.toHaveProperty('CERTIFICATE_IDENTITY');
  });
});

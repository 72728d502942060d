// The Helm chart of deploy/helm: its objects are ones that Kubernetes takes, every variable reaches
// its process, and what it says of secrets, networks and confinement holds. No cluster runs here.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { archiveEnvSchema } from '../../../apps/archive/src/env.ts';
import { readOptions } from '../../../apps/archive/src/options.ts';
import { apiEnvSchema, poolSizeOf as apiPoolSizeOf } from '../../../apps/api/src/env.ts';
import { poolSizeOf, workerEnvSchema } from '../../../apps/worker/src/env.ts';
import { COMMAND_VARIABLES } from '../../../packages/db/src/env.ts';
import { testWith } from '../processes/external-programs.ts';
import {
  BUCKET,
  CHART,
  COLLECTOR,
  componentOf,
  EVERYTHING,
  helm,
  NEEDED,
  ofKind,
  podsOf,
  render,
  typeErrorsOf,
} from './rendered-chart.ts';
import type { Rendered } from './rendered-chart.ts';

const testWithHelm = testWith('helm');
const APIS = ['api', 'panel'];
const WORKERS = ['worker-fiscalize', 'worker-deliver', 'worker-print', 'worker-notify'];
const ROOT = new URL('../../../', import.meta.url);

/** A field of a schema, by what it says of its variable. */
interface Field {
  meta(): Record<string, unknown> | undefined;
}

/** What each file of a Secret would contain. */
const SECRETS: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql://',
  DATABASE_DIRECT_URL: 'postgresql://',
  API_DATABASE_URL: 'postgresql://',
  WORKER_DATABASE_URL: 'postgresql://',
  REDIS_URL: 'redis://',
  REDIS_SENTINEL_PASSWORD: 'a password',
  CERTIFICATE_IDENTITY: 'AGE-SECRET-KEY-1A',
  ADMIN_SECRET: 'a'.repeat(32),
  OBJECT_STORE_SECRET_KEY: 'a key',
  ARCHIVE_SIGNING_KEY: 'a key',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer key',
  SMTP_URL: 'smtps://mail.example',
  ADMIN_FIRST_OPERATOR_PASSWORD: 'a password',
};

/** The variables of a component's container. */
function environmentOf(objects: readonly Rendered[], component: string): Record<string, string> {
  const env = podsOf(objects).get(component)?.spec?.containers[0]?.env ?? [];
  return Object.fromEntries(env.map(({ name, value = '' }) => [name, value]));
}

/** As its process reads them: files by what their Secret contains. */
function readingOf(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const variable = name.replace(/_FILE$/, '');
      return variable === name ? [name, value] : [variable, SECRETS[variable] ?? 'no secret'];
    }),
  );
}

function valuesSchema() {
  return JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as {
    definitions: { env: { properties: object } };
  };
}

test('the chart has the version of the service', () => {
  const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as { appVersion: string };
  const manifest = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as object;
  expect(manifest).toMatchObject({ version: chart.appVersion });
});

describe('the objects of the chart', () => {
  testWithHelm('are clean for helm', async () => {
    for (const values of [{}, EVERYTHING]) {
      const { status, stdout } = helm(['lint', '--strict'], NEEDED, values);
      expect([status, stdout]).toEqual([0, expect.not.stringMatching(/WARNING|ERROR/)]);
    }
    await Promise.resolve();
  });

  testWithHelm('are ones that Kubernetes, KEDA and the Prometheus operator know', async () => {
    const objects = [...render(), ...render(EVERYTHING)];
    expect(new Set(objects.map(({ kind }) => kind)).size).toBe(10);
    expect(typeErrorsOf(objects)).toEqual([]);
    // A field that there is not, and one of another type, would be found.
    const [deployment] = ofKind(objects, 'Deployment');
    const broken = { ...deployment, spec: { ...deployment?.spec, replicas: '2', surplus: 1 } };
    expect(typeErrorsOf([broken])).not.toEqual([]);
    await Promise.resolve();
  });

  testWithHelm('are confined as the level “restricted” demands', async () => {
    const objects = render(EVERYTHING);
    const pods = podsOf(objects);
    expect([...pods.keys()].sort()).toEqual([...APIS, 'archive', 'migrations', ...WORKERS].sort());
    for (const [component, { spec }] of pods) {
      const isPrinting = component === 'worker-print';
      expect(spec).toMatchObject({ automountServiceAccountToken: false });
      expect(spec?.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10_001,
        seccompProfile: isPrinting
          ? { type: 'Localhost', localhostProfile: 'fiscal/chrome.json' }
          : { type: 'RuntimeDefault' },
      });
      for (const { securityContext, resources } of spec?.containers ?? []) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(Object.keys(resources?.limits ?? {}).sort()).toEqual(['cpu', 'memory']);
      }
      expect(JSON.stringify(spec)).not.toMatch(/hostPath|hostNetwork|hostPID|privileged"/);
    }
    await Promise.resolve();
  });

  testWithHelm('migrate before a process starts', async () => {
    const annotations = ofKind(render(), 'Job')[0]?.metadata?.annotations;
    expect(annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    await Promise.resolve();
  });
});

describe('the variables', () => {
  testWithHelm('that a process needs are set for it', async () => {
    for (const values of [{}, EVERYTHING]) {
      const mail = values === EVERYTHING ? { env: { MAIL_FROM: 'no-reply@fiscal.example' } } : {};
      const objects = render(values, mail);
      const read = (component: string) => readingOf(environmentOf(objects, component));
      const [api, panel] = APIS.map((name) => apiEnvSchema.parse(read(name)));
      expect(api).toMatchObject({ API_ROLES: ['public'], TRUSTED_PROXIES: 1 });
      const ADMIN_ORIGIN = 'https://fiscal.example';
      expect(panel).toMatchObject({ API_ROLES: ['panel'], TRUSTED_PROXIES: 1, ADMIN_ORIGIN });
      const roles = WORKERS.filter((name) => podsOf(objects).has(name)).flatMap(
        (name) => workerEnvSchema.parse({ CHROME_PATH: '/chrome', ...read(name) }).WORKER_ROLES,
      );
      const mailing = values === EVERYTHING ? ['notify'] : [];
      expect(roles.sort()).toEqual(['deliver', 'fiscalize', 'keys', ...mailing, 'print']);
      const names = Object.keys(read('migrations')).sort();
      expect(names).toEqual(['API_DATABASE_URL', 'DATABASE_URL', 'WORKER_DATABASE_URL']);
      expect(COMMAND_VARIABLES).toEqual(expect.arrayContaining(names));
    }
    await Promise.resolve();
  });

  testWithHelm('of a process reach it, and no other does', async () => {
    const env = Object.fromEntries(
      Object.keys(valuesSchema().definitions.env.properties).map((name) => [name, 'age1 a value']),
    );
    const objects = render(EVERYTHING, { env: { ...env, OBJECT_STORE: BUCKET } });
    const reaching = (...of: string[]) =>
      new Set(of.flatMap((name) => Object.keys(readingOf(environmentOf(objects, name)))));
    const known = ({ shape }: { shape: Readonly<Record<string, Field>> }) =>
      new Set(Object.keys(shape).filter((name) => shape[name]?.meta()?.isOfImage !== true));
    expect(reaching(...APIS)).toEqual(known(apiEnvSchema));
    expect(reaching('archive')).toEqual(known(archiveEnvSchema));
    const workers = ['worker-fiscalize', 'worker-print', 'worker-notify'];
    expect(reaching(...workers)).toEqual(known(workerEnvSchema));
    await Promise.resolve();
  });

  testWithHelm('contain no secret: each is a file of a Secret that there is', async () => {
    const objects = render(EVERYTHING);
    expect(objects.map(({ kind }) => kind)).not.toContain('Secret');
    for (const [component, { spec }] of podsOf(objects)) {
      const files = spec?.volumes?.find(({ name }) => name === 'secrets')?.projected?.sources ?? [];
      const paths = files.flatMap(({ secret }) => secret?.items?.map(({ path }) => path) ?? []);
      const environment = environmentOf(objects, component);
      for (const name of Object.keys(environment)) {
        if (!Object.hasOwn(SECRETS, name.replace(/_FILE$/, ''))) continue;
        expect([component, name]).toEqual([component, expect.stringMatching(/_FILE$/)]);
        expect(paths).toContain(environment[name]?.replace('/run/secrets/', ''));
      }
    }
    await Promise.resolve();
  });
});

describe('what serves the tills', () => {
  testWithHelm(
    'has no secret and no setting of the panel, and what serves the panel no limit of keys',
    async () => {
      const objects = render(EVERYTHING, { env: { MAIL_FROM: 'no-reply@fiscal.example' } });
      const [tills, people] = APIS.map((name) => JSON.stringify(podsOf(objects).get(name)));
      const OF_PANEL = /ADMIN_|SMTP_URL|MAIL_FROM|PROVIDER_|CERTIFICATE_RECIPIENT/;
      expect(tills).not.toMatch(OF_PANEL);
      expect(people).toMatch(OF_PANEL);
      expect(people).not.toMatch(/RATE_LIMIT_|API_DOCS|EFI_LIVE_URL/);
      await Promise.resolve();
    },
  );
});

describe('what prints, and what mails', () => {
  testWithHelm('has no identity and no trust anchors of the authority', async () => {
    const pods = podsOf(render(EVERYTHING));
    for (const name of ['worker-print', 'worker-notify']) {
      const pod = JSON.stringify(pods.get(name));
      expect(pod).toContain('WORKER_ROLES');
      expect(pod).not.toMatch(/IDENTITY|fiscal-vault|authority-trust|EFI_TEST/);
    }
    expect([...podsOf(render()).keys()]).not.toContain('worker-notify');
    await Promise.resolve();
  });
});

describe('the archive', () => {
  testWithHelm('is sealed each night, by the command that the image has', async () => {
    const objects = render(EVERYTHING);
    const [{ spec } = { spec: undefined }] = ofKind(objects, 'CronJob');
    expect(spec).toMatchObject({ schedule: '20 3 * * *', concurrencyPolicy: 'Forbid' });
    const args = podsOf(objects).get('archive')?.spec?.containers[0]?.args ?? [];
    expect(args.slice(0, 2)).toEqual(['node', 'apps/archive/dist/main.js']);
    expect(readOptions(args.slice(2), new Date('2026-11-21T02:20:00Z'))).toMatchObject({
      to: '/archive',
      environment: 'live',
      days: Array.from({ length: 7 }, (_, index) => `2026-11-${String(14 + index)}`),
    });
    await Promise.resolve();
  });
});

describe('scaling', () => {
  testWithHelm('never goes below one, and can be switched off', async () => {
    const off = { autoscaling: { enabled: false } };
    const fixed = render({ api: off, workers: { fiscalize: off, print: off } }, { keda: {} });
    expect(ofKind(fixed, 'Deployment').map(({ spec }) => spec?.replicas)).toEqual([2, 2, 2, 2]);
    const scaled = render(EVERYTHING);
    const minima = [
      ...ofKind(scaled, 'HorizontalPodAutoscaler').map(({ spec }) => spec.minReplicas),
      ...ofKind(scaled, 'ScaledObject').map(({ spec }) => spec.minReplicaCount),
    ];
    expect(minima).toEqual([2, 2, 2, 2]);
    // Two would set the number of pods otherwise; deliveries have no figure that says how many.
    const counted = ofKind(scaled, 'Deployment').filter(({ spec }) => spec?.replicas !== undefined);
    expect(counted.map(componentOf).sort()).toEqual(['worker-deliver', 'worker-notify']);
    await Promise.resolve();
  });

  testWithHelm('tells how many connections PostgreSQL has to bear at most', async () => {
    const { keda, panel, workers } = EVERYTHING;
    const pools = { env: { DATABASE_POOL_SIZE: '6' }, api: { env: { DATABASE_POOL_SIZE: '9' } } };
    const cases: [object, Record<string, number>][] = [
      [{}, { api: 6, panel: 2, 'worker-fiscalize': 2, 'worker-print': 2 }],
      [
        { ...pools, keda, panel, workers },
        { api: 6, panel: 4, 'worker-fiscalize': 10, 'worker-deliver': 2, 'worker-print': 6 },
      ],
    ];
    const reported = cases.map(([values]) => {
      const { stdout } = helm(['install', '--dry-run=client', 'fiscal'], NEEDED, values);
      return Number(/at most (\d+) connections/.exec(stdout)?.[1]);
    });
    const counted = cases.map(([values, pods]) => {
      const objects = render(values);
      // Beside its pool each API has a connection that listens, and the panel two for exports.
      const each = (component: string) => {
        const read = { CHROME_PATH: '/chrome', ...readingOf(environmentOf(objects, component)) };
        return APIS.includes(component)
          ? apiPoolSizeOf(apiEnvSchema.parse(read)) + (component === 'panel' ? 3 : 1)
          : poolSizeOf(workerEnvSchema.parse(read));
      };
      return Object.entries(pods).reduce((sum, [name, count]) => sum + count * each(name), 0);
    });
    expect(reported).toEqual(counted);
    expect(reported).toEqual([
      6 * 17 + 2 * 11 + 2 * 16 + 2 * 4,
      6 * 10 + 4 * 9 + 10 * 6 + 2 * 6 + 6 * 6,
    ]);
    await Promise.resolve();
  });

  testWithHelm('gives a pod the time that its process takes to end', async () => {
    const graceOf = (name: string, ...values: object[]) =>
      podsOf(render(...values)).get(name)?.spec?.terminationGracePeriodSeconds;
    expect(APIS.map((name) => graceOf(name))).toEqual([55, 55]);
    expect(graceOf('worker-fiscalize')).toBe(75);
    expect(graceOf('worker-print', { env: { PRINT_TIMEOUT_MS: '60000' } })).toBe(150);
    await Promise.resolve();
  });
});

describe('the chart', () => {
  const FEWER_PRINTING = {
    keda: EVERYTHING.keda,
    workers: { print: { autoscaling: { max: 1 } } },
  };
  const refused: [string, object, RegExp][] = [
    ['an unknown name', { api: { replica: 3 } }, /'replica' not allowed/],
    ['an unknown variable', { env: { LOG_LEVL: 'info' } }, /'LOG_LEVL' not allowed/],
    ['a wrong type', { api: { replicas: 'two' } }, /replicas.*got string, want integer/],
    ['a variable that is no text', { env: { LEASE_MS: 6000 } }, /LEASE_MS.*want string/],
    ['none of a worker', { workers: { print: { replicas: 0 } } }, /got 0, want 1/],
    ['none at least', { workers: { print: { autoscaling: { min: 0 } } } }, /got 0, want 1/],
    ['metrics for everybody', { ingress: { paths: ['/metrics'] } }, /ingress\/paths/],
    ['a policy without an end', { networkPolicy: { redis: { to: [] } } }, /redis\/to.*minItems/],
    ['a folder of objects', { api: { env: { OBJECT_STORE: '/srv/objects' } } }, /OBJECT_STORE/],
    [
      'a bucket without addresses',
      { env: { OBJECT_STORE: BUCKET } },
      /objectStore\.to .*: api has/,
    ],
    ['traces without addresses', { env: COLLECTOR }, /traces\.to .*: api has/],
    ['fewer APIs than at least', { api: { autoscaling: { min: 7 } } }, /of api is 6, .* 7/],
    ['fewer panels than at least', { panel: { replicas: 1 } }, /panel.*got 1, want 2/],
    ['fewer workers than at least', FEWER_PRINTING, /of worker-print is 1, .* 2/],
    ['an archive without a volume', { archive: { enabled: true } }, /volumeClaim.*minLength/],
    [
      'an archive without a key',
      { archive: EVERYTHING.archive },
      /needs secrets.archiveSigningKey/,
    ],
    ['KEDA without figures', { keda: { enabled: true } }, /prometheusAddress/],
    ['live without anchors', { env: { EFI_LIVE_URL: 'https://efi' } }, /EFI_LIVE_TRUST_ANCHORS/],
  ];
  for (const [what, values, sentence] of refused) {
    testWithHelm(`refuses ${what}`, async () => {
      const { status, stderr } = helm(['template', 'fiscal'], NEEDED, values);
      expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)]);
      await Promise.resolve();
    });
  }
});

// The chart of deploy/helm as a real helm renders it, and its objects as the API server's own
// schemas know them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1';
import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import type { ICronJob, IJob } from 'kubernetes-models/batch/v1';
import type { IIngress, INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1';
import type { IPodTemplateSpec, IService } from 'kubernetes-models/v1';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

export type Rendered =
  | ICronJob
  | IDeployment
  | IHorizontalPodAutoscaler
  | IIngress
  | IJob
  | INetworkPolicy
  | IPodDisruptionBudget
  | IPodMonitor
  | IScaledObject
  | IService;

export const CHART = fileURLToPath(new URL('../../../deploy/helm/fiscal', import.meta.url));

/** For OBJECT_STORE. */
export const BUCKET = 'https://s3.example/fiscal';

export const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.monitoring:4318' };

/** What has to be set. */
export const NEEDED = {
  host: 'fiscal.example',
  authorityTrust: { configMap: 'efi-trust' },
  env: { CERTIFICATE_RECIPIENT: 'age1example' },
  ingress: { tlsSecret: 'fiscal-tls' },
  networkPolicy: {
    postgres: { to: [{ ipBlock: { cidr: '10.1.0.0/24' } }] },
    redis: { to: [{ ipBlock: { cidr: '10.2.0.0/24' } }] },
  },
};

/** Everything that can be left out. */
export const EVERYTHING = {
  keda: { enabled: true, prometheusAddress: 'http://prometheus.monitoring.svc:9090' },
  podMonitors: { enabled: true, labels: { release: 'prometheus' } },
  panel: { autoscaling: { enabled: true } },
  workers: { deliver: { enabled: true } },
  archive: { enabled: true, volumeClaim: 'fiscal-archive' },
  storesTrust: { secret: 'stores-ca' },
  images: { pullSecrets: ['registry'] },
  networkPolicy: {
    objectStore: { to: [{ ipBlock: { cidr: '10.3.0.0/24' } }] },
    traces: { to: [{ ipBlock: { cidr: '10.4.0.0/24' } }] },
  },
  secrets: Object.fromEntries(
    [
      'adminSecret',
      'smtpUrl',
      'firstOperatorPassword',
      'redisSentinelPassword',
      'otlpHeaders',
      'apiDatabaseDirectUrl',
      'workerDatabaseDirectUrl',
      'apiObjectStoreSecretKey',
      'workerObjectStoreSecretKey',
      'archiveSigningKey',
    ].map((name) => [name, { name: 'fiscal-more' }]),
  ),
};

/**
 * What helm says of the chart with these values, each over those before.
 * @param command `template` or `lint --strict`, as words.
 */
export function helm(command: readonly string[], ...values: object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-chart-'));
  try {
    const files = values.map((each, index) => {
      const file = join(folder, `${String(index)}.json`);
      writeFileSync(file, JSON.stringify(each));
      return `--values=${file}`;
    });
    // Nothing of whoever runs the test: no cluster, no plug-in.
    const env = { PATH: process.env.PATH, HOME: folder };
    return spawnSync('helm', [...command, CHART, ...files], { encoding: 'utf8', env });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @throws Error with helm's words. */
export function render(...values: object[]): Rendered[] {
  const { status, stdout, stderr } = helm(['template', 'fiscal'], NEEDED, ...values);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJSON() as Rendered);
}

export function ofKind<Kind extends Rendered['kind']>(objects: readonly Rendered[], kind: Kind) {
  return objects.filter((object): object is Extract<Rendered, { kind: Kind }> => {
    return object.kind === kind;
  });
}

/** The component that an object belongs to. */
export const componentOf = (object: Pick<Rendered, 'metadata'>) =>
  object.metadata?.labels?.['app.kubernetes.io/component'] ?? '';

/** Component → the template of its pods. */
export function podsOf(objects: readonly Rendered[]): Map<string, IPodTemplateSpec> {
  const templates = [
    ...[...ofKind(objects, 'Deployment'), ...ofKind(objects, 'Job')].map(
      (owner) => [componentOf(owner), owner.spec?.template] as const,
    ),
    ...ofKind(objects, 'CronJob').map(
      (owner) => [componentOf(owner), owner.spec.jobTemplate.spec?.template] as const,
    ),
  ];
  return new Map(
    templates.flatMap(([component, template]) => (template ? [[component, template]] : [])),
  );
}

function moduleOf({ apiVersion }: Rendered): string {
  if (apiVersion.startsWith('keda.sh/')) return `@kubernetes-models/keda/${apiVersion}`;
  if (apiVersion.startsWith('monitoring.coreos.com/')) {
    return `@kubernetes-models/prometheus-operator/${apiVersion}`;
  }
  return `kubernetes-models/${apiVersion}`;
}

/**
 * What is wrong with objects by the types that are made of the API server's schemas: the compiler
 * finds fields that there are not, are missing or have another type. One line each.
 */
export function typeErrorsOf(objects: readonly object[]): string[] {
  const source = (objects as Rendered[]).map((object, index) => {
    const type = `import('${moduleOf(object)}').I${object.kind}`;
    return `export const object${String(index)}: ${type} = ${JSON.stringify(object, null, 1)};`;
  });
  const file = fileURLToPath(new URL('rendered-objects.ts', import.meta.url));
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
  };
  // The file is in memory alone.
  const disk = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => path === file || disk.fileExists(path),
    getSourceFile: (path, ...others) =>
      path === file
        ? ts.createSourceFile(path, source.join('\n'), ts.ScriptTarget.ES2023)
        : disk.getSourceFile(path, ...others),
  };
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

// What the objects of the chart name is there: selectors match their pods and no others, ports and
// Deployments exist, and Prometheus gets the jobs and figures that alerts, dashboard and KEDA ask
// for.

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import type { IProbe } from 'kubernetes-models/v1';
import { parse } from 'yaml';
import { testWith } from '../processes/external-programs.ts';
import { componentOf, EVERYTHING, ofKind, podsOf, render } from './rendered-chart.ts';
import type { Rendered } from './rendered-chart.ts';

const testWithHelm = testWith('helm');
const ROOT = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const APIS = ['api', 'panel'];
const SERVING = [...APIS, 'worker-deliver', 'worker-fiscalize', 'worker-notify', 'worker-print'];

interface Selector {
  matchLabels?: Record<string, string>;
}

/** The components whose pods a selector matches. */
function matchedBy(objects: readonly Rendered[], { matchLabels = {} }: Selector = {}): string[] {
  const wanted = Object.entries(matchLabels);
  return [...podsOf(objects)]
    .filter(([, { metadata }]) =>
      wanted.every(([label, value]) => metadata?.labels?.[label] === value),
    )
    .map(([component]) => component)
    .sort();
}

const portsOf = (objects: readonly Rendered[], component: string) =>
  (podsOf(objects).get(component)?.spec?.containers[0]?.ports ?? []).map(({ name }) => name);

/** `path port` of a probe by HTTP. */
const probed = (probe?: IProbe) => `${probe?.httpGet?.path ?? ''} ${String(probe?.httpGet?.port)}`;

describe('a selector', () => {
  testWithHelm('matches the pods of its component and no others', async () => {
    const objects = render(EVERYTHING);
    const own = [
      ...[...ofKind(objects, 'Deployment'), ...ofKind(objects, 'PodDisruptionBudget')].map(
        (object) => [object, object.spec?.selector] as const,
      ),
      ...ofKind(objects, 'Service').map(
        (object) => [object, { matchLabels: object.spec?.selector ?? {} }] as const,
      ),
    ];
    expect(own).toHaveLength(2 * SERVING.length + APIS.length);
    for (const [object, selector] of own) {
      expect(matchedBy(objects, selector)).toEqual([componentOf(object)]);
      expect(object.metadata?.labels).toMatchObject(selector?.matchLabels ?? {});
    }
    const budgets = ofKind(objects, 'PodDisruptionBudget').map(componentOf).sort();
    expect(budgets).toEqual(SERVING);
    await Promise.resolve();
  });

  testWithHelm('spreads the pods of a component over nodes and zones', async () => {
    const objects = render(EVERYTHING);
    for (const component of SERVING) {
      const spread = podsOf(objects).get(component)?.spec?.topologySpreadConstraints ?? [];
      expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
        'kubernetes.io/hostname',
        'topology.kubernetes.io/zone',
      ]);
      for (const { labelSelector } of spread) {
        expect(matchedBy(objects, labelSelector)).toEqual([component]);
      }
    }
    await Promise.resolve();
  });
});

describe('a port', () => {
  testWithHelm('that a Service or a probe names is one of the container', async () => {
    const objects = render(EVERYTHING);
    for (const { spec } of ofKind(objects, 'Service')) {
      expect(spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(['http']);
    }
    for (const name of APIS) expect(portsOf(objects, name)).toEqual(['http', 'monitoring']);
    for (const component of SERVING) {
      const container = podsOf(objects).get(component)?.spec?.containers[0];
      const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
      expect([startupProbe, livenessProbe].map(probed)).toEqual([
        '/health/live monitoring',
        '/health/live monitoring',
      ]);
      // Without PostgreSQL the API is still to be reached: its callers get 503 with Retry-After.
      const isApi = APIS.includes(component);
      expect(probed(readinessProbe)).toBe(isApi ? '/health/live http' : '/health/ready monitoring');
      for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
        expect(portsOf(objects, component)).toContain(probe?.httpGet?.port);
      }
    }
    await Promise.resolve();
  });

  testWithHelm('takes calls until the pod has left its Service', async () => {
    const grace = /const GRACE_MS = (\d+)_000;/.exec(read('apps/api/src/api-process.ts'))?.[1];
    for (const name of APIS) {
      const spec = podsOf(render()).get(name)?.spec;
      const command = spec?.containers[0]?.lifecycle?.preStop?.exec?.command;
      expect(command).toEqual(['sleep', '10']);
      expect(spec?.terminationGracePeriodSeconds).toBeGreaterThan(10 + Number(grace));
    }
    await Promise.resolve();
  });
});

describe('Prometheus', () => {
  /** The label `job` that the relabelings of the PodMonitor give the pods of a component. */
  function jobOf(objects: readonly Rendered[], component: string): string {
    const [monitor] = ofKind(objects, 'PodMonitor');
    const [endpoint] = monitor?.spec.podMetricsEndpoints ?? [];
    expect(portsOf(objects, component)).toContain(endpoint?.port);
    let job = 'fiscal/fiscal-monitoring';
    const labels = podsOf(objects).get(component)?.metadata?.labels ?? {};
    const meta = (label: string) => {
      const [, value = ''] =
        Object.entries(labels).find(
          ([name]) => `__meta_kubernetes_pod_label_${name.replace(/\W/g, '_')}` === label,
        ) ?? [];
      return value;
    };
    for (const {
      sourceLabels = [],
      regex = '',
      targetLabel,
      replacement = '$1',
    } of endpoint?.relabelings ?? []) {
      const found = new RegExp(`^(?:${regex})$`).exec(sourceLabels.map(meta).join(';'));
      if (found && targetLabel === 'job') {
        job = replacement.replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? '');
      }
    }
    return job;
  }

  testWithHelm('gets the jobs that alerts and dashboard ask for', async () => {
    const objects = render(EVERYTHING);
    const [monitor] = ofKind(objects, 'PodMonitor');
    expect(matchedBy(objects, monitor?.spec.selector)).toEqual(expect.arrayContaining(SERVING));
    const jobs = new Set(SERVING.map((component) => jobOf(objects, component)));
    const { scrape_configs: configured } = parse(read('deploy/monitoring/prometheus.yml')) as {
      scrape_configs: { job_name: string }[];
    };
    const own = configured.map(({ job_name: name }) => name).filter((name) => name !== 'node');
    expect([...jobs].sort()).toEqual(own.sort());
    const asking = [
      read('deploy/monitoring/alerts.yml'),
      read('deploy/monitoring/grafana/dashboards/fiscal.json').replaceAll('\\"', '"'),
    ];
    const selectors = asking.map((text) => [...text.matchAll(/\bjob(=~?)"([^"]+)"/g)]);
    for (const found of selectors) expect(found).not.toHaveLength(0);
    for (const asked of selectors.flat().flatMap(([, , value = '']) => value.split('|'))) {
      const found = own.filter((job) => jobs.has(job) && new RegExp(`^${asked}$`).test(job));
      expect([asked, found]).not.toEqual([asked, []]);
    }
    await Promise.resolve();
  });
});

describe('an autoscaler', () => {
  testWithHelm('changes a Deployment that there is, by what the values say', async () => {
    const print = { autoscaling: { min: 3, max: 7, printsWaiting: 11, oldestPrintSeconds: 13 } };
    const fiscalize = { autoscaling: { min: 2, max: 5, salesWaiting: 17, oldestSaleSeconds: 19 } };
    const api = { autoscaling: { min: 4, max: 8, cpuPercent: 55 } };
    const objects = render(EVERYTHING, { api, workers: { print, fiscalize } });
    const scalers = [
      ...ofKind(objects, 'HorizontalPodAutoscaler'),
      ...ofKind(objects, 'ScaledObject'),
    ];
    const names = ofKind(objects, 'Deployment').map(({ metadata }) => metadata?.name);
    expect(scalers).toHaveLength(4);
    for (const { metadata, spec } of scalers) {
      expect(spec.scaleTargetRef.name).toBe(metadata?.name);
      expect(names).toContain(metadata?.name);
    }
    const byCpu = ofKind(objects, 'HorizontalPodAutoscaler').map(({ metadata, spec }) => {
      const { resource } = spec.metrics?.[0] ?? {};
      const { minReplicas, maxReplicas } = spec;
      return [metadata?.name, minReplicas, maxReplicas, resource?.target.averageUtilization];
    });
    expect(byCpu).toEqual([
      ['fiscal-api', 4, 8, 55],
      ['fiscal-panel', 2, 4, 70],
    ]);
    const scaled = ofKind(objects, 'ScaledObject').map(
      ({ metadata, spec }) =>
        [
          metadata?.name,
          spec.minReplicaCount,
          spec.maxReplicaCount,
          Object.fromEntries(
            spec.triggers.map(({ metadata: { query, threshold } }) => [query, threshold]),
          ),
        ] as const,
    );
    expect(scaled).toEqual([
      [
        'fiscal-worker-fiscalize',
        2,
        5,
        {
          'sum(max by (environment) (fiscal_sales_waiting{namespace="default"}))': '17',
          'max(fiscal_oldest_sale_seconds{namespace="default"})': '19',
        },
      ],
      [
        'fiscal-worker-print',
        3,
        7,
        {
          'max(fiscal_prints_waiting{namespace="default"})': '11',
          'max(fiscal_oldest_print_seconds{namespace="default"})': '13',
        },
      ],
    ]);
    const documented = read('docs/monitoring.md');
    for (const query of scaled.flatMap(([, , , triggers]) => Object.keys(triggers ?? {}))) {
      expect(documented).toContain(`\`${/fiscal_\w+/.exec(query)?.[0] ?? 'none'}\``);
    }
    await Promise.resolve();
  });
});

// The network policies of the chart as rendered: which pods reach what, and what reaches them. No
// cluster runs here.

import { describe, expect } from '@jest/globals';
import { testWith } from '../processes/external-programs.ts';
import {
  BUCKET,
  COLLECTOR,
  componentOf,
  EVERYTHING,
  ofKind,
  podsOf,
  render,
} from './rendered-chart.ts';
import type { Rendered } from './rendered-chart.ts';

const testWithHelm = testWith('helm');
const SIGNING = ['worker-fiscalize', 'worker-deliver'];
const APIS = ['api', 'panel'];
const UNSIGNING = ['worker-print', 'worker-notify'];
const ALL = ['migrations', 'archive', ...APIS, ...SIGNING, ...UNSIGNING];

describe('the network', () => {
  const egressOf = (objects: readonly Rendered[], component: string) =>
    ofKind(objects, 'NetworkPolicy')
      .filter((policy) => componentOf(policy) === component)
      .flatMap(({ spec }) => spec?.egress ?? []);

  const portsOf = (objects: readonly Rendered[], component: string) =>
    egressOf(objects, component).flatMap(({ to = [], ports = [] }) => {
      expect(to.length).toBeGreaterThan(0);
      return ports.map(({ port }) => Number(port));
    });

  /** The components that reach an address range. */
  const reaching = (objects: readonly Rendered[], range: string) =>
    ALL.filter((component) =>
      egressOf(objects, component).some(({ to }) =>
        to?.some((peer) => peer.ipBlock?.cidr === range),
      ),
    );

  testWithHelm('lets each process reach what it needs and nothing else', async () => {
    const objects = render(EVERYTHING);
    const stores = [53, 53, 5432, 6379];
    expect(portsOf(objects, 'migrations')).toEqual([53, 53, 5432]);
    expect(portsOf(objects, 'archive')).toEqual([53, 53, 5432]);
    expect(portsOf(objects, 'api')).toEqual(stores);
    expect(portsOf(objects, 'panel')).toEqual([...stores, 465, 587]);
    expect(portsOf(objects, 'worker-fiscalize')).toEqual([...stores, 443]);
    expect(portsOf(objects, 'worker-deliver')).toEqual([...stores, 443]);
    expect(portsOf(objects, 'worker-print')).toEqual(stores);
    expect(portsOf(objects, 'worker-notify')).toEqual([...stores, 465, 587]);
    expect(portsOf(render(), 'panel')).toEqual(stores);
    await Promise.resolve();
  });

  testWithHelm('lets who has a bucket reach it, and the authority only who signs', async () => {
    const { networkPolicy } = EVERYTHING;
    const env = { OBJECT_STORE: BUCKET };
    const deliver = { enabled: true };
    const having = (values: object) => render({ networkPolicy, workers: { deliver } }, values);
    const reached = [
      [{}, []],
      [{ env }, [...APIS, ...SIGNING]],
      [{ api: { env } }, ['api']],
      [{ panel: { env } }, ['panel']],
      [{ workers: { deliver: { ...deliver, env } } }, ['worker-deliver']],
      [{ workers: { print: { env } } }, []],
    ] as const;
    for (const [values, components] of reached) {
      const objects = having(values);
      expect(reaching(objects, '10.3.0.0/24')).toEqual(components);
      expect(reaching(objects, '0.0.0.0/0')).toEqual(SIGNING);
    }
    await Promise.resolve();
  });

  testWithHelm('lets the traces of who sends any reach the collector', async () => {
    const sending = (values: object) => reaching(render(EVERYTHING, values), '10.4.0.0/24');
    expect(sending({})).toEqual([]);
    expect(sending({ env: COLLECTOR })).toEqual([...APIS, ...SIGNING, ...UNSIGNING]);
    expect(sending({ workers: { print: { env: COLLECTOR } } })).toEqual(['worker-print']);
    expect(portsOf(render(EVERYTHING, { env: COLLECTOR }), 'worker-print')).toContain(4318);
    await Promise.resolve();
  });

  testWithHelm('selects every pod, and refuses what no policy allows', async () => {
    const objects = render(EVERYTHING);
    const policies = ofKind(objects, 'NetworkPolicy');
    for (const { spec } of policies) expect(spec?.policyTypes).toEqual(['Ingress', 'Egress']);
    const selected = policies.map(({ spec }) => spec?.podSelector?.matchLabels);
    for (const [, { metadata }] of podsOf(objects)) {
      const labels = metadata?.labels ?? {};
      const matching = selected.filter((selector = {}) =>
        Object.entries(selector).every(([name, value]) => labels[name] === value),
      );
      // The one for all, and its own.
      expect(matching).toHaveLength(2);
    }
    await Promise.resolve();
  });

  testWithHelm(
    'leads each path to what serves it, and opens neither health nor metrics to the outside',
    async () => {
      const [ingress] = ofKind(render(), 'Ingress');
      const paths = ingress?.spec?.rules?.[0]?.http?.paths ?? [];
      const led = paths.map(({ path, backend }) => [path, backend.service?.name]);
      expect(led).toEqual([
        ['/api', 'fiscal-api'],
        ['/admin', 'fiscal-panel'],
        ['/docs', 'fiscal-api'],
        ['/openapi.json', 'fiscal-api'],
      ]);
      expect(ingress?.spec?.tls).toEqual([{ hosts: ['fiscal.example'], secretName: 'fiscal-tls' }]);
      const services = ofKind(render(), 'Service');
      expect(services.map(({ metadata }) => metadata?.name)).toEqual([
        'fiscal-api',
        'fiscal-panel',
      ]);
      for (const { spec } of services) {
        expect(spec?.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }]);
      }
      await Promise.resolve();
    },
  );
});

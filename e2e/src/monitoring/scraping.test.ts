// That the Prometheus of deploy/monitoring reaches every process of deploy/production, read from
// the files: a name that no service has is no error to it, and its target is missing without a
// word.

import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { MONITORING, scraping } from './monitoring-files.ts';

interface Service {
  image: string;
  networks: string[];
}
interface Compose {
  services: Record<string, Service>;
  networks: Record<string, unknown>;
}

const read = (name: string) => readFileSync(MONITORING + name, 'utf8');
const compose = parse(read('../production/compose.yml'), { merge: true }) as Compose;
const [, written = ''] = /```yaml\n(services:.*?)```/s.exec(read('README.md')) ?? [];
const beside = parse(written) as Compose;

/** What runs from an image of ours and stays: migrations have no figures. */
const ours = Object.entries(compose.services).filter(
  ([name, { image }]) => image.startsWith('${FISCAL_') && name !== 'migrations',
);
const asked = scraping.scrape_configs.flatMap(({ job_name: job, dns_sd_configs: found = [] }) =>
  found.flatMap(({ names, port }) => names.map((name) => ({ job, name, port }))),
);

test('each process of ours is named and reached', () => {
  const expected = ours.map(([name]) => {
    return name.startsWith('worker')
      ? { job: 'fiscal-worker', name, port: 3001 }
      : { job: `fiscal-${name}`, name, port: 3002 };
  });
  expect(expected.length).toBeGreaterThan(1);
  expect(asked).toEqual(expected);
  const { networks } = beside.services.prometheus!;
  const unreached = ours.filter(([, own]) => !own.networks.some((each) => networks.includes(each)));
  expect(unreached.map(([name]) => name)).toEqual([]);
});

test('Prometheus, Grafana and the exporter reach each other over networks that exist', () => {
  const { prometheus, ...others } = beside.services;
  const known = [...Object.keys(compose.networks), ...Object.keys(beside.networks)];
  expect(known).toEqual(expect.arrayContaining(prometheus!.networks));
  for (const { networks } of Object.values(others)) {
    expect(known).toEqual(expect.arrayContaining(networks));
    expect(networks.filter((each) => prometheus!.networks.includes(each))).not.toEqual([]);
  }
});

// A real Prometheus of a test's own, on loopback, with the rules of deploy/monitoring.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@fiscal/testbed';
import { stringify } from 'yaml';
import { alertRules, scraping } from './monitoring-files.ts';

export interface Prometheus {
  /**
   * Whether the query has a value now, with each label that it is grouped by.
   * @throws Error where Prometheus refuses it.
   */
  hasData(query: string): Promise<boolean>;
  /** Alerts that fire: `<alert> <environment>`. */
  firing(): Promise<string[]>;
  close(): Promise<void>;
}

interface QueryResponse {
  status: string;
  error?: string;
  data: {
    result: { metric: Record<string, string> }[];
    alerts: { state: string; labels: { alertname: string; environment?: string } }[];
  };
}

type Targets = Record<string, string | readonly string[]>;

/** @param targets by job: `127.0.0.1:3002`. */
export async function startPrometheus(targets: Targets): Promise<Prometheus> {
  const directory = mkdtempSync(join(tmpdir(), 'fiscal-prometheus-'));
  const address = `127.0.0.1:${await freePort()}`;
  writeFileSync(join(directory, 'prometheus.yml'), stringify(configurationOf(targets)));
  writeFileSync(join(directory, 'alerts.yml'), stringify(rulesWithoutWaiting()));
  const child = spawn(
    'prometheus',
    [
      `--config.file=${directory}/prometheus.yml`,
      `--storage.tsdb.path=${directory}/data`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const ask = async (path: string): Promise<QueryResponse['data']> => {
    const response = (await (
      await fetch(`http://${address}/api/v1/${path}`)
    ).json()) as QueryResponse;
    if (response.status !== 'success') throw new Error(`${path}: ${response.error ?? ''}`);
    return response.data;
  };
  await eventually(
    () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    (isReady) => isReady,
  );
  return {
    hasData: async (query) => {
      const { result } = await ask(`query?query=${encodeURIComponent(query)}`);
      const labels = groupedBy(query);
      return result.some(({ metric }) => labels.every((label) => label in metric));
    },
    firing: async () =>
      (await ask('alerts')).alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => [labels.alertname, labels.environment ?? ''].join(' ').trim()),
    close: async () => {
      child.kill();
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** The labels of the outermost grouping, which stands first; `le` ends in a quantile. */
function groupedBy(query: string): string[] {
  if (/^(?:sum|max|min)\(/.test(query)) return [];
  const labels = /\bby \((.*?)\)/.exec(query)?.[1]?.split(', ') ?? [];
  return labels.filter((label) => label !== 'le');
}

/** The same jobs, on this machine and more often. */
function configurationOf(targets: Targets) {
  return {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yml'],
    scrape_configs: scraping.scrape_configs.map(({ job_name: job }) => {
      const target = targets[job];
      if (target === undefined) throw new Error(`nothing is scraped for the job ${job}`);
      return { job_name: job, static_configs: [{ targets: [target].flat() }] };
    }),
  };
}

/** How long a state must last before it is an alert is what the tests of the rules are about. */
function rulesWithoutWaiting() {
  const groups = alertRules.groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) => ({ ...rule, for: '0s' })),
  }));
  return { groups };
}

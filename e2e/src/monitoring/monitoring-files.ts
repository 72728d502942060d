// The files of deploy/monitoring, read as Prometheus and Grafana read them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The folder of the files. */
export const MONITORING = fileURLToPath(new URL('../../../deploy/monitoring/', import.meta.url));

export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}
export interface AlertRules {
  groups: { name: string; rules: AlertRule[] }[];
}

/** A panel of the dashboard, as far as we use what Grafana reads; rows have no targets. */
interface Panel {
  title: string;
  type: string;
  targets?: { expr: string; legendFormat: string }[];
}

const read = (name: string) => readFileSync(MONITORING + name, 'utf8');

export const alertRules = parse(read('alerts.yml'), { merge: true }) as AlertRules;
export const alerts: readonly AlertRule[] = alertRules.groups.flatMap(({ rules }) => rules);
export const scraping = parse(read('prometheus.yml')) as {
  scrape_configs: {
    job_name: string;
    dns_sd_configs?: { names: string[]; port: number }[];
  }[];
};
const dashboard = JSON.parse(read('grafana/dashboards/fiscal.json')) as { panels: Panel[] };
export const panels: readonly Panel[] = dashboard.panels;

const SERVICE_FIGURES = new URL(
  '../../../apps/api/src/monitoring/service-figures.ts',
  import.meta.url,
);
/** What every API process shows of the same rows, by name. */
export const serviceFigures: readonly string[] = [
  ...readFileSync(SERVICE_FIGURES, 'utf8').matchAll(/^\s*(?:show\(|name:)\s*'(fiscal_\w+)'/gm),
].map(([, name = '']) => name);

/** Every query of the dashboard, with what Grafana puts in for its variables. */
export function panelQueries(): string[] {
  return panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) =>
      expr.replaceAll('$environment', '.*').replaceAll('$__rate_interval', '10s'),
    ),
  );
}

/** What each alert compares, without the comparison: the parts that have data while all is well. */
export function alertQueries(): string[] {
  return alerts.flatMap(({ expr }) =>
    expr
      .split(/\s(?:and|unless)\s(?:on \(\w*\) )?/)
      .map((part) => part.replaceAll(/\s(?:==|>|<) -?[\d.]+/g, '')),
  );
}

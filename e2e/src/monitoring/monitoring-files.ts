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

/** From `value` on; null stands for the lowest. */
export interface ThresholdStep {
  color: string;
  value: number | null;
}
interface Thresholds {
  steps: ThresholdStep[];
}
/** How the values of a panel are shown. */
export interface FieldOptions {
  unit: string;
  min?: number;
  decimals?: number;
  thresholds?: Thresholds;
  mappings?: { options: Record<string, { text: string; color: string }> }[];
  custom?: { fillOpacity: number };
}
/** A panel of the dashboard, as far as we use what Grafana reads. */
export interface Panel {
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  /** Rows have none of these. */
  targets?: { expr: string; legendFormat: string }[];
  fieldConfig?: {
    defaults: FieldOptions;
    overrides: {
      matcher: { options: string };
      properties: { id: string; value: Thresholds }[];
    }[];
  };
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
export const dashboard = JSON.parse(read('grafana/dashboards/fiscal.json')) as {
  title: string;
  panels: Panel[];
};
/** Rows of the dashboard are panels without a query. */
export const panels: readonly Panel[] = dashboard.panels;

const SERVICE_FIGURES = new URL(
  '../../../apps/api/src/monitoring/service-figures.ts',
  import.meta.url,
);
/** What every API process shows of the same rows, by name. */
export const serviceFigures: readonly string[] = [
  ...readFileSync(SERVICE_FIGURES, 'utf8').matchAll(/^\s*(?:show\(|name:)\s*'(fiscal_\w+)'/gm),
].map(([, name = '']) => name);

/** A query of the dashboard with what Grafana puts in for its variables. */
export function withVariables(expr: string, rateInterval: string): string {
  return expr.replaceAll('$environment', '.*').replaceAll('$__rate_interval', rateInterval);
}

/** Every query of the dashboard. */
export function panelQueries(): string[] {
  return panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => withVariables(expr, '10s')),
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

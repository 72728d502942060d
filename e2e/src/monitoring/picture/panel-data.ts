// What a panel shows: its queries, asked of Prometheus as Grafana asks them.

import { withVariables } from '../monitoring-files.ts';
import type { FieldOptions, Panel } from '../monitoring-files.ts';
import type { Prometheus, Span } from '../prometheus.ts';

/** A line of a panel, or one number of it. */
export interface Line {
  name: string;
  /** Seconds since 1970, and the value. */
  points: [number, number][];
  options: FieldOptions;
}
/** A panel with what it shows. */
export interface FilledPanel extends Panel {
  lines: Line[];
}

/** `$__rate_interval` is four times how often Prometheus reads, as in Grafana. */
export async function fillPanel(
  panel: Panel,
  prometheus: Prometheus,
  span: Span,
): Promise<FilledPanel> {
  const lines: Line[] = [];
  for (const { expr, legendFormat } of panel.targets ?? []) {
    const found = await prometheus.series(withVariables(expr, `${4 * span.step}s`), span);
    for (const { metric, values } of found) {
      const name = legendFormat.replaceAll(/{{(\w+)}}/g, (_, label: string) => metric[label] ?? '');
      const points = values.map(([at, text]): [number, number] => [at, Number(text)]);
      lines.push({
        name: name.trim(),
        points: points.filter(([, value]) => Number.isFinite(value)),
        options: optionsOf(panel, name),
      });
    }
  }
  return { ...panel, lines };
}

function optionsOf({ fieldConfig }: Panel, name: string): FieldOptions {
  const { defaults = { unit: 'short' }, overrides = [] } = fieldConfig ?? {};
  const own = overrides
    .filter(({ matcher }) => new RegExp(matcher.options.slice(1, -1)).test(name))
    .flatMap(({ properties }) => properties.map(({ id, value }) => [id, value] as const));
  return { ...defaults, ...(Object.fromEntries(own) as Partial<FieldOptions>) };
}

import { expect, test } from '@jest/globals';
import { panels } from '../monitoring-files.ts';
import { page } from './page.ts';
import type { FilledPanel } from './panel-data.ts';
import { axisStep, valueText } from './value-text.ts';

const SPAN = { from: 1_800_000_000, to: 1_800_000_600, step: 5 };

/** With two lines, of which the second has a gap. */
function filled(panel: (typeof panels)[number]): FilledPanel {
  const options = panel.fieldConfig?.defaults ?? { unit: 'short' };
  const pointsOf = (times: number[]) =>
    times.map((at): [number, number] => [SPAN.from + at, at / 100]);
  const lines = [pointsOf([0, 5, 10, 600]), pointsOf([0, 5, 300, 305])];
  return {
    ...panel,
    lines: lines.map((points, index) => ({ name: `line ${index}`, points, options })),
  };
}

test('every panel of the dashboard can be drawn, of whatever type and unit it is', () => {
  const drawn = page(panels.map(filled), SPAN);
  expect(drawn).not.toMatch(/NaN|undefined|Infinity|No data/);
  const titles = [...drawn.matchAll(/<h[23][^>]*>(.*?)<\/h[23]>/g)].map(([, title]) => title);
  expect(titles).toEqual(panels.map(({ title }) => title));
});

test.each([
  [0, 's', undefined, '0 s'],
  [0.0842, 's', undefined, '84.2 ms'],
  [129_600, 's', 1, '1.5 day'],
  [1_234_567, 'short', undefined, '1.23 Mil'],
  [3_650.4, 'none', 0, '3650'],
  [0.015, 'percentunit', undefined, '1.5%'],
  [300 * 2 ** 20, 'bytes', undefined, '300 MiB'],
  [0.25, 'reqps', undefined, '0.25 req/s'],
])('%d %s is written for a reader', (value, unit, decimals, text) => {
  expect(valueText(value, unit, decimals)).toBe(text);
});

test('an axis has steps that are easily read', () => {
  expect([axisStep(19, 4, 'ops'), axisStep(0.9, 4, 's')]).toEqual([5, 0.5]);
  expect(axisStep(320 * 2 ** 20, 4, 'bytes')).toBe(100 * 2 ** 20);
});

// The rules of deploy/monitoring by themselves; whether the figures that they name are there is
// shown on a running service, in figures.long.test.ts.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { testWith } from '../processes/external-programs.ts';
import { alerts, MONITORING, panelQueries, panels, serviceFigures } from './monitoring-files.ts';

// promtool evaluates every rule over days of figures.
jest.setTimeout(300_000);

const testWithPromtool = testWith('promtool');

function promtool(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    cwd: MONITORING,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`promtool ${args.join(' ')}: ${stdout}${stderr}`);
}

testWithPromtool('Prometheus takes the rules and the configuration', async () => {
  promtool('check', 'config', 'prometheus.yml');
  promtool('check', 'rules', '--lint=all', '--lint-fatal', 'alerts.yml');
  await Promise.resolve();
});

testWithPromtool('every alert fires on what it is for, and none beside it', async () => {
  promtool('test', 'rules', 'alerts.test.yml');
  await Promise.resolve();
});

describe.each(alerts)('$alert', ({ alert, labels, annotations }) => {
  test('is provoked by a test of the rules', () => {
    const tests = readFileSync(join(MONITORING, 'alerts.test.yml'), 'utf8');
    expect(tests).toContain(`ALERTS{alertname="${alert}"`);
  });

  test('says what is wrong, how urgent it is, and where the runbook says what to do', () => {
    expect(Object.keys(annotations).toSorted()).toEqual(['description', 'runbook_url', 'summary']);
    expect(['page', 'ticket', alerts[0]?.labels.severity]).toContain(labels.severity);
    const [, entry] = /^docs\/runbook\.md#([a-z\d-]+)$/.exec(annotations.runbook_url ?? '') ?? [];
    expect(entry).toBeDefined();
    const runbook = join(MONITORING, '../../docs/runbook.md');
    if (existsSync(runbook)) expect(anchorsIn(readFileSync(runbook, 'utf8'))).toContain(entry);
  });
});

/** By heading, and by anchors that are written out. */
function anchorsIn(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const written = [...markdown.matchAll(/<a (?:id|name)="(.*?)"/g)].map(([, id = '']) => id);
  return [...headings, ...written];
}

/**
 * Whether every API's value of the figure goes into one, by labels that are none of the process.
 */
function isTakenOnce(query: string, figure: string): boolean {
  return [...query.matchAll(new RegExp(`\\b${figure}\\b`, 'g'))].every(({ index }) => {
    const before = query.slice(0, index);
    const [taken, by = ''] = /\b(?:max|min)(?: by \(([^)]*)\) )?\($/.exec(before) ?? [];
    return taken !== undefined && !/\b(?:instance|process|job|pod)\b/.test(by);
  });
}

test('what every API shows of the same rows is never multiplied by their number', () => {
  const queries = [...panelQueries(), ...alerts.map(({ expr }) => expr)];
  const used = serviceFigures.filter((figure) => queries.some((query) => query.includes(figure)));
  expect(used.length).toBeGreaterThan(10);
  const multiplied = queries.filter((query) => used.some((each) => !isTakenOnce(query, each)));
  expect(multiplied).toEqual([]);
});

test('the dashboard has its rows, and a query in every panel', () => {
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title);
  expect(rows).toEqual(['Sales', 'Authority', 'Backlog', 'API', 'Prints', 'Stores']);
  const empty = panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0);
  expect(empty).toEqual([]);
});

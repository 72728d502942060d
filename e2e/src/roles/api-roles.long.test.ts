// The tills and the panel by processes of their own: each serves, watches and examines what is its
// own, and whatever befalls the panel's, the tills sell.

import { eventually } from '@fiscal/testbed';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPanel } from '../admin/panel-browser.ts';
import { callerOf } from '../service/caller.ts';
import type { Caller } from '../service/caller.ts';
import { divideApi } from './divided-api.ts';
import type { DividedApi, Served } from './divided-api.ts';
import { startService } from '../service/running-service.ts';
import { programOf, runProgramUntilEnd } from '../processes/started-program.ts';

const service = await startService({ isLiveConnected: false });
const { stack } = service;
let divided: DividedApi;
let till: Caller;
beforeAll(async () => {
  divided = await divideApi(stack);
  till = callerOf({ stack: { apiUrl: divided.tills.url } }, stack.demo.testKey);
});
afterAll(() => divided.close());

const readyOf = async ({ monitoringUrl }: Served) => {
  const { checks } = (await (await fetch(`${monitoringUrl}/health/ready`)).json()) as {
    checks: Record<string, string>;
  };
  return checks;
};
const figuresOf = async ({ monitoringUrl }: Served) =>
  (await fetch(`${monitoringUrl}/metrics`)).text();
const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(url, { headers })).status;

test('each serves its own paths, and has nothing at those of the other', async () => {
  const { tills, panel } = divided;
  const key = { Authorization: `Bearer ${stack.demo.testKey}` };
  expect(await statusOf(`${tills.url}/api/invoices`, key)).toBe(200);
  expect(await statusOf(`${tills.url}/openapi.json`)).toBe(200);
  expect(await statusOf(`${panel.url}/api/invoices`, key)).toBe(404);
  expect(await statusOf(`${panel.url}/openapi.json`)).toBe(404);
  const browser = await openPanel({ stack: { ...stack, apiUrl: panel.url } });
  const { Cookie } = { Cookie: browser.cookie };
  expect(await statusOf(`${panel.url}/admin/api/session`, { Cookie })).toBe(200);
  expect(await statusOf(`${tills.url}/admin/api/session`, { Cookie })).toBe(404);
  expect(await statusOf(`${tills.url}/admin/`)).toBe(404);
});

test('each shows its own figures under its own name', async () => {
  const [own, people] = [await figuresOf(divided.tills), await figuresOf(divided.panel)];
  expect(own).toMatch(/^fiscal_api_processes\{role="public",process="api"\} 1$/m);
  expect(people).toMatch(/^fiscal_api_processes\{role="panel",process="panel"\} 1$/m);
  expect(own).not.toMatch(/role="panel"|^fiscal_panel_streams/m);
  expect(people).not.toMatch(/role="public"|^rate_limit_store_failures_total/m);
  expect(people).toMatch(/^fiscal_panel_streams\{process="panel"\} \d+$/m);
  // Both show what PostgreSQL knows: it is there when either is dead.
  for (const text of [own, people]) expect(text).toMatch(/^fiscal_database_up\{.*\} 1$/m);
  const connected = await service.query(
    `select distinct application_name from pg_stat_activity
      where datname = current_database() and application_name in ('fiscal-api', 'fiscal-panel')`,
  );
  expect(connected).toHaveLength(2);
});

test('each is examined for what it does, by itself and by hand, and for nothing else', async () => {
  const { tills, panel } = divided;
  const ofPanel = ['vault', 'second-factors'];
  const [own, people] = [await readyOf(tills), await readyOf(panel)];
  expect(Object.keys(people).filter((name) => !(name in own))).toEqual(ofPanel);
  expect(Object.keys(own).filter((name) => !(name in people))).toEqual([]);
  const byHand = (roles: string, recipient: string) => {
    const variables = { API_ROLES: roles, CERTIFICATE_RECIPIENT: recipient };
    const { status, stdout } = runProgramUntilEnd(programOf(stack, 'api', variables, 'doctor'));
    const lines = stdout.split('\n').map((line) => line.split(/ +/, 2).join(' '));
    return { status, examined: ofPanel.map((name) => lines.includes(`ok ${name}`)), lines };
  };
  expect(byHand('public', '')).toMatchObject({ status: 0, examined: [false, false] });
  const { recipient } = stack.demo.vault;
  expect(byHand('panel', recipient)).toMatchObject({ status: 0, examined: [true, true] });
  const { status, lines } = byHand('panel', '');
  expect([status, lines]).toEqual([1, expect.arrayContaining(['wrong configuration'])]);
});

test('every sale succeeds while the panel is flooded, stopped and dead', async () => {
  const { panel, tills } = divided;
  const sales = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      const { status, body } = await till.createAndPrint();
      expect([status, body.status]).toEqual([201, 'Fiscalized']);
    }
  };
  const [{ id } = { id: '' }] = await service.query('select id from company limit 1');
  const flood = await divided.flood(String(id));
  try {
    // Lists, files and live views are really served.
    await eventually(
      () => flood.served(),
      (served) => served.size === 4,
    );
    await sales(20);
    // In the middle of what it does, transactions among it.
    panel.process.kill('SIGSTOP');
    await sales(20);
    panel.process.kill('SIGKILL');
    await panel.process.ended;
    await sales(20);
  } finally {
    await flood.stop();
  }
  expect(await statusOf(`${tills.url}/health/ready`)).toBe(200);
});

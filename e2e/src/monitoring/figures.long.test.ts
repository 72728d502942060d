// The running service as a real Prometheus sees it: every query of the dashboard and of the alerts
// has data, every figure is in the documentation, and what goes wrong raises its alert.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { eventually, freePort } from '@fiscal/testbed';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { testWith } from '../processes/external-programs.ts';
import { serveRole } from '../roles/divided-api.ts';
import { SHORT_TIMEOUTS } from '../reliability/short-timeouts.ts';
import { cashInvoice, openService } from '../service/running-service.ts';
import type { Body, RunningService } from '../service/running-service.ts';
import { alertQueries, panelQueries, serviceFigures } from './monitoring-files.ts';
import { startPrometheus } from './prometheus.ts';
import type { Prometheus } from './prometheus.ts';

const testHere = testWith('prometheus', 'prometheus-node-exporter');

let service: RunningService;
let prometheus: Prometheus;
const closings: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await openService({
    prints: true,
    environment: {
      ...SHORT_TIMEOUTS,
      EFI_FAILURES_TO_OPEN: '3',
      // Whoever asks for a print gets 503 while no worker prints.
      PDF_WAIT_MS: '300',
    },
  });
  closings.push(() => service.close());
  const { stack } = service;
  // The archive has a figure where something was ever sealed.
  await service.query(
    `insert into archive_seal (company_id, environment, number, day, manifest_sha256, is_complete, documents)
     select id, 'test', 1, current_date - 1, repeat('a', 64), true, 1 from company limit 1`,
  );
  const panel = await serveRole(stack, 'panel');
  closings.push(() => panel.process.stop());
  prometheus = await startPrometheus({
    'fiscal-api': new URL(stack.apiMonitoringUrl).host,
    'fiscal-panel': new URL(panel.monitoringUrl).host,
    'fiscal-worker': new URL(stack.workerUrl).host,
    node: await startNodeExporter(),
  });
  closings.push(() => prometheus.close());
});
afterAll(async () => {
  for (const close of closings.toReversed()) await close();
});

/** @returns where it listens. */
async function startNodeExporter(): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn('prometheus-node-exporter', [`--web.listen-address=${address}`], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  closings.push(async () => {
    child.kill();
    await ended;
  });
  return address;
}

const record = async (sale: Promise<{ body: unknown }>) => (await sale).body as Body;
const untilFires = (...wanted: string[]) =>
  eventually(
    () => prometheus.firing(),
    (firing) => wanted.every((alert) => firing.includes(alert)),
  );
async function namesAt(url: string): Promise<string[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
}
/** Of both processes, with the names of the default figures of Node left out. */
async function figureNames(): Promise<string[]> {
  const { apiMonitoringUrl, workerUrl } = service.stack;
  const names = await Promise.all([apiMonitoringUrl, workerUrl].map(namesAt));
  return [...new Set(names.flat())].filter((name) => !/^(?:nodejs|process)_/.test(name)).toSorted();
}

testHere('every query of the dashboard and of the alerts has data', async () => {
  const sold = await record(service.createAndPrint());
  expect(sold).toMatchObject({ status: 'Fiscalized' });
  const pdf = `/api/invoices/${String(sold.id)}/pdf`;
  await service.whileWorkerRests(() => service.get(pdf).expect(503));
  await service.script({ type: 'fault', code: 53, message: 'TCR is not registered' });
  expect(await record(service.createAndPrint())).toMatchObject({ code: 'EFI_REFUSED' });
  await service.script({ type: 'http', status: 500 });
  const offline = await record(service.createAndPrint());
  expect(offline).toMatchObject({ status: 'Offline' });
  await service.until(String(offline.id), 'Fiscalized');
  await service.get('/api/invoices/none').expect(404);

  const queries = [...panelQueries(), ...alertQueries()];
  const withoutData = new Set(queries);
  await eventually(
    async () => {
      // A rate has values while something happens.
      await service.createAndPrint(cashInvoice());
      for (const query of withoutData) {
        if (await prometheus.hasData(query)) withoutData.delete(query);
      }
      return [...withoutData];
    },
    (left) => left.length === 0,
    { limitMs: 60_000 },
  );
});

testHere('every figure is documented, and none that is not there', async () => {
  const page = readFileSync(new URL('../../../docs/monitoring.md', import.meta.url), 'utf8');
  const [documents = ''] = page.split('\n## Traces\n');
  const documented = [...documents.matchAll(/^\| `(\w+)/gm)].map(([, name = '']) => name);
  expect(documented.toSorted()).toEqual(await figureNames());
});

testHere('what PostgreSQL knows is shown by the API and by no worker', async () => {
  const [api, worker] = await Promise.all(
    [service.stack.apiMonitoringUrl, service.stack.workerUrl].map(namesAt),
  );
  expect(api).toEqual(expect.arrayContaining([...serviceFigures]));
  expect(worker?.filter((name) => serviceFigures.includes(name))).toEqual([]);
});

testHere(
  'an authority that is silent, a sale that is stuck and dead workers raise alerts',
  async () => {
    expect(await prometheus.firing()).not.toContain('FiscalAuthorityAway test');
    await service.holdAuthority();
    for (let sale = 0; sale < 3; sale += 1) await service.createAndPrint();
    await untilFires('FiscalAuthorityAway test');

    expect(await prometheus.firing()).not.toContain('FiscalInvoiceStuck test');
    await service.stack.processes.get('worker')?.stop();
    const id = await service.store();
    await service.post(`/api/invoices/${id}/fiscalize`).expect(202);
    const long = `now() - interval '11 minutes'`;
    await service.query(`update work set created_at = ${long}, scheduled_at = ${long}`);
    // Only the API is left to say so.
    await untilFires('FiscalInvoiceStuck test', 'FiscalWorkersAway');
  },
);

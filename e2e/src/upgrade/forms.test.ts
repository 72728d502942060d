// Documents of a form that only the next release knows (ADR 26), with APIs and workers of both
// beside each other, in the wrong order of deployment and on the way back.

import { eventually } from '@fiscal/testbed';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callerOf } from '../service/caller.ts';
import type { Caller } from '../service/caller.ts';
import { cancellationOf, nonCashInvoice } from '../service/invoices.ts';
import type { Body } from '../service/invoices.ts';
import { openService } from '../service/running-service.ts';
import { openTills } from '../reliability/tills.ts';

const LOADER = pathToFileURL(join(import.meta.dirname, 'next-forms.ts')).href;
const NEXT = { NODE_OPTIONS: `--import=${LOADER}` };

const service = await openService({ workers: 1 });
type Process = Awaited<ReturnType<typeof service.stack.startBeside>>;
let newerApi: Process;
let older: Caller;
let newer: Caller;

beforeAll(async () => {
  newerApi = await service.stack.startBeside('api', {}, NEXT);
  const nextTill = await openTills(service, 1);
  const { key } = nextTill();
  older = callerOf(service, key);
  newer = callerOf({ stack: { apiUrl: newerApi.url } }, key);
});
afterAll(async () => {
  await newerApi.process.stop();
  await service.close();
});

/** Requests it, and waits for nothing. */
const begin = (caller: Caller, id: string) => caller.post(`/api/invoices/${id}/fiscalize`);
const waiting = async () => {
  const metrics = await (await fetch(`${service.stack.apiMonitoringUrl}/metrics`)).text();
  return Number(/^fiscal_newer_forms_waiting(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1]);
};

/** A sale of each release, requested at its own API; that of the older one is registered. */
async function sellAtBoth() {
  const next = await newer.store();
  expect((await begin(newer, next)).status).toBe(202);
  const known = String((await older.fiscalized()).id);
  return { next, known };
}

test('ADR 26: a worker claims only forms that it knows, in whatever order the releases come and go', async () => {
  const worker = await service.stack.startBeside('worker', {}, NEXT);
  await newer.fiscalized();
  await worker.process.stop();

  // Without it, as on the way back: what it was to do waits, and nothing waits behind that.
  const { next, known } = await sellAtBoth();
  await eventually(waiting, (count) => count === 1);
  expect(await newer.read(next)).toMatchObject({ status: 'Pending', iic: null, warnings: [] });
  const work = `select attempts, leased_until from work where subject_id = $1`;
  expect(await service.query(work, [next])).toEqual([{ attempts: 0, leased_until: null }]);

  const again = await service.stack.startBeside('worker', {}, NEXT);
  await newer.until(next, 'Fiscalized');
  await eventually(waiting, (count) => count === 0);
  await again.process.stop();
  const forms = `select id, form from invoice where id = any($1::uuid[]) order by form`;
  expect(await service.query(forms, [[next, known]])).toEqual([
    { id: known, form: 1 },
    { id: next, form: 3 },
  ]);
});

test('ADR 26: an API requests only forms that it knows, and shows others with a warning', async () => {
  const id = await newer.store(nonCashInvoice());
  const warning = expect.stringContaining('a newer release of the service');
  expect(await older.read(id)).toMatchObject({ status: 'Draft', warnings: [warning] });
  const refused = await begin(older, id);
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('10');
  expect(refused.body).toMatchObject({ code: 'NEWER_FORM', stored: 'no' });
  expect(await newer.read(id)).toMatchObject({ status: 'Draft', warnings: [] });

  const worker = await service.stack.startBeside('worker', {}, NEXT);
  const { body } = await newer.fiscalize(id);
  const original = body as Body;
  await worker.process.stop();
  const { iic } = original;
  expect(await older.read(id)).toMatchObject({ status: 'Fiscalized', iic, warnings: [warning] });
  const corrected = await older.draft(cancellationOf(original));
  expect(corrected.status).toBe(503);
  expect(corrected.body).toMatchObject({ code: 'NEWER_FORM', stored: 'no' });
});

// Two workers, of which one prints without keys and one signs without a browser, do together what
// one with all roles does, and each is watched for what it does.

import { eventually } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';

const ROLES: Readonly<Record<string, Record<string, string>>> = {
  worker: { WORKER_ROLES: 'print', CERTIFICATE_IDENTITY: '', EFI_TEST_TRUST_ANCHORS: '' },
  'worker-2': { WORKER_ROLES: 'fiscalize,deliver,keys', CHROME_PATH: '' },
};
const service = await startService({
  workers: 2,
  isLiveConnected: false,
  environmentOf: (name) => ROLES[name] ?? {},
});

/** Living workers by role, as the API shows them. */
async function aliveByRole(): Promise<Record<string, number>> {
  const found = (await (await fetch(`${service.stack.apiMonitoringUrl}/metrics`)).text()).matchAll(
    /^fiscal_workers\{.*role="(\w+)".*\} (\d+)$/gm,
  );
  return Object.fromEntries([...found].map(([, role = '', count]) => [role, Number(count)]));
}
const shown = (expected: object) =>
  eventually(aliveByRole, (alive) => JSON.stringify(alive) === JSON.stringify(expected));

test('a sale is fiscalized by one and printed by the other', async () => {
  const { status, body: sale } = await service.createAndPrint();
  expect(status).toBe(201);
  expect(sale.status).toBe('Fiscalized');
  const pdf = await service.pdf(`/api/invoices/${String(sale.id)}/pdf`);
  expect(pdf.headers['content-type']).toBe('application/pdf');
});

test('each is asked whether it is ready for what it does, and for nothing else', async () => {
  const response = await fetch(`${service.stack.workerUrl}/health/ready`);
  const { checks } = (await response.json()) as Body;
  expect(Object.keys(checks as object).sort()).toEqual(
    [
      'postgresql',
      'printing',
      'schema',
      'database-role',
      'sessions',
      'clock',
      'months',
      'vault',
      'redis-policy',
      'chrome',
    ].sort(),
  );
});

test('a role that no living worker has is seen in the metrics, and its work is done by the next one', async () => {
  await shown({ fiscalize: 1, deliver: 1, print: 1, keys: 1, notify: 0 });
  await service.stack.processes.get('worker-2')?.stop();
  await shown({ fiscalize: 0, deliver: 0, print: 1, keys: 0, notify: 0 });
  const id = await service.store();
  const requested = await service.post(`/api/invoices/${id}/fiscalize`);
  expect(requested).toMatchObject({ status: 202, body: { status: 'Pending' } });
  await service.stack.restart('worker-2');
  await service.until(id, 'Fiscalized');
  await shown({ fiscalize: 1, deliver: 1, print: 1, keys: 1, notify: 0 });
});

// Invoices that can not be delivered: the alarm comes in time, and each time once,
// however many workers look and however often they are started again.

import { expect, test } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { eventually } from '@fiscal/testbed';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';

const WORKERS = ['worker', 'worker-2'] as const;

const service = await startService({ workers: WORKERS.length, environment: SHORT_TIMEOUTS });
const till = (await openTills(service, 1))();
await till.script({ type: 'http', status: 503 }, { kind: 'invoice' }, 100_000);
const sold = (await till.sell()).body as Body;

/** Moves the sale so far into the past. Its times are guarded by a trigger, which is passed by. */
async function age(hours: number): Promise<void> {
  // One statement list is one transaction; its parameters can only stand in the text.
  await service.query(`
    begin;
    set local session_replication_role = replica;
    update invoice set issued_at = now() - ${hours} * interval '1 hour',
      deliver_before = now() + (48 - ${hours}) * interval '1 hour'
    where id = '${String(sold.id)}';
    commit`);
}

const endSessionsOfWorkers = () =>
  service.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'fiscal-worker' and datname = current_database()`,
  );

interface Alarm {
  level: number;
  hours: number;
  invoiceId: string;
  invoiceNumber: string;
}

/** All alarms in the logs of the workers' newest lives. */
function alarms(): Alarm[] {
  return WORKERS.flatMap((name) => service.logOf(name).trim().split('\n'))
    .filter((line) => line.includes('"alarm"'))
    .map((line) => {
      const { level, alarm } = JSON.parse(line) as Body;
      const { hours, invoiceId, invoiceNumber } = alarm as Body;
      return { level, hours, invoiceId, invoiceNumber };
    });
}

/** Both at the same time; each looks at the deadlines when it starts. */
const restartWorkers = () =>
  Promise.all(WORKERS.map((name) => service.stack.restart(name, { how: 'kill' })));

const WARNING = 40;
const ERROR = 50;

test('a young invoice raises no alarm', () => {
  expect(sold.status).toBe('Offline');
  expect(alarms()).toEqual([]);
});

test.each([
  [1.1, 1, WARNING],
  [13, 12, WARNING],
  [41, 40, ERROR],
])(
  '%d h after its issue the alarm is raised once, by one of two workers',
  async (age_, hours, level) => {
    // A worker that looks once more before it is killed would say it in the log of that life, and
    // one whose look is still on its way to PostgreSQL would say it nowhere.
    for (const name of WORKERS) service.stack.processes.get(name)?.kill('SIGSTOP');
    await eventually(endSessionsOfWorkers, (ended) => ended.length === 0);
    await age(age_);
    await restartWorkers();
    const { id: invoiceId, invoiceNumber } = sold;
    const alarm = { level, hours, invoiceId, invoiceNumber };
    await eventually(alarms, (seen) => seen.length > 0);
    expect(alarms()).toEqual([alarm]);
    const [row] = await service.query('select alarm_hours from invoice where id = $1', [invoiceId]);
    expect(row?.alarm_hours).toBe(hours);
  },
);

test('an alarm is not raised again after a restart', async () => {
  await restartWorkers();
  // Both have looked: each looks before it takes its first work, and this sale is such work.
  const other = (await till.sell()).body as Body;
  expect(other.status).toBe('Offline');
  expect(alarms()).toEqual([]);
});

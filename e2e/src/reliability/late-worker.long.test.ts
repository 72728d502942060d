// A worker that hangs at a named place for longer than its lease, as a paused machine does, and wakes
// when another has taken over its work. What it still holds in its hands counts for nothing.

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Body, RunningService } from '../running-service.ts';
import { eventually } from '../eventually.ts';
import { logOf, startHastyService } from './hasty-service.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

let crashPoints = '';
let service: RunningService;
let nextTill: () => Till;
beforeAll(async () => {
  service = await startHastyService({
    workers: 2,
    environment: { EFI_ONLINE_BUDGET_MS: '6000', LEASE_MS: '13000' },
    environmentOf: (name) => (name === 'worker' ? { CRASH_POINTS: crashPoints } : {}),
  });
  nextTill = await openTills(service, 6);
});
afterAll(async () => {
  wakeFirst();
  await service.close();
});

const wakeFirst = () => service.stack.processes.get('worker')?.kill('SIGCONT');
async function killSecond(): Promise<void> {
  const second = service.stack.processes.get('worker-2');
  second?.kill('SIGKILL');
  await second?.ended;
}
const rowOf = async (id: string) => {
  const [row] = await service.query('select * from invoice where id = $1', [id]);
  return row;
};
/** The first worker alone is there, and will hang at that place. */
async function prepareToHangAt(place: string): Promise<void> {
  crashPoints = `${place}=stop:1`;
  await Promise.all([killSecond(), service.stack.restart('worker', { how: 'kill' })]);
}
const hangs = (place: string) =>
  eventually(
    () => logOf(service, 'worker'),
    (log) => log.includes(`crash point ${place}: stop`),
  );
const tellsThatItIsLate = () =>
  eventually(
    () => logOf(service, 'worker'),
    (log) =>
      /was taken over|the lease of invoice .* ran out|the claim was lost; nothing is recorded/.test(
        log,
      ),
  );

/** The second worker does the work; then the first wakes, and nothing changes any more. */
async function takeOver(till: Till, id: string): Promise<{ ledger: Body; settled: Body }> {
  await service.stack.restart('worker-2');
  const settled = await till.until(id, 'Fiscalized');
  const before = await rowOf(id);
  const ledgerBefore = await till.ledger();
  wakeFirst();
  await tellsThatItIsLate();
  expect(await rowOf(id)).toEqual(before);
  const ledger = await till.ledger();
  expect(ledger).toEqual(ledgerBefore);

  expect(ledger.invoices).toMatchObject([{ iic: settled.iic, fic: settled.fic, ordinal: 1 }]);
  expect(new Set((ledger.messages as Body[]).map(({ iic }) => iic)).size).toBe(1);
  const told = (await till.numbers()).map(({ ordinal, events }) => [
    ordinal,
    events.filter(({ event }) => event === 'given' || event === 'registered').length,
  ]);
  expect(told).toEqual([[1, 2]]);
  return { ledger, settled };
}

// What the authority has received when all is over.
test.each([
  ['claimed', 'with nothing signed', [['accepted', null]]],
  ['prepared', 'with a message that was never sent', [['accepted', 'TECHNICALERROR']]],
  ['sent', 'with the answer in its hands', [['accepted', null]]],
])('a worker that hangs where it has %s an invoice, %s, changes nothing', async (...row) => {
  const [place, , messages] = row;
  const till = nextTill();
  await prepareToHangAt(place);
  const id = await till.draft();
  await till.post(`/api/invoices/${id}/fiscalize`);
  await hangs(place);
  const { ledger } = await takeOver(till, id);
  expect((ledger.messages as Body[]).map((m) => [m.outcome, m.subsequentDelivery])).toEqual(
    messages,
  );
});

test('a worker that hangs with the repeated message of a delivery in its hands changes nothing', async () => {
  const till = nextTill();
  await prepareToHangAt('resend-prepared');
  await till.script({ type: 'drop' });
  const { body } = (await till.sell()) as { body: Body };
  expect(body.status).toBe('Offline');
  await hangs('resend-prepared');
  const { ledger, settled } = await takeOver(till, String(body.id));
  expect(settled).toMatchObject({ iic: body.iic, orderNumber: body.orderNumber });
  const outcomes = (ledger.messages as Body[]).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['ignored', 'accepted']);
});

test('a worker that hangs while the authority answers does not settle the sale a second time', async () => {
  const till = nextTill();
  await prepareToHangAt('recorded');
  await till.script({ type: 'delay', ms: 3_000 });
  const id = await till.draft();
  await till.post(`/api/invoices/${id}/fiscalize`);
  await eventually(till.ledger, ({ messages }) => (messages as Body[]).length === 1);
  service.stack.processes.get('worker')?.kill('SIGSTOP');
  const { ledger } = await takeOver(till, id);
  expect(ledger.messages).toHaveLength(1);
});

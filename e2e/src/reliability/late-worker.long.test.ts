// A worker that hangs at a named place for longer than its lease, as a paused machine does, and
// wakes when another has taken over its work. What it has not recorded counts for nothing.

import { afterAll, expect, test } from '@jest/globals';
import { eventually, injectFaults, logLineOf } from '@fiscal/testbed';
import type { FaultPointName } from '@fiscal/testbed';
import { openService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';
import type { Till } from './tills.ts';

let point: FaultPointName | null = null;
const service = await openService({
  workers: 2,
  // A sale whose budget a busy machine uses up is Offline before its message is sent.
  environment: { ...SHORT_TIMEOUTS, EFI_ONLINE_BUDGET_MS: '60000', LEASE_MS: '13000' },
  environmentOf: (name) =>
    name === 'worker' && point !== null
      ? injectFaults({ points: { [point]: { action: 'stop', probability: 1 } } })
      : {},
});
const nextTill = await openTills(service, 6);
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
async function prepareToHangAt(place: FaultPointName): Promise<void> {
  point = place;
  await Promise.all([killSecond(), service.stack.restart('worker', { how: 'kill' })]);
}
const hangs = (place: FaultPointName) =>
  eventually(
    () => service.logOf('worker'),
    (log) => log.includes(logLineOf(place, 'stop')),
  );
const saysThatItIsLate = () =>
  eventually(
    () => service.logOf('worker'),
    (log) =>
      /was taken over|the lease of invoice .* ran out|the claim was lost; nothing is recorded/.test(
        log,
      ),
  );

/** The second worker does the work; then the first wakes, and nothing changes any more. */
async function takeOver(till: Till, id: string): Promise<{ ledger: Body; final: Body }> {
  await service.stack.restart('worker-2');
  const final = await till.until(id, 'Fiscalized');
  const before = await rowOf(id);
  const ledgerBefore = await till.ledger();
  wakeFirst();
  await saysThatItIsLate();
  expect(await rowOf(id)).toEqual(before);
  const ledger = await till.ledger();
  expect(ledger).toEqual(ledgerBefore);

  expect(ledger.invoices).toMatchObject([{ iic: final.iic, fic: final.fic, ordinal: 1 }]);
  expect(new Set((ledger.messages as Body[]).map(({ iic }) => iic)).size).toBe(1);
  const recorded = (await till.numbers()).map(({ ordinal, events }) => [
    ordinal,
    events.filter(({ event }) => event === 'given' || event === 'registered').length,
  ]);
  expect(recorded).toEqual([[1, 2]]);
  return { ledger, final };
}

// What the authority has received when all is over.
test.each<[FaultPointName, string, unknown[]]>([
  ['claimed', 'with nothing signed', [['accepted', null]]],
  ['prepared', 'with a message that was never sent', [['accepted', 'TECHNICALERROR']]],
  ['sent', 'with a reply that is not recorded', [['accepted', null]]],
])('a worker that hangs where it has %s an invoice, %s, changes nothing', async (...row) => {
  const [place, , messages] = row;
  const till = nextTill();
  await prepareToHangAt(place);
  const id = await till.store();
  await till.post(`/api/invoices/${id}/fiscalize`);
  await hangs(place);
  const { ledger } = await takeOver(till, id);
  expect((ledger.messages as Body[]).map((m) => [m.outcome, m.subsequentDelivery])).toEqual(
    messages,
  );
});

test('a worker that hangs with the repeated message of a delivery stored changes nothing', async () => {
  const till = nextTill();
  await prepareToHangAt('resend-prepared');
  await till.script({ type: 'drop' });
  const { body } = (await till.sell()) as { body: Body };
  expect(body.status).toBe('Offline');
  await hangs('resend-prepared');
  const { ledger, final } = await takeOver(till, String(body.id));
  expect(final).toMatchObject({ iic: body.iic, orderNumber: body.orderNumber });
  const outcomes = (ledger.messages as Body[]).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['ignored', 'accepted']);
});

test('a worker that hangs while the authority replies does not record a second outcome', async () => {
  const till = nextTill();
  await prepareToHangAt('recorded');
  await till.script({ type: 'delay', ms: 3_000 });
  const id = await till.store();
  await till.post(`/api/invoices/${id}/fiscalize`);
  await eventually(till.ledger, ({ messages }) => (messages as Body[]).length === 1);
  service.stack.processes.get('worker')?.kill('SIGSTOP');
  const { ledger } = await takeOver(till, id);
  expect(ledger.messages).toHaveLength(1);
});

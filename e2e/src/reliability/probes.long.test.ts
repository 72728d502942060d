// ADR 2: one company whose messages get no reply does not keep the circuit of the authority
// open. A sale that would fail where it was kept back, and what a person tries again, is sent also
// while the circuit is open.

import { eventually } from '@fiscal/testbed';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { SHORT_TIMEOUTS } from './short-timeouts.ts';
import { openTills } from './tills.ts';

const service = await startService({
  workers: 2,
  environment: {
    ...SHORT_TIMEOUTS,
    EFI_ONLINE_BUDGET_MS: '4000',
    EFI_FAILURES_TO_OPEN: '3',
    EFI_PROBE_EVERY_MS: '5000',
  },
});
const silent = (await openTills(service, 1))();
const nextTill = await openTills(service, 6, { offlineIssuing: false });
const tills = Array.from({ length: 6 }, () => nextTill());
/** Of the company that issues nothing offline. */
const failed: { till: (typeof tills)[number]; id: string }[] = [];

const openScopes = async () =>
  (await service.query(`select scope from authority_circuit where environment = 'test'`)).map(
    ({ scope }) => String(scope),
  );
const isOpen = (scopes: string[]) => scopes.includes('authority');

beforeAll(async () => {
  await silent.script({ type: 'silence' }, {}, 100_000);
  await service.holdAuthority();
  const sellAll = async () => {
    await Promise.all([
      silent.sell(),
      silent.sell(),
      ...tills.map(async (till) => {
        const { body } = await till.sell();
        failed.push({ till, id: String((body as Body).invoiceId) });
      }),
    ]);
    return openScopes();
  };
  await eventually(sellAll, isOpen);
  // Some probes of both workers, all of them deliveries of the one company.
  const probesOf = async () => ((await silent.ledger()).messages as Body[]).length;
  const before = await probesOf();
  await eventually(probesOf, (now) => now >= before + 2);
  expect(isOpen(await openScopes())).toBe(true);
});

describe('when the authority is back, and one company still gets no reply', () => {
  test('what people try again at once is fiscalized, and the circuit is closed by it', async () => {
    await service.releaseAuthority();
    const retried = await Promise.all(
      failed.map(async ({ till, id }) => (await till.fiscalize(id)).body as Body),
    );
    expect(retried.map(({ status }) => status)).toEqual(failed.map(() => 'Fiscalized'));
    await eventually(openScopes, (scopes) => !isOpen(scopes));
  });

  test('the sales of the company that gets no reply stay Offline, and those of others go on', async () => {
    expect((await silent.sell()).body).toMatchObject({ status: 'Offline' });
    for (const till of tills)
      expect(await till.fiscalized()).toMatchObject({ status: 'Fiscalized' });
  });
});

// Extensions §9: of superseding and fiscalizing at once, over two connection pools, never two
// documents of an id can be registered.

import { createHash } from 'node:crypto';
import { inParallel } from '@fiscal/testbed';
import { expect, test } from '@jest/globals';
import { openDatabase } from '../connection/client.ts';
import { requestFiscalization } from '../fiscalization/request-fiscalization.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { sampleDraft } from '../testing/sample-invoices.ts';
import { createSampleShop, scopeOf } from '../testing/sample-shops.ts';
import { ExternalIdTakenError } from './external-ids.ts';
import { openInvoiceStore } from './new-invoices.ts';

const ROUNDS = 10_000;
const db = useTestDatabase();

test('10 000 times, also by three calls at once, one goes through', async () => {
  const shop = await createSampleShop(db);
  const options = { maxConnections: 4, applicationName: 'other', onError: () => undefined };
  const other = openDatabase({ url: db.apiUrl, ...options });
  const stores = [openInvoiceStore(db.api), openInvoiceStore(other)] as const;
  const call = (externalId: string, supersedes: string | null) => {
    const { request, ...draft } = sampleDraft(shop);
    const digest = createHash('sha256').update(draft.id).digest();
    return { ...draft, request: { ...request, externalId }, external: { digest, supersedes } };
  };
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const begun = await inParallel(rounds, 4, async (round) => {
    const externalId = `K1-${round}`;
    const store = (at: 0 | 1, supersedes: string | null) =>
      stores[at]({ invoice: call(externalId, supersedes), scheduledInMs: null });
    const { id } = await store(0, null);
    const results = await Promise.allSettled([
      ...(round % 2 === 0 ? [store(0, id)] : []),
      requestFiscalization(round % 3 === 0 ? db.api : other, scopeOf(shop), id, 0),
      store(1, id),
    ]);
    const won = results.filter(
      (result) =>
        result.status === 'fulfilled' &&
        (!('kind' in result.value) || result.value.kind === 'begun'),
    );
    expect([round, won.length]).toEqual([round, 1]);
    const reasons = results.flatMap((one) =>
      one.status === 'rejected' ? [one.reason as Error] : [],
    );
    expect(reasons.every((reason) => reason instanceof ExternalIdTakenError)).toBe(true);
    return won.some((result) => result.status === 'fulfilled' && 'kind' in result.value);
  });
  await other.close();
  const { rows } = await db.owner.pool.query<{ current: number; pending: number }>(
    `select count(*) filter (where superseded_by is null)::int as current,
            count(*) filter (where status = 'Pending')::int as pending
     from invoice where company_id = $1 group by external_id`,
    [shop.companyId],
  );
  expect(rows).toHaveLength(ROUNDS);
  expect(rows.filter(({ current }) => current !== 1)).toEqual([]);
  expect(rows.filter(({ pending }) => pending === 1)).toHaveLength(begun.filter(Boolean).length);
  // Both have won often enough for the race to be one.
  expect(begun.filter(Boolean).length).toBeGreaterThan(ROUNDS / 100);
  expect(begun.filter((isBegun) => !isBegun).length).toBeGreaterThan(ROUNDS / 100);
});

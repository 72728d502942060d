import type { ChangeListener } from '@fiscal/db/change';
import { findInvoice } from '@fiscal/db/invoice';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createShop, startApi } from '../../testing/running-api.ts';
import { createScheduler } from '../../work/scheduling.ts';
import { readPdf } from './read-pdf.ts';

const FIC = '67822bea-7e5a-4c56-a195-547e51ee5cd8';

const api = await startApi();
const shop = await createShop(api);
const id = String((await shop.test.draft()).body.id);
await api.db.pool.query(
  `update invoice set status = 'Fiscalized', iic = $2, fic = $3, issued_at = now(),
     invoice_number = 'bb123bb123/1/2026/cc123cc123' where id = $1`,
  [id, 'A'.repeat(32), FIC],
);
afterEach(() => api.db.pool.query(`delete from work where kind = 'print'`));
afterAll(() => api.close());

const get = () => shop.test.get(`/api/invoices/${id}/pdf`);
/** The rows of missing prints, with what a write or a lock of PostgreSQL would change. */
const rows = async () =>
  (await api.db.pool.query('select kind::text, scheduled_at, xmin, xmax from work')).rows;
const store = (fic: string | null, pdf: string) =>
  api.db.pool.query(
    `with done as (delete from work where subject_id = $1)
     insert into document (id, invoice_id, fic, sha256, pdf)
     values (gen_random_uuid(), $1, $2, 'x', $3)`,
    [id, fic, Buffer.from(pdf)],
  );

test('a PDF that no worker prints in time is refused with 503 and Retry-After, and stays asked for', async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, get));
  for (const response of responses) {
    expect(response).toMatchObject({ status: 503, body: { code: 'PDF_NOT_READY' } });
    expect(response.headers['retry-after']).toBe('2');
  }
  expect(await rows()).toMatchObject([{ kind: 'print' }]);
});

test('who asks for it again and again writes nothing more', async () => {
  await get();
  const first = await rows();
  for (let call = 0; call < 5; call += 1) expect((await get()).status).toBe(503);
  expect(await rows()).toEqual(first);
});

test('a call that waits for the version with the FIC is not ended by the one without it', async () => {
  const asked = Promise.withResolvers<'asked'>();
  const news: (() => void)[] = [];
  const waitsAgain = Promise.withResolvers<number>();
  const changes: Pick<ChangeListener, 'subscribe'> = {
    subscribe: () => ({
      next: () =>
        new Promise<void>((resolve) => {
          if (news.push(resolve) === 2) waitsAgain.resolve(2);
        }),
      end: () => undefined,
    }),
  };
  const deps = {
    db: api.db,
    changes: changes as ChangeListener,
    wakeUps: {
      wake: () => {
        asked.resolve('asked');
      },
      ping: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
    printScheduler: createScheduler(),
    pdfWaitMs: 600_000,
  };
  const scope = { companyId: shop.companyId, environment: 'test' as const };
  const find = async () => (await findInvoice(api.db, scope, id))?.invoice ?? null;
  const reading = readPdf(deps, id, find, null, new AbortController().signal);
  const ended = reading.then(({ kind }) => {
    throw new Error(`the call has ended: ${kind}`);
  });
  await Promise.race([asked.promise, ended]);
  expect(await rows()).toHaveLength(1);
  await store(null, '%PDF offline');
  news[0]?.();
  await Promise.race([waitsAgain.promise, ended]);
  await store(FIC, '%PDF with FIC');
  news[1]?.();
  ended.catch(() => undefined);
  const read = await reading;
  expect(read.kind === 'found' && read.document.pdf.toString()).toBe('%PDF with FIC');
});

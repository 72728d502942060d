// A day's prints and messages leave for a real S3 server, and are the same bytes afterwards: for
// shops, and for the archive, which would seal anything else anew.

import { eventually } from '@fiscal/testbed';
import { afterAll, describe, expect, test } from '@jest/globals';
import { openS3Store } from '../../../packages/objects/src/s3-store.ts';
import {
  S3_KEYS,
  S3_REGION,
  startS3Server,
  whyNoS3Server,
} from '../../../packages/objects/src/testing/s3-server.ts';
import { cashInvoice } from '../service/invoices.ts';
import { dayAfter, startArchivedService } from './archive-runs.ts';

const variablesOf = (url: string, days: number) => ({
  OBJECT_STORE: url,
  OBJECT_STORE_REGION: S3_REGION,
  OBJECT_STORE_ACCESS_KEY: S3_KEYS.accessKey,
  OBJECT_STORE_SECRET_KEY: S3_KEYS.secretKey,
  // On the first day nothing leaves, on the second one everything that is done.
  OBJECT_STORE_AFTER_DAYS: days < 2 ? '3650' : '0',
});

/** A sale of a day that is sealed, and then everything of it leaves. */
async function openMovedDay() {
  const server = await startS3Server();
  afterAll(() => server.close());
  const service = await startArchivedService((days) => variablesOf(server.url, days));
  const { id } = await service.fiscalized(cashInvoice());
  const print = () => service.get(`/api/invoices/${String(id)}/pdf`);
  const printed = (await print().expect(200)).body as Buffer;
  const seal = (...args: string[]) => service.archive(2, ['--all', '--day', dayAfter(1), ...args]);
  expect((await seal()).code).toBe(0);
  await service.nextDay();
  const left = await eventually(
    () =>
      service.query(
        `select object_key as key, request is null as empty from submission
         union all select object_key, pdf is null from document`,
      ),
    (rows) => rows.length > 2 && rows.every(({ key }) => key !== null),
  );
  expect(left.every(({ empty }) => empty === true)).toBe(true);
  const sealAgain = () => seal('--again');
  return { server, service, print, printed, sealAgain, keys: left.map(({ key }) => String(key)) };
}

const opened = whyNoS3Server === null ? await openMovedDay() : null;
const [describeS3, why] = opened === null ? [describe.skip, ` (${whyNoS3Server})`] : [describe, ''];

describeS3(`a day that has left for the object store${why}`, () => {
  const { server, service, print, printed, sealAgain, keys } = opened!;

  test('is read byte for byte, by the shop and by the archive', async () => {
    expect((await print().expect(200)).body).toEqual(printed);
    const { code, lines } = await sealAgain();
    expect(lines.join('\n')).toMatch(/: intact, 2 documents$/m);
    expect(code).toBe(0);
  });

  test('that does not respond is 503, while the service sells on', async () => {
    server.freeze();
    try {
      const response = await print().expect(503);
      expect(response.body).toMatchObject({ code: 'OBJECT_STORE_UNAVAILABLE' });
      expect(response.headers['retry-after']).toBe('30');
      await service.fiscalized(cashInvoice());
    } finally {
      server.thaw();
    }
    expect((await print().expect(200)).body).toEqual(printed);
  });

  test('is never read as something else', async () => {
    const store = openS3Store({ url: server.url, region: S3_REGION, ...S3_KEYS });
    const kept = new Map<string, Buffer>();
    for (const key of keys) kept.set(key, (await store.get(key))!);
    for (const key of keys) {
      await store.put(key, Buffer.from('%PDF another'));
      const { code, lines } = await sealAgain();
      expect(code).toBe(1);
      expect(lines.join('\n')).toContain(`The object ${key} was changed`);
      await store.put(key, kept.get(key)!);
    }
    const key = keys.find((each) => each.endsWith('.pdf'))!;
    await store.delete(key);
    expect((await print().expect(500)).body).toMatchObject({ code: 'OBJECT_NOT_INTACT' });
    await store.put(key, kept.get(key)!);
    expect((await sealAgain()).code).toBe(0);
  });
});

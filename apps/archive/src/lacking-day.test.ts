// The command, where PostgreSQL has less of a day than was sealed: its month was detached, or rows
// were lost.

import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localDateOf } from '@fiscal/domain';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../packages/db/src/testing/open-test-database.ts';
import {
  claimSampleInvoice,
  handOutSample,
  refuseSample,
  sellSample,
  signedSale,
  signSample,
} from '../../../packages/db/src/testing/sample-invoices.ts';
import { useSampleShop } from '../../../packages/db/src/testing/sample-shops.ts';

const COMMAND = fileURLToPath(new URL('./main.ts', import.meta.url));
const db = useTestDatabase();
const shop = useSampleShop(db);
const folder = mkdtempSync(join(tmpdir(), 'fiscal-archive-'));
const key = join(folder, 'key.pem');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const issuedAt = new Date(Date.now() - 2 * 24 * 3_600_000);
const DAY = localDateOf(issuedAt);
const run = (text: string, values: unknown[] = []) => db.owner.pool.query(text, values);

/** Changes what no role may change. */
const force = (change: string) =>
  run(`begin; set local session_replication_role = replica; ${change}; commit`);
/** Everything that the shop has issued was issued on one day that is over. */
const onOneDay = () =>
  force(`update invoice set issued_at = '${issuedAt.toISOString()}'
    where company_id = '${shop.companyId}' and issued_at is not null`);

function archive(...args: string[]): Promise<{ code: number; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        '--conditions=source',
        COMMAND,
        '--to',
        folder,
        '--environment',
        'test',
        '--company',
        shop.companyId,
        '--day',
        DAY,
        ...args,
      ],
      { env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: db.apiUrl, ARCHIVE_SIGNING_KEY_FILE: key } },
      (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), said: `${out}${err}` });
      },
    );
  });
}
const seals = () =>
  readdirSync(join(folder, `${shop.companyId}-test`)).filter((name) => /^\d{6}_/.test(name));

/** Without the month while `work` lasts. */
async function detached(work: () => Promise<void>): Promise<void> {
  const { rows } = await run(
    `select table_name as name, first_uuid(ends) as ends from stored_months() where begins is null`,
  );
  const parts = rows as { name: string; ends: string }[];
  for (const { name } of parts) {
    await run(`alter table ${name} detach partition ${name}_first concurrently`);
  }
  try {
    await work();
  } finally {
    for (const { name, ends } of parts) {
      await run(
        `alter table ${name} attach partition ${name}_first for values from (minvalue) to ('${ends}')`,
      );
    }
  }
}

beforeEach(async () => {
  await sellSample(db, shop);
  await onOneDay();
});

test('a day that stays open is what was sealed once its month is detached', async () => {
  const offline = await handOutSample(db, shop);
  await onOneDay();
  expect(await archive()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/2 .*not complete/),
  });
  await detached(async () => {
    const { code, said } = await archive();
    expect(said).toMatch(/intact, 2 documents, not complete.*; 2 are in a month that was detached/);
    expect(code).toBe(0);
    // What was registered after the seal is in no seal, and in no table.
    const set = (status: string, fic: string) =>
      force(`update invoice set status = '${status}', fic = ${fic} where id = '${offline.id}'`);
    await set('Fiscalized', 'id');
    const later = await archive();
    await set('Offline', 'null');
    expect(later).toMatchObject({
      code: 1,
      said: expect.stringContaining('2 of its invoices are'),
    });
    expect(seals()).toHaveLength(1);
  });
});

test('a complete day is not sealed anew from what is left, whatever is asked for', async () => {
  expect((await archive()).code).toBe(0);
  await detached(async () => {
    expect((await archive()).code).toBe(0);
    const { code, said } = await archive('--again');
    expect(said).toMatch(/1 of its invoices are in a month that was detached: nothing is sealed/);
    expect(code).toBe(1);
    rmSync(join(folder, `${shop.companyId}-test`, seals()[0]!), { recursive: true });
    expect((await archive('--again')).code).toBe(1);
    expect(seals()).toEqual([]);
  });
});

test('a day is not sealed for the first time without what is detached', async () => {
  await detached(async () => {
    expect(await archive()).toMatchObject({ code: 1, said: expect.stringContaining('1 of its') });
    expect(seals()).toEqual([]);
  });
});

test('rows that a restore has lost are named, and nothing is sealed without them', async () => {
  const { id, signed } = await sellSample(db, shop);
  await onOneDay();
  expect((await archive()).code).toBe(0);
  const away = `update invoice set issued_at = issued_at - interval '9 days' where id = '${id}'`;
  await force(away);
  const { code, said } = await archive('--again');
  expect(said).toContain(
    `./invoices/${signed.issued.iic}/001-request.xml was sealed, and the data`,
  );
  expect(code).toBe(1);
  rmSync(join(folder, `${shop.companyId}-test`, seals()[0]!, 'manifest.txt'));
  const withoutManifest = await archive('--again');
  expect(withoutManifest.said).toContain('2 documents were sealed, and the database has 1 of them');
  expect(seals()).toHaveLength(1);
  await force(away.replace('-', '+'));
  expect((await archive('--again')).code).toBe(0);
  expect(seals()).toHaveLength(2);
});

test('what was refused since and never handed out, or replaced by a message like it, is no loss', async () => {
  const refused = await signedSale(db, shop);
  const open = await signedSale(db, shop);
  await onOneDay();
  expect((await archive()).said).toMatch(/sealed, 3 documents, not complete/);
  await refuseSample(db, refused.claimed, refused.signed);
  await force(
    `update submission set request = replace(request, '/>', ' />') where invoice_id = '${open.id}'`,
  );
  expect(await archive()).toMatchObject({ code: 0, said: expect.stringMatching(/sealed, 2 docu/) });
  expect(seals()).toHaveLength(2);
  const table = join(folder, `${shop.companyId}-test`, seals()[1]!, 'documents.tsv');
  expect(readFileSync(table, 'utf8')).not.toContain(refused.signed.issued.iic);
  // The number goes to another invoice.
  await signSample(db, await claimSampleInvoice(db, shop));
  await onOneDay();
  expect((await archive()).code).toBe(0);
});

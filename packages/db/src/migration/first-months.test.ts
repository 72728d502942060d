// The tables that were there become the first part of tables of months: what was stored, what is
// prepared and who may do what are as before, until the next `migrate` sets the privileges.

import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { committedNames, MIGRATIONS } from './committed-migrations.ts';
import { migrate } from './migrate.ts';
import { linesOf, readGrants } from './roles.ts';

const FIRST_OF_MONTHS = '20261124020000_first_months';
const cluster = useTestDatabase();

/** A database as the release before months leaves it, with some of its privileges. */
async function withOlderDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-before-'));
  const name = `before_${randomUUID().slice(0, 8)}`;
  const url = Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href;
  await cluster.owner.pool.query(`create database ${name}`);
  try {
    for (const each of await committedNames()) {
      if (each >= FIRST_OF_MONTHS) continue;
      cpSync(fileURLToPath(new URL(each, MIGRATIONS)), join(folder, each), { recursive: true });
    }
    await migrate(url, { folder: pathToFileURL(`${folder}/`) });
    await use(url);
  } finally {
    await cluster.owner.pool.query(`drop database ${name} with (force)`);
    rmSync(folder, { recursive: true });
  }
}

test('processes of the release before store and read on beside the months', () =>
  withOlderDatabase(async (url) => {
    const [owner, api] = [0, 1].map(() => new pg.Client({ connectionString: url })) as [
      pg.Client,
      pg.Client,
    ];
    await Promise.all([owner.connect(), api.connect()]);
    await owner.query(
      `grant select, insert on invoice_content to fiscal_api;
       grant update (outcome) on submission to fiscal_worker`,
    );
    await api.query('set role fiscal_api');
    const store = (id: string) =>
      api.query({
        name: 'store',
        text: `insert into invoice_content (invoice_id, request, computed, warnings)
               values ($1, '{}', '{}', '[]') returning invoice_id`,
        values: [id],
      });
    const find = (id: string) =>
      api.query({
        name: 'find',
        text: 'select warnings from invoice_content where invoice_id = $1',
        values: [id],
      });
    const ids = [uuidv7(), uuidv7()] as const;
    for (let call = 0; call < 7; call += 1) await find(ids[0]);
    await store(ids[0]);
    for (const each of await committedNames()) {
      if (each < FIRST_OF_MONTHS) continue;
      await owner.query(readFileSync(new URL(`${each}/migration.sql`, MIGRATIONS), 'utf8'));
    }
    await store(ids[1]);
    for (const id of ids) expect((await find(id)).rows).toEqual([{ warnings: [] }]);
    expect(linesOf(await readGrants(owner)).split('\n')).toEqual(
      expect.arrayContaining([
        'fiscal_api: insert on invoice_content',
        'fiscal_api: select on invoice_content',
        'fiscal_worker: update (outcome) on submission',
      ]),
    );
    expect(linesOf(await readGrants(owner))).not.toContain('_first');
    await Promise.all([owner.end(), api.end()]);
  }));

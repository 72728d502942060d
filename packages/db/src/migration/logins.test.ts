import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { makeLogins } from './logins.ts';
import { openTestDatabase } from '../testing/open-test-database.ts';
import type { OpenTestDatabase } from '../testing/open-test-database.ts';

let db: OpenTestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  db = await openTestDatabase();
  owner = new pg.Client({ connectionString: db.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

describe('a login', () => {
  const urlOf = (user: string, password: string) => {
    const url = new URL(db.url);
    url.username = user;
    url.password = encodeURIComponent(password);
    return url.href;
  };
  const canConnect = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.query('select from company');
      return true;
    } catch {
      return false;
    } finally {
      await client.end();
    }
  };

  test('is made with the password of its URL, which the server never sees, and gets a new one', async () => {
    const name = (of: string) => `${of}_${new URL(db.apiUrl).username}`;
    const urls = (password: string) => ({
      fiscal_api: urlOf(name('a'), password),
      fiscal_worker: urlOf(name('w'), password),
    });
    const query = jest.spyOn(pg.Client.prototype, 'query');
    await makeLogins(db.url, urls('first č$\'"%'));
    const statements = query.mock.calls.map((call: unknown[]) => String(call[0]));
    query.mockRestore();
    expect(statements.join('\n')).toContain('SCRAM-SHA-256$4096:');
    expect(statements.join('\n')).not.toContain('first');
    expect(await canConnect(urls('first č$\'"%').fiscal_api)).toBe(true);
    await makeLogins(db.url, urls('second'));
    expect(await canConnect(urls('first č$\'"%').fiscal_api)).toBe(false);
    expect(await canConnect(urls('second').fiscal_worker)).toBe(true);
    await owner.query(`drop owned by ${name('a')}, ${name('w')}`);
    await owner.query(`drop role ${name('a')}, ${name('w')}`);
  });

  test('that nobody has named for this database can not connect to it', async () => {
    const unnamed = `s_${new URL(db.apiUrl).username}`;
    await owner.query(`create role ${unnamed} login password 'x'; grant fiscal_api to ${unnamed}`);
    expect(await canConnect(urlOf(unnamed, 'x'))).toBe(false);
    await owner.query(`drop role ${unnamed}`);
  });

  test.each([
    ['the owner', () => [db.url, db.workerUrl], 'three different names'],
    ['the same for both', () => [db.apiUrl, db.apiUrl], 'three different names'],
    ['the role itself', () => [urlOf('fiscal_api', 'x'), db.workerUrl], 'not the roles'],
    ['without a password', () => [urlOf('a', ''), db.workerUrl], 'needs a user and a password'],
  ])('is refused where it is %s', async (_what, urls, words) => {
    const [api = '', worker = ''] = urls();
    const making = makeLogins(db.url, { fiscal_api: api, fiscal_worker: worker });
    await expect(making).rejects.toThrow(words);
  });
});

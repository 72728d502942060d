import { describe, expect, jest, test } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres, useExistingPostgres, withClient } from './postgres.ts';
import { hostForEachTest } from '../testing/process-host.ts';

// Servers are started, killed and recovered within a test.
jest.setTimeout(300_000);

const here = hostForEachTest();

const start = () => {
  const directory = join(here().directory, 'pg');
  return startEmbeddedPostgres(here().host, { directory, isDurable: true, database: 'fiscal' });
};
const noteFile = () => join(here().directory, 'pg', 'data', 'postmaster.pid');

describe('the embedded PostgreSQL', () => {
  test('keeps its data from one start to the next', async () => {
    const first = await start();
    await withClient(first.url, (client) => client.query('create table kept (n int)'));
    await first.process!.stop();

    const second = await start();
    const found = await withClient(second.url, (client) =>
      client.query(`select to_regclass('kept') as name`),
    );
    await second.process!.stop();
    expect(found.rows).toEqual([{ name: 'kept' }]);
    expect(here().deaths).toEqual([]);
  });

  test('ends the server that a killed run left behind, and starts on its data', async () => {
    const left = await start();
    await withClient(left.url, (client) => client.query('create table kept (n int)'));

    const next = await start();
    expect(await left.process!.ended).toEqual({ code: 0, signal: null });
    expect(next.process!.pid).not.toBe(left.process!.pid);
    await next.process!.stop();
  });

  test('starts although a note of a server that is gone names a living process', async () => {
    const first = await start();
    const note = readFileSync(noteFile(), 'utf8');
    await first.process!.stop();
    writeFileSync(noteFile(), note.replace(/^\d+/, String(process.pid)));

    const second = await start();
    await second.process!.stop();
  });

  test('its death is reported with the end of its log', async () => {
    const server = await start();
    server.process!.kill('SIGQUIT');
    await server.process!.ended;
    expect(here().deaths).toHaveLength(1);
    expect(here().deaths[0]).toMatch(/^postgres ended unexpectedly \(exit code \d\)/);
  });
});

describe('the PostgreSQL of DATABASE_URL', () => {
  test('that does not respond ends in a sentence that says what to do', async () => {
    await expect(useExistingPostgres('postgresql://a:b@127.0.0.1:1/c')).rejects.toThrow(
      /does not respond \(.+\): start it, correct the URL, or unset DATABASE_URL/,
    );
  });

  test('that is no PostgreSQL URL is refused before anything is tried', async () => {
    await expect(useExistingPostgres('mysql://a')).rejects.toThrow(/not a PostgreSQL URL/);
  });
});

import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { useTestDatabase } from '../testing/open-test-database.ts';

/** Longer than pg's own idle timeout of ten seconds. */
const QUIET_MS = 11_000;
const IN_USE = 4;

const db = useTestDatabase({ maxConnections: IN_USE });

test('the connections of a quiet till are neither closed nor opened anew', async () => {
  const { pool } = db.worker;
  const opened: unknown[] = [];
  pool.on('connect', (client) => opened.push(client));
  const sellAtOnce = () =>
    Promise.all(Array.from({ length: IN_USE }, () => pool.query('select pg_sleep(0.05)')));
  await sellAtOnce();
  await sleep(QUIET_MS);
  expect(db.worker.poolUse()).toMatchObject({ total: IN_USE, idle: IN_USE });
  await sellAtOnce();
  expect(opened).toHaveLength(IN_USE);
});

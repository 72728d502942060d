import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  announceOpenCircuits,
  deleteCircuits,
  renewCircuits,
  readOpenCircuits,
} from './authority-circuits.ts';
import { useTestDatabase } from '../testing/open-test-database.ts';

const db = useTestDatabase();
beforeEach(() => db.owner.pool.query('delete from authority_circuit'));

const announce = (scope: string, openForMs = 0) =>
  announceOpenCircuits(db.worker, 'live', [{ scope, openForMs }]);
const age = () =>
  db.owner.pool.query(`update authority_circuit set seen_at = now() - interval '16 seconds'`);

describe('the circuits that are open', () => {
  test('are those of one environment, with how long they are open', async () => {
    await announce('authority', 60_000);
    expect(await readOpenCircuits(db.worker, { environment: 'test' })).toEqual([]);
    const [open] = await readOpenCircuits(db.worker, { environment: 'live' });
    expect(open).toMatchObject({ scope: 'authority', id: expect.any(String) });
    expect(open!.openForMs).toBeGreaterThanOrEqual(59_999);
  });

  test('are written by the first worker that opens them; others change nothing', async () => {
    await announce('authority', 60_000);
    const before = await readOpenCircuits(db.worker, { environment: 'live' });
    await announce('authority');
    const after = await readOpenCircuits(db.worker, { environment: 'live' });
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[0]!.openForMs).toBeGreaterThanOrEqual(59_999);
  });

  test('count for nothing once no living worker says so, and can be opened anew', async () => {
    await announce('authority', 60_000);
    const [before] = await readOpenCircuits(db.worker, { environment: 'live' });
    await age();
    expect(await readOpenCircuits(db.worker, { environment: 'live' })).toEqual([]);
    await announce('authority');
    const [after] = await readOpenCircuits(db.worker, { environment: 'live' });
    expect(after!.id).not.toBe(before!.id);
    expect(after!.openForMs).toBeLessThan(60_000);
  });

  test('are held by the workers that have them open', async () => {
    await announce('authority');
    await age();
    const { rows } = await db.owner.pool.query<{ id: string }>('select id from authority_circuit');
    await renewCircuits(db.worker, { ids: rows.map(({ id }) => id) });
    expect(await readOpenCircuits(db.worker, { environment: 'live' })).toHaveLength(1);
  });

  test('are closed by their id: one that was opened anew since stays', async () => {
    await announce('authority');
    const [old] = await readOpenCircuits(db.worker, { environment: 'live' });
    await age();
    await announce('authority');
    await deleteCircuits(db.worker, { ids: [old!.id] });
    const [open] = await readOpenCircuits(db.worker, { environment: 'live' });
    expect(open!.id).not.toBe(old!.id);
    await deleteCircuits(db.worker, { ids: [open!.id] });
    expect(await readOpenCircuits(db.worker, { environment: 'live' })).toEqual([]);
  });
});

import { expect, test } from '@jest/globals';
import { useTestDatabase } from '../testing/open-test-database.ts';
import { announceSilences, readSilences } from './authority-silences.ts';

const db = useTestDatabase();

const announce = (environment: 'test' | 'live', companyId: string) =>
  announceSilences(db.worker, environment, [{ companyId, sentForMs: 1_000, isAcross: true }]);

const companies = async () =>
  (await readSilences(db.worker, { environment: 'live' })).map(({ companyId }) => companyId);

test('silences of one environment say nothing of the other, and none is evidence for ever', async () => {
  await announce('live', 'a');
  await announce('test', 'b');
  expect(await companies()).toEqual(['a']);
  await db.owner.pool.query(
    `update authority_silence set stored_at = now() - interval '15 minutes 1 second'
     where company_id = 'a'`,
  );
  expect(await companies()).toEqual([]);
  await announce('live', 'c');
  const { rows } = await db.owner.pool.query(
    'select company_id as company from authority_silence order by 1',
  );
  expect(rows).toEqual([{ company: 'b' }, { company: 'c' }]);
});

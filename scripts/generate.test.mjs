import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

// A process of its own, because schemas of several processes and a formatter are loaded in it.
test('everything that is generated is as what it is made of says: else npm run generate', () => {
  const script = fileURLToPath(new URL('generate.mjs', import.meta.url));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--conditions=source', script, '--check'],
    { encoding: 'utf8' },
  );
  expect([status, stderr]).toEqual([0, '']);
});

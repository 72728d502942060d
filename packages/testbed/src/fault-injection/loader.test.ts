import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from '../processes/environment.ts';
import { ROOT } from '../processes/folders.ts';
import { FAULT_POINTS, GUARD_NAMES } from './fault-points.ts';
import { injectFaults } from './inject-faults.ts';
import type { InjectedFaults } from './inject-faults.ts';

/**
 * What a process without settings writes: it ends when its modules are loaded, before it begins to
 * work.
 */
function startWith(app: 'api' | 'worker', faults: InjectedFaults): string {
  const main = join(ROOT, 'apps', app, 'src/main.ts');
  const env = childEnvironment(injectFaults(faults));
  return spawnSync(process.execPath, ['--conditions=source', main], { env, encoding: 'utf8' })
    .stderr;
}

const everyPoint = (probability: number) =>
  Object.fromEntries(
    Object.keys(FAULT_POINTS).map((name) => [name, { action: 'kill' as const, probability }]),
  );

test.each(['api', 'worker'] as const)(
  'every fault injection point of the %s is a function that it imports',
  (app) => {
    expect(startWith(app, { points: everyPoint(1) })).toContain('could not start');
  },
);

test.each(GUARD_NAMES)('the guard %s is made of functions that the worker imports', (guard) => {
  expect(startWith('worker', { removedGuard: guard })).toContain('could not start');
});

test('a fault at a place that is not known ends the process', () => {
  const points = { elsewhere: { action: 'kill', probability: 1 } };
  const said = startWith('worker', { points } as InjectedFaults);
  expect(said).toContain('there is no fault injection point elsewhere');
});

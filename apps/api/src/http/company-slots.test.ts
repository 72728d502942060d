import { expect, test } from '@jest/globals';
import { shareByCompany } from './company-slots.ts';

/** Work that ends when the test says so, and records when it began. */
function workbench({ atOnce = 2, ofCompany = 4, waiting = 64 }) {
  const slots = shareByCompany({ atOnce, ofCompany, waiting });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (name: string) =>
    slots.run(name.slice(0, 1), async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, start, end };
}

test('each company has one in progress, and slots go round among those that wait', async () => {
  const { begun, start, end } = workbench({ atOnce: 2 });
  const done = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(start);
  await end('');
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1']);
  await end('c1');
  await end('a2');
  for (const name of ['b2', 'a3']) await end(name);
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

test('a company that has too much waiting is refused, and no other one is', async () => {
  const { begun, start, end } = workbench({ atOnce: 1, ofCompany: 3 });
  const own = ['a1', 'a2', 'a3', 'a4', 'a5'].map(start);
  const other = start('b1');
  expect(await own[3]).toBeNull();
  expect(await own[4]).toBeNull();
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name);
  expect(await other).toBe('b1');
  expect(await Promise.all(own.slice(0, 3))).toEqual(['a1', 'a2', 'a3']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('where too many wait in all, further work is refused until one has ended', async () => {
  const { begun, start, end } = workbench({ atOnce: 1, waiting: 1 });
  const done = [start('a1'), start('b1')];
  expect(await start('c1')).toBeNull();
  await end('a1');
  done.push(start('c2'));
  for (const name of ['b1', 'c2']) await end(name);
  expect(await Promise.all(done)).toEqual(['a1', 'b1', 'c2']);
  expect(begun).toEqual(['a1', 'b1', 'c2']);
});

test('work that breaks gives its slot back', async () => {
  const slots = shareByCompany({ atOnce: 1, ofCompany: 1, waiting: 1 });
  await expect(slots.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await slots.run('a', () => Promise.resolve('fine'))).toBe('fine');
});

test('what gets no slot in time is refused without having begun, and holds nothing', async () => {
  const slots = shareByCompany({ atOnce: 1, ofCompany: 4, waiting: 64, patienceMs: 50 });
  const first = Promise.withResolvers<string>();
  const begun: string[] = [];
  const run = (name: string, work: () => Promise<string>) =>
    slots.run(name, () => {
      begun.push(name);
      return work();
    });
  const long = run('a', () => first.promise);
  const late = [run('a', () => Promise.resolve('a')), run('b', () => Promise.resolve('b'))];
  expect(await Promise.all(late)).toEqual([null, null]);
  first.resolve('done');
  expect(await long).toBe('done');
  expect(await run('b', () => Promise.resolve('b again'))).toBe('b again');
  expect(begun).toEqual(['a', 'b']);
});

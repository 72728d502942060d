import { describe, expect, jest, test } from '@jest/globals';
import { ConfigurationError } from '../env.ts';
import { checksOf } from './checks.ts';
import { openDoctor } from './doctor.ts';
import type { Examinations, Examine, Finding } from './doctor.ts';

const well: Examine = () => Promise.resolve(null);
const finds = (finding: Finding) => () => Promise.resolve(finding);
const OLD = { code: 'SCHEMA_OLD', sentence: 'The database lacks a migration.' };

/** The API with every check well but these. */
const withFindings = (own: Partial<Examinations<'api'>>) => {
  const names = checksOf('api').map(({ name }) => [name, well] as const);
  return openDoctor('api', { ...Object.fromEntries(names), ...own } as Examinations<'api'>);
};

async function startOf(own: Partial<Examinations<'api'>>) {
  const warnings: string[] = [];
  const start = withFindings(own).examineAtStart(({ message }) => warnings.push(message));
  const end = await start.then(
    () => null,
    (error: unknown) => error as Error,
  );
  return { end, warnings };
}

describe('a start', () => {
  test('continues where all is well', async () => {
    expect(await startOf({})).toEqual({ end: null, warnings: [] });
  });

  test('ends with the sentence of a wrong setting, and says of no store besides that it is away', async () => {
    const away = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const { end, warnings } = await startOf({ schema: finds(OLD), 'redis-policy': away });
    expect(end).toBeInstanceOf(ConfigurationError);
    expect(end?.message).toBe(OLD.sentence);
    expect(warnings).toEqual([]);
  });

  test('says once what several checks find of one store', async () => {
    const refused = () =>
      Promise.reject(Object.assign(new Error('password authentication failed'), { code: '28P01' }));
    const { end } = await startOf({ schema: refused, clock: refused, vault: refused });
    expect(end?.message).toBe(
      'PostgreSQL does not let DATABASE_URL in: password authentication failed.',
    );
  });

  test('continues with a warning where something is only to be known, or a store is away', async () => {
    const away = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const { end, warnings } = await startOf({
      schema: finds({ ...OLD, isRemark: true }),
      clock: finds({ code: 'CLOCK_WRONG', sentence: 'The clock is wrong.' }),
      'database-role': away,
      vault: away,
    });
    expect(end).toBeNull();
    expect(warnings.toSorted()).toEqual([
      'The clock is wrong.',
      OLD.sentence,
      expect.stringMatching(/^a check could not be made: (database-role|vault)$/),
    ]);
  });
});

test('what a start could not know ends the process, or is warned of, once it is known', async () => {
  const away = () => Promise.reject(new Error('connect ECONNREFUSED'));
  const [schema, months, vault] = [
    jest.fn(away),
    jest.fn(away),
    jest.fn(away),
  ] as jest.Mock<Examine>[];
  const found = jest.fn(finds({ code: 'CLOCK_WRONG', sentence: 'The clock is wrong.' }));
  const doctor = withFindings({ schema, months, vault, clock: found } as object);
  await doctor.examineAtStart(() => undefined);
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  const warnings: string[] = [];
  const warn = ({ message }: Error) => warnings.push(message);
  const stop = doctor.examineUnknown({ end: resolve, warn }, 1);
  vault?.mockImplementation(well);
  months?.mockImplementation(finds({ code: 'MONTHS_MISSING', sentence: 'Months are missing.' }));
  while (warnings.length === 0) await new Promise(setImmediate);
  expect(warnings).toEqual(['Months are missing.']);
  schema?.mockImplementation(finds(OLD));
  expect(await ended).toBe(OLD.sentence);
  stop();
  // What was known at the start is not asked again.
  expect(found).toHaveBeenCalledTimes(1);
});

describe('/health/ready', () => {
  test('fails with code and sentence, and is right again after the setting is', async () => {
    let finding: Finding | null = null;
    const examine = jest.fn(() => Promise.resolve(finding));
    const clock = jest.spyOn(performance, 'now');
    let nowMs = 100_000;
    clock.mockImplementation(() => nowMs);
    const doctor = withFindings({ schema: examine });
    await doctor.examineAtStart(() => undefined);
    const { schema } = doctor.readiness();
    const answer = async () => {
      await schema?.().catch(() => undefined);
      // The examination that the question before has begun.
      await new Promise(setImmediate);
      return schema?.().catch((error: unknown) => (error as Error).message);
    };
    expect(await answer()).toBeUndefined();
    finding = OLD;
    expect(await answer()).toBeUndefined();
    expect(examine).toHaveBeenCalledTimes(1);
    nowMs += 15_000;
    expect(await answer()).toBe('SCHEMA_OLD: The database lacks a migration.');
    finding = null;
    nowMs += 2_000;
    expect(await answer()).toBeUndefined();
    expect(examine).toHaveBeenCalledTimes(3);
    clock.mockRestore();
  });

  test('remarks on what its process works without', async () => {
    const evicts = { code: 'REDIS_POLICY_EVICTS', sentence: 'It evicts.' };
    const doctor = withFindings({ 'redis-policy': finds(evicts) });
    await doctor.examineAtStart(() => undefined).catch(() => undefined);
    const words = await doctor.readiness()['redis-policy']?.();
    expect(words).toBe('REDIS_POLICY_EVICTS: It evicts.');
  });
});

test('by hand there is a line for each check, and what is not known is not well', async () => {
  const byHand = async (own: Partial<Examinations<'api'>>) => {
    const lines: string[] = [];
    const isWell = await withFindings(own).examineByHand((line) => lines.push(line));
    return { isWell, lines };
  };
  const remark = finds({ ...OLD, isRemark: true });
  const { isWell, lines } = await byHand({ schema: remark });
  expect(isWell).toBe(true);
  expect(lines).toEqual([
    'remark   schema         SCHEMA_OLD: The database lacks a migration.',
    'ok       database-role',
    'ok       sessions',
    'ok       clock',
    'ok       new-invoices',
    'ok       months',
    'ok       vault',
    'ok       second-factors',
    'ok       redis-policy',
    'ok       object-store',
  ]);
  expect(await byHand({ schema: finds(OLD) })).toMatchObject({ isWell: false });
  // What this one has no use for is not mentioned.
  expect((await byHand({ vault: null })).lines).not.toContain('ok       vault');
  const away = await byHand({ clock: () => Promise.reject(new Error('away')) });
  expect(away.isWell).toBe(false);
  expect(away.lines).toContain('unknown  clock          away');
});

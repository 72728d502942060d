// Makes the checks of a process: at its start, where a wrong setting ends it; for /health/ready,
// from results that are kept; and by hand, a line for each check.

import { ConfigurationError } from '../env.ts';
import type { HealthCheck } from '../health.ts';
import { connectionRefusalOf } from '../refused-connection.ts';
import { checksOf } from './checks.ts';
import type { CheckName, CheckOf, ProcessName } from './checks.ts';

/** What a check has found. */
export interface Finding {
  /** `SCHEMA_OLD`, …: for alerts and scripts. */
  code: string;
  /** One sentence: what is wrong, and what to do. */
  sentence: string;
  /** True for something to know about a setting that works: it ends nothing and fails nothing. */
  isRemark?: boolean;
}

/**
 * Makes one check: null where all is right. What it throws says that nothing is known, because a
 * store is away; it is a finding only where the store refuses the connection.
 */
export type Examine = () => Promise<Finding | null>;

/** How every check of a process is made; null of what this one has no use for. */
export type Examinations<Name extends ProcessName> = Readonly<
  Record<CheckOf<Name>, Examine | null>
>;

type Result =
  { kind: 'well' } | { kind: 'found'; finding: Finding } | { kind: 'unknown'; error: Error };

/**
 * How long a result counts in /health/ready. What is not well may have been put right meanwhile.
 */
const WELL_FOR_MS = 15_000;
const UNWELL_FOR_MS = 2_000;

type Warn = (error: Error) => void;

/** Makes the checks of one process. */
export interface Doctor {
  /**
   * Makes every check once. What is only a remark, or not known, goes to `warn`.
   * @throws ConfigurationError with a sentence for each wrong setting.
   */
  examineAtStart(warn: Warn): Promise<void>;
  /**
   * Makes those checks again that were not known at the start, until they are. What they find is
   * what it would have been then: `end` gets the sentences of wrong settings, `warn` what is only a
   * remark.
   * @returns what stops it.
   */
  examineUnknown(
    on: { end: (sentences: string) => void; warn: Warn },
    everyMs?: number,
  ): () => void;
  /** The checks for /health/ready; they return at once, from the result before. */
  readiness(): Record<string, HealthCheck>;
  /**
   * Makes every check and writes a line for each.
   * @returns whether all is well; remarks count as well, what is not known does not.
   */
  examineByHand(write: (line: string) => void): Promise<boolean>;
}

/** @param examinations of every check that the table gives this process. */
export function openDoctor<Name extends ProcessName>(
  process: Name,
  examinations: Examinations<Name>,
): Doctor {
  const checks = checksOf(process).flatMap((check) => {
    const examine = (examinations as Record<CheckName, Examine | null>)[check.name];
    return examine === null ? [] : [{ ...check, examine: () => resultOf(examine, check.asks) }];
  });
  const kept = new Map(checks.map(({ name, examine }) => [name, keepResult(examine)]));
  const start = examineUntilKnown(checks, async ({ name }) => kept.get(name)?.renew());

  return {
    async examineAtStart(warn) {
      const { wrong, warnings, unknown } = await start.examine();
      if (wrong.size > 0) throw new ConfigurationError([...wrong].join('\n'));
      [...warnings, ...unknown].forEach(warn);
    },
    examineUnknown: (on, everyMs = UNWELL_FOR_MS) => repeat(start, on, everyMs),
    readiness: () =>
      Object.fromEntries(
        checks.map(({ name, readiness }) => {
          const check = () => readinessOf(kept.get(name)?.latest() ?? null, readiness === 'fails');
          return [name, check];
        }),
      ),
    async examineByHand(write) {
      const results = await Promise.all(checks.map(({ examine }) => examine()));
      results.forEach((result, index) => write(lineOf(String(checks[index]?.name), result)));
      return results.every(({ kind }, index) => kind === 'well' || isRemark(results[index]));
    },
  };
}

/** One of the checks that a start makes. */
type StartCheck = Pick<ReturnType<typeof checksOf>[number], 'name' | 'start'>;

/** Makes the checks, each until something is known. */
function examineUntilKnown(
  checks: readonly StartCheck[],
  resultFor: (check: StartCheck) => Promise<Result | undefined>,
) {
  let left = checks;
  return {
    isKnown: () => left.length === 0,
    async examine() {
      // Several checks ask one store: what is wrong with the way to it is said once.
      const wrong = new Set<string>();
      const warnings = new Map<string, Error>();
      const unknown = new Map<string, Error>();
      const results = await Promise.all(left.map(resultFor));
      left = left.filter(({ name, start }, index) => {
        const result = results[index];
        if (result?.kind === 'unknown') {
          const { message } = result.error;
          const what = `a check could not be made: ${name}`;
          if (!unknown.has(message)) unknown.set(message, new Error(what, { cause: result.error }));
          return true;
        }
        if (result?.kind === 'found') {
          const { sentence } = result.finding;
          if (start === 'ends' && !isRemark(result)) wrong.add(sentence);
          else warnings.set(sentence, new Error(sentence));
        }
        return false;
      });
      return { wrong, warnings: [...warnings.values()], unknown: [...unknown.values()] };
    },
  };
}

/** Until all is known, or something is wrong. @returns what stops it. */
function repeat(
  start: ReturnType<typeof examineUntilKnown>,
  on: Parameters<Doctor['examineUnknown']>[0],
  everyMs: number,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const again = async () => {
    const { wrong, warnings } = await start.examine();
    if (isStopped) return;
    for (const warning of warnings) on.warn(warning);
    if (wrong.size > 0) on.end([...wrong].join('\n'));
    else plan();
  };
  const plan = () => {
    if (!start.isKnown()) timer = setTimeout(() => void again(), everyMs).unref();
  };
  plan();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

async function resultOf(examine: Examine, asks: string | undefined): Promise<Result> {
  try {
    const finding = await examine();
    return finding === null ? { kind: 'well' } : { kind: 'found', finding };
  } catch (thrown) {
    const refusal = asks === undefined ? null : connectionRefusalOf(thrown, asks);
    if (refusal !== null) {
      return { kind: 'found', finding: { code: 'CONNECTION_REFUSED', sentence: refusal } };
    }
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    return { kind: 'unknown', error };
  }
}

/**
 * One examination at a time; a reader gets the result before, and starts the next when it is old.
 */
function keepResult(examine: () => Promise<Result>) {
  let last: Result | null = null;
  let examinedAt = 0;
  let running: Promise<Result> | null = null;
  const renew = (): Promise<Result> =>
    (running ??= examine().then((result) => {
      last = result;
      examinedAt = performance.now();
      running = null;
      return result;
    }));
  return {
    renew,
    /** Null before the first result. */
    latest(): Result | null {
      const countsMs = last?.kind === 'well' ? WELL_FOR_MS : UNWELL_FOR_MS;
      if (performance.now() - examinedAt >= countsMs) void renew();
      return last;
    },
  };
}

/** What is not known fails nothing: whether a store is reachable is a check of its own. */
function readinessOf(result: Result | null, mayFail: boolean): Promise<string | undefined> {
  if (result === null) return Promise.resolve('not examined yet');
  if (result.kind === 'well') return Promise.resolve(undefined);
  if (result.kind === 'unknown') return Promise.resolve(`not known: ${wordsOf(result.error)}`);
  const { code, sentence } = result.finding;
  const words = `${code}: ${sentence}`;
  return mayFail && !isRemark(result) ? Promise.reject(new Error(words)) : Promise.resolve(words);
}

/** The message of an error, and of the one it comes from. */
function wordsOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

function isRemark(result: Result | undefined): boolean {
  return result?.kind === 'found' && result.finding.isRemark === true;
}

/** `ok`, `remark`, `wrong` or `unknown`, the check, and the sentence. */
function lineOf(name: string, result: Result): string {
  const line = (word: string, words: string) => `${word.padEnd(8)} ${name.padEnd(14)} ${words}`;
  switch (result.kind) {
    case 'well':
      return line('ok', '').trimEnd();
    case 'unknown':
      return line('unknown', wordsOf(result.error));
    case 'found': {
      const { code, sentence } = result.finding;
      return line(isRemark(result) ? 'remark' : 'wrong', `${code}: ${sentence}`);
    }
  }
}

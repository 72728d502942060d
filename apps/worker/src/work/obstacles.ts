// What keeps this process, and no other, from signing: its clock, its vault identity, and whatever
// else its doctor finds. It is asked before a claim: what a worker in order can do is left to it.
// Where no other worker is in order, documents are claimed all the same, so that who waits is told
// why nothing is signed.

import type { Database } from '@fiscal/db/connection';
import { examineClock } from '@fiscal/db/doctor';
import { readWatchedRows } from '@fiscal/db/operations';
import { ENVIRONMENTS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { LaneName } from '@fiscal/queue/listener';
import type { HealthCheck, Logger } from '@fiscal/runtime';
import { machineTime } from '../authority/machine-time.ts';
import type { Moment } from '../authority/machine-time.ts';
import { findWrongClock, offsetOf } from '../authority/wrong-clock.ts';
import type { ClocksOfAuthorities } from '../authority/wrong-clock.ts';
import { repeat } from '../repeat.ts';

const LOOK_EVERY_MS = 1_000;

export interface Obstacles {
  /** In a sentence, for what is signed for the environment; null where there is none. */
  of(environment: Environment): string | null;
  /**
   * Whether the lane claims nothing of the environment now, because another worker does it without
   * an obstacle.
   */
  leavesToOthers(environment: Environment, lane: LaneName): boolean;
}

/** Of a worker that signs nothing. */
export const NO_OBSTACLES: Obstacles = { of: () => null, leavesToOthers: () => false };

export interface ObstacleOptions extends ClocksOfAuthorities {
  db: Database;
  logger: Pick<Logger, 'error' | 'warn'>;
  /** As its heartbeat names it. */
  workerId: string;
  /** What the doctor examines; what rejects is an obstacle. */
  checks: readonly HealthCheck[];
  /** Of this machine. */
  now?: () => Moment;
}

/** Resolves once both were looked at for the first time, or could not be. */
export async function watchObstacles(
  options: ObstacleOptions,
): Promise<Obstacles & { close: () => Promise<void> }> {
  const { db, logger, workerId, checks, clockToleranceMs, now = machineTime } = options;
  let found: string | null = null;
  /** The wall clock less the uptime, when PostgreSQL last agreed with it. */
  let agreedAt: number | null = null;
  /** `<environment> <lane>` that another worker in order does. */
  let inOrder: ReadonlySet<string> = new Set();
  const told = new Map<Environment, string | null>();

  /** A clock that was set since is noticed at once, and not only by the next look. */
  function wasSet(): string | null {
    const { wall, uptime: up } = now();
    const byMs = agreedAt === null ? 0 : wall - up - agreedAt;
    if (Math.abs(byMs) <= clockToleranceMs) return null;
    const { seconds, side } = offsetOf(byMs);
    return `The clock of the service was set: it is ${seconds} s ${side} what it was.`;
  }
  const of = (environment: Environment) =>
    found ?? findWrongClock(options, environment) ?? wasSet();

  async function look(): Promise<void> {
    const { wall, uptime: up } = now();
    const watched = readWatchedRows(db);
    const readClock = async () => (await watched).clockMs;
    const clock = await examineClock(db, clockToleranceMs, () => now().wall, readClock);
    if (clock === null) agreedAt = wall - up;
    found = clock?.sentence ?? (await firstOf(checks));
    inOrder = new Set(
      (await watched).inOrder
        .filter(({ one, other }) => one !== workerId || other !== workerId)
        .map(({ environment, lane }) => `${environment} ${lane}`),
    );
    for (const environment of ENVIRONMENTS) tell(environment);
  }
  function tell(environment: Environment): void {
    const obstacle = of(environment);
    const before = told.get(environment) ?? null;
    told.set(environment, obstacle);
    if ((before === null) === (obstacle === null)) return;
    if (obstacle === null) logger.warn({ environment }, 'this worker signs again');
    else logger.error({ environment, obstacle }, 'something of this worker keeps it from signing');
  }

  let isAway = false;
  const seen = async () => {
    try {
      await look();
      isAway = false;
    } catch (err) {
      // Logged once: a database that is away is reported by the work that needs it. What was seen
      // last stays.
      if (!isAway) logger.warn({ err }, 'what keeps this worker from signing was not looked at');
      isAway = true;
    }
  };
  await seen();
  const looking = repeat(LOOK_EVERY_MS, seen, () => undefined);
  return {
    of,
    leavesToOthers: (environment, lane) =>
      inOrder.has(`${environment} ${lane}`) && of(environment) !== null,
    close: () => looking.close(),
  };
}

/** Why the first check fails that does; null where none does. */
async function firstOf(checks: readonly HealthCheck[]): Promise<string | null> {
  for (const check of checks) {
    const failure = await check().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (failure !== null) return failure;
  }
  return null;
}

/** For /health/ready: fails with what keeps this worker from signing. */
export function obstaclesHealth(obstacles: Obstacles): HealthCheck {
  return async (): Promise<string | undefined> => {
    const words = ENVIRONMENTS.flatMap((environment) => {
      const obstacle = obstacles.of(environment);
      return obstacle === null ? [] : `${environment}: ${obstacle}`;
    });
    if (words.length > 0) throw new Error(words.join(' '));
    return Promise.resolve(undefined);
  };
}

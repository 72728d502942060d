// How the service is, from what workers report, and what waits in the rows. It is
// read once a second at most, however many people look at it.

import type { Database } from '@fiscal/db/connection';
import { countSuspendedRegisters } from '@fiscal/db/number';
import {
  listWorkers,
  readBacklog,
  readCompaniesIssuingOnline,
  readCompaniesRunningLate,
  readCompaniesWithFailingPrints,
  readEfiHealth,
  readLaneBacklog,
  readLanePauses,
  readLaneRates,
  readSilentCompanies,
} from '@fiscal/db/operations';
import type {
  CircuitHealth,
  ConcernedCompany,
  EfiMinute,
  LaneBacklog,
  LaneMinute,
  LanePause,
  ListedWorker,
} from '@fiscal/db/operations';
import { ENVIRONMENTS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import type { z } from 'zod';
import type { ForwardingWatch } from '../../http/request/forwarding-watch.ts';
import type { WakeUps } from '../../work/wake-ups.ts';
import { fieldsOf } from '../field-schemas.ts';
import { LANE_ORDER, listedWorker } from './health-schemas.ts';
import type { health } from './health-schemas.ts';

type Health = z.input<typeof health>;
/** What the health of the service is read from. */
export interface HealthDependencies {
  db: Database;
  wakeUps: Pick<WakeUps, 'ping'>;
  /** Whether a proxy stands before the API that is not trusted. */
  forwarding: Pick<ForwardingWatch, 'isIgnored'>;
  clock: () => Date;
}

const FRESH_MS = 1_000;
const RATE_MINUTES = 5;

const snapshots = new WeakMap<Database, Map<number, { at: number; health: Promise<Health> }>>();

/** @param minutes how much of the authority's history is given. */
export function readHealth(deps: HealthDependencies, minutes: number): Promise<Health> {
  const known =
    snapshots.get(deps.db) ?? new Map<number, { at: number; health: Promise<Health> }>();
  snapshots.set(deps.db, known);
  const last = known.get(minutes);
  const now = performance.now();
  if (last && now - last.at < FRESH_MS) return last.health;
  // Only what is fresh is worth keeping.
  for (const [key, { at }] of known) if (now - at >= FRESH_MS) known.delete(key);
  const taken = takeSnapshot(deps, minutes);
  known.set(minutes, { at: now, health: taken });
  return taken;
}

async function takeSnapshot(
  { db, wakeUps, forwarding, clock }: HealthDependencies,
  minutes: number,
) {
  // One after the other, so that a look at the health takes one connection and not six.
  const areWakeUpsAway = wakeUps.ping().then(
    () => false,
    () => true,
  );
  const workers = await listWorkers(db);
  const lanes = await readLaneBacklog(db);
  const rates = await readLaneRates(db, { sinceMinutes: RATE_MINUTES });
  const pauses = await readLanePauses(db);
  const backlog = await readBacklog(db);
  const held = await countSuspendedRegisters(db);
  const efi: Health['efi'] = [];
  for (const environment of ENVIRONMENTS) {
    const history = await readEfiHealth(db, { environment, sinceMinutes: minutes });
    const seen = authorityOf(workers, environment);
    const own =
      seen.circuit?.state === 'open' ? [] : await readSilentCompanies(db, { environment });
    const isUnheard = seen.circuit?.state === 'open' || seen.disbelief !== null;
    const failing = isUnheard
      ? await readCompaniesIssuingOnline(db, { environment })
      : own.filter(({ issuesOffline }) => !issuesOffline);
    efi.push({
      environment,
      ...seen,
      silentCompanies: concerned(own),
      failingCompanies: concerned(failing, isUnheard ? undefined : failing.length),
      minutes: history.map(minuteOf),
    });
  }
  return {
    at: clock(),
    isQueueAway: await areWakeUpsAway,
    queues: LANE_ORDER.map((queue) => ({
      queue,
      ...lanes[queue],
      ...ratesOf(rates, queue),
      workers: workers.filter(({ isAlive, lanes: own }) => isAlive && queue in own).length,
      pause: pauseOf(pauses, queue),
    })),
    workers: workers.map(workerOf),
    efi,
    prints: { ...printsOf(lanes), companies: concerned(await readCompaniesWithFailingPrints(db)) },
    heldRegisters: held.reduce((sum, { count }) => sum + count, 0),
    isForwardingIgnored: forwarding.isIgnored(),
    offline: backlog.offline,
    lateCompanies: concerned(await readCompaniesRunningLate(db)),
  } satisfies Health;
}

function concerned(rows: readonly ConcernedCompany[], found = rows[0]?.found ?? 0) {
  return { found, named: rows.map(({ companyId, name }) => ({ companyId, name })) };
}

function printsOf({ printing, failingPrints: failing }: LaneBacklog) {
  const { waiting, oldestAgeSeconds } = printing;
  return { waiting, oldestAgeSeconds, failing };
}

function pauseOf(pauses: readonly LanePause[], queue: string) {
  const found = pauses.find(({ lane }) => lane === queue);
  if (found === undefined) return null;
  const { pausedAt, pausedBy, reason } = found;
  return { pausedAt, pausedBy, reason };
}

function ratesOf(rates: readonly LaneMinute[], lane: keyof LaneBacklog) {
  const own = rates.filter((row) => row.lane === lane);
  const perMinute = (count: (row: LaneMinute) => number) =>
    own.reduce((sum, row) => sum + count(row), 0) / RATE_MINUTES;
  return {
    ratePerMinute: perMinute(({ done }) => done),
    brokenPerMinute: perMinute(({ failed }) => failed),
  };
}

function minuteOf({ minute, registered, refused, unanswered, totalMs, slowestMs }: EfiMinute) {
  const count = registered + refused + unanswered;
  const averageMs = count === 0 ? 0 : Math.round(totalMs / count);
  return { minute, registered, refused, unanswered, averageMs, slowestMs };
}

function workerOf({ lanes, circuits, ...worker }: ListedWorker) {
  const shown = Object.entries(lanes).map(([lane, state]) => ({ lane, ...state }));
  const hindered = ENVIRONMENTS.filter((each) => (circuits[each]?.obstacle ?? null) !== null);
  const byWords = Map.groupBy(hindered, (environment) => circuits[environment]?.obstacle ?? '');
  const obstacles = [...byWords].map(([words, environments]) => ({ environments, words }));
  return fieldsOf(listedWorker, { ...worker, lanes: shown, obstacles });
}

/** What the living workers see of an authority. */
export function authorityOf(workers: readonly ListedWorker[], environment: Environment) {
  const seen = workers
    .filter(({ isAlive }) => isAlive)
    .flatMap(({ circuits }) => circuits[environment] ?? []);
  return {
    circuit: worstOf(seen),
    unpinned: seen.find(({ unpinned }) => unpinned)?.unpinned ?? null,
    disbelief: seen.find(({ disbelief }) => disbelief)?.disbelief ?? null,
    isHindered: seen.length > 0 && seen.every(({ obstacle }) => obstacle !== null),
    receiptCheckSilentSince:
      seen.flatMap(({ receiptCheckSilentSince }) => receiptCheckSilentSince ?? []).toSorted()[0] ??
      null,
  };
}

/** An open circuit before a closed one; the one with the most failures among those. */
function worstOf(seen: readonly CircuitHealth[]) {
  const open = seen.filter(({ state }) => state === 'open');
  const worst = (open.length > 0 ? open : seen).toSorted((a, b) => b.failures - a.failures)[0];
  if (worst === undefined) return null;
  const { state, since, failures } = worst;
  return { state, since, failures };
}

/** After a change of a lane: the next look reads it. */
export function dropSnapshots(db: Database): void {
  snapshots.delete(db);
}

// Writes down every few seconds that this worker lives, what its lanes and circuits do, and what
// was counted since the last time. Counts that could not be written are kept and added next time;
// only a process that dies loses those of its last seconds. The panel reads it; nothing else
// depends on it.

import type { Environment } from '@fiscal/domain';
import type { Database } from '@fiscal/db/connection';
import { dropOldNotices } from '@fiscal/db/notice';
import { deleteOldHealth, deleteWorker, recordHealth } from '@fiscal/db/operations';
import type {
  CircuitHealth,
  EfiMinute,
  LaneHealth,
  LaneMinute,
  WorkerHeartbeat,
} from '@fiscal/db/operations';
import type { Exchange } from '../events.ts';
import type { CircuitState } from '../authority/circuit.ts';
import { unpinnedOf } from '../authority/disbelief.ts';
import type { Disbelief } from '../authority/disbelief.ts';
import type { LaneState } from '../lanes/lane.ts';

const BEAT_EVERY_MS = 5_000;
const DELETE_OLD_EVERY_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

export interface AuthorityState extends CircuitState {
  disbelief: Disbelief | null;
  receiptCheckSilentSince: Date | null;
  /** What keeps this worker from signing for it; null where nothing does. */
  obstacle: string | null;
}

export interface HeartbeatOptions {
  db: Database;
  /** Who this worker is, and what it opens; the id is a UUID of this process. */
  worker: Pick<
    WorkerHeartbeat,
    'id' | 'host' | 'pid' | 'version' | 'startedAt' | 'vaultRecipients'
  >;
  /** By lane; asked at each beat. Their counts are those since the start. */
  lanes: () => Readonly<Record<string, LaneState>>;
  circuits: () => Readonly<Partial<Record<Environment, AuthorityState>>>;
  /** A beat was not written. It will be repeated. */
  onError: (error: Error) => void;
  everyMs?: number;
}

export function startHeartbeat(options: HeartbeatOptions) {
  const { db, worker, onError } = options;
  const exchanges = new Map<string, EfiMinute>();
  const laneMinutes = new Map<string, LaneMinute>();
  /** What has been counted into `laneMinutes` already. */
  const counted = new Map<string, Pick<LaneState, 'done' | 'failed'>>();
  let deleteOldAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let beating: Promise<void> = Promise.resolve();

  function countLanes(lanes: Readonly<Record<string, LaneState>>): void {
    for (const [lane, { done, failed }] of Object.entries(lanes)) {
      const before = counted.get(lane) ?? { done: 0, failed: 0 };
      counted.set(lane, { done, failed });
      const added = { done: done - before.done, failed: failed - before.failed };
      if (added.done + added.failed > 0) {
        addLaneMinute(laneMinutes, { lane, minute: thisMinute(), ...added });
      }
    }
  }

  async function beat(): Promise<void> {
    const lanes = options.lanes();
    countLanes(lanes);
    const efi = takeAll(exchanges);
    const lanesDone = takeAll(laneMinutes);
    try {
      const state = { lanes: laneHealth(lanes), circuits: circuitHealth(options.circuits()) };
      await recordHealth(db, { ...worker, ...state }, efi, lanesDone);
    } catch (error) {
      for (const minute of efi) addEfiMinute(exchanges, minute);
      for (const minute of lanesDone) addLaneMinute(laneMinutes, minute);
      throw error;
    }
    if (performance.now() < deleteOldAt) return;
    await deleteOldHealth(db);
    await dropOldNotices(db);
    deleteOldAt = performance.now() + DELETE_OLD_EVERY_MS;
  }

  function report(error: unknown): void {
    onError(error instanceof Error ? error : new Error(String(error)));
  }
  function begin(): void {
    beating = beat()
      .catch(report)
      .then(() => {
        if (!isClosed) timer = setTimeout(begin, options.everyMs ?? BEAT_EVERY_MS);
      });
  }
  begin();

  return {
    /** Counts one finished exchange with the authority. */
    exchange({ environment, outcome, ms }: Exchange): void {
      const minute = { environment, minute: thisMinute(), totalMs: ms, slowestMs: ms };
      const none = { registered: 0, refused: 0, unanswered: 0 };
      addEfiMinute(exchanges, { ...minute, ...none, [outcome]: 1 });
    },
    /**
     * Writes what is left and takes this worker off the list. Call it when the lanes have ended.
     */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await beating;
      await beat();
      await deleteWorker(db, { id: worker.id });
    },
  };
}

function thisMinute(): Date {
  return new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
}

/** What is in it, and nothing is in it any more. */
function takeAll<Row>(rows: Map<string, Row>): Row[] {
  const taken = [...rows.values()];
  rows.clear();
  return taken;
}

function addEfiMinute(minutes: Map<string, EfiMinute>, added: EfiMinute): void {
  addTo(minutes, added.environment, added, (sum) => ({
    ...added,
    registered: sum.registered + added.registered,
    refused: sum.refused + added.refused,
    unanswered: sum.unanswered + added.unanswered,
    totalMs: sum.totalMs + added.totalMs,
    slowestMs: Math.max(sum.slowestMs, added.slowestMs),
  }));
}

function addLaneMinute(minutes: Map<string, LaneMinute>, added: LaneMinute): void {
  const summed = ({ done, failed }: LaneMinute) => {
    return { ...added, done: done + added.done, failed: failed + added.failed };
  };
  addTo(minutes, added.lane, added, summed);
}

function addTo<Row extends { minute: Date }>(
  minutes: Map<string, Row>,
  whose: string,
  added: Row,
  summed: (before: Row) => Row,
): void {
  const key = `${whose} ${added.minute.getTime()}`;
  const before = minutes.get(key);
  minutes.set(key, before ? summed(before) : added);
}

function laneHealth(lanes: Readonly<Record<string, LaneState>>): Record<string, LaneHealth> {
  return Object.fromEntries(
    Object.entries(lanes).map(([lane, { inProgress, concurrency, lastConsumedAt }]) => [
      lane,
      { inProgress, concurrency, lastConsumedAt: lastConsumedAt?.toISOString() ?? null },
    ]),
  );
}

function circuitHealth(circuits: ReturnType<HeartbeatOptions['circuits']>) {
  return Object.fromEntries(
    Object.entries(circuits).map(([environment, state]) => [environment, healthOf(state)]),
  );
}

function healthOf(authority: AuthorityState): CircuitHealth {
  const { state, since, failures, silentCompanies, disbelief, obstacle } = authority;
  return {
    obstacle,
    state,
    since: since.toISOString(),
    failures,
    silentCompanies,
    unpinned: unpinnedOf(disbelief),
    disbelief: disbelief?.detail ?? null,
    receiptCheckSilentSince: authority.receiptCheckSilentSince?.toISOString() ?? null,
  };
}

// What this process does at the same time: each lane has its own slots, so that none can take
// another's. Each reads its work from the rows; a wake-up only makes it look.

import { storageUnavailabilityOf } from '@fiscal/db/connection';
import { ALL_PRINT_KINDS, readHorizons } from '@fiscal/db/work';
import type { HorizonOf, LookedFor } from '@fiscal/db/work';
import { ENVIRONMENTS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { SALES_LANES } from '@fiscal/queue/listener';
import type { LaneName, WorkerRole } from '@fiscal/queue/listener';
import { makeNextKeyOperation } from '../key-operations/key-operations.ts';
import { createDeliverNext } from './delivery-lane.ts';
import type { WorkerEnv } from '../env.ts';
import { createFiscalizeNext } from './sales-lane.ts';
import { watchHorizons } from './horizon.ts';
import { openLane } from './lane.ts';
import type { Lane, LaneState, RunNext } from './lane.ts';
import { watchLanePauses } from './lane-pauses.ts';
import { ensureInitialDeposit, rememberInitialDeposits } from '../fiscalization/initial-deposit.ts';
import type { DepositTask } from '../fiscalization/initial-deposit.ts';
import type { Verdict } from '../pdf/printer.ts';
import { makeNextWithdrawal } from '../fiscalization/withdrawal.ts';
import { createPrintNext } from './print-lane.ts';
import type { PrintContext } from './print-lane.ts';
import type { WakeUps } from './wake-ups.ts';
import type { WorkContext } from '../work/work.ts';
import { createNoticeNext, NOTICE_SLOTS } from './notice-lane.ts';
import type { NoticeContext } from '../notices/open-notices.ts';

/** What a lane looks for. Notices are read from what has happened: theirs looks each second. */
const LOOKED_FOR: Partial<Record<LaneName, readonly LookedFor[]>> = {
  [SALES_LANES.live]: ['live'],
  [SALES_LANES.test]: ['test'],
  delivery: ['deliver', 'cash'],
  registry: ['cash', 'key_operation'],
  printing: ALL_PRINT_KINDS,
};

/** The part of the slots of live sales that sales of the test environment have beside them. */
const TEST_SHARE = 0.75;

function slotsOf({ FISCALIZE_CONCURRENCY: slots }: WorkerEnv, environment: Environment): number {
  return environment === 'live' ? slots : Math.max(1, Math.floor(slots * TEST_SHARE));
}

export type Lanes = ReturnType<typeof startLanes>;

/** Printing, and whether this machine may print. */
export type Printing = PrintContext & { verdict: Promise<Verdict> };

type OnTrouble = (what: string) => (error: Error) => void;

/**
 * Starts every lane of the worker's roles at once.
 * @param printing null of a worker that does not print.
 * @param notices null of a worker that mails nothing.
 * @param onTrouble called with what is wrong, in words.
 */
export function startLanes(
  env: WorkerEnv,
  context: WorkContext,
  printing: Printing | null,
  notices: NoticeContext | null,
  wakeUps: WakeUps,
  onTrouble: OnTrouble,
) {
  const opener = openLanes(context, wakeUps, onTrouble);
  const { lanes } = opener;
  const does = (role: WorkerRole) => env.WORKER_ROLES.includes(role);
  if (does('fiscalize')) openSales(env, context, opener);
  if (does('deliver')) openDeliveries(env, context, opener);
  if (does('keys')) {
    const { KEY_OPERATION_CONCURRENCY: slots } = env;
    opener.open(
      'registry',
      slots,
      async (begun) =>
        (await makeNextWithdrawal(context, begun)) || (await makeNextKeyOperation(context, begun)),
    );
  }
  if (notices !== null) opener.open('notices', NOTICE_SLOTS, createNoticeNext(notices));
  context.events.on('work', (name) => lanes.get(name)?.wake());
  let isClosed = false;
  void printing?.verdict.then(({ mayPrint }) => {
    if (mayPrint && !isClosed) openPrinting(env, printing, opener);
  });
  return {
    /** Printing joins them once Chrome runs, and never where it may not. */
    states: (): Record<string, LaneState> =>
      Object.fromEntries([...lanes].map(([name, lane]) => [name, lane.state()])),
    /**
     * No lane takes anything new from the first moment on; resolves when nothing is in progress.
     */
    async close() {
      isClosed = true;
      await opener.close();
    },
  };
}

type Opener = ReturnType<typeof openLanes>;

/** What every lane has: its pause, its wake-ups, the horizons of its claims. */
function openLanes({ db, logger }: WorkContext, wakeUps: WakeUps, onTrouble: OnTrouble) {
  const lanes = new Map<LaneName, Lane>();
  const pauses = watchLanePauses(db, onTrouble('paused lanes were not read'));
  const horizons = watchHorizons(
    (earlier) => readHorizons(db, earlier),
    onTrouble('where work begins was not read'),
  );
  return {
    lanes,
    open: (name: LaneName, slots: number, runNext: RunNext) => {
      const onError = (err: unknown) =>
        logger.error({ err, lane: name }, 'a document broke; it is claimed again');
      const onClaims = (failed: { error: unknown } | null) => {
        if (failed === null) logger.warn({ lane: name }, 'work is claimed again');
        else logger.error({ err: failed.error, lane: name }, whyNotClaimed(failed.error));
      };
      const lane = openLane({
        name,
        slots,
        runNext: pauses.obeyedBy(name, runNext),
        onError,
        onClaims,
        mayFind: () => LOOKED_FOR[name]?.some(horizons.mayWait) ?? true,
      });
      lanes.set(name, lane);
      wakeUps.attach(lane);
    },
    horizonOf: (name: LaneName, of: HorizonOf) =>
      horizons.keep(of, () => lanes.get(name)?.hasIdle() ?? false),
    async close() {
      await Promise.all([pauses, horizons, ...lanes.values()].map((each) => each.close()));
    },
  };
}

function whyNotClaimed(error: unknown): string {
  return storageUnavailabilityOf(error) === null
    ? 'work cannot be claimed'
    : 'work cannot be claimed: PostgreSQL cannot be used';
}

function openSales(env: WorkerEnv, context: WorkContext, { open, horizonOf }: Opener): void {
  const sales = { context, ensureInitialDeposit: rememberInitialDeposits(context) };
  for (const environment of ENVIRONMENTS) {
    const name = SALES_LANES[environment];
    const horizon = horizonOf(name, environment);
    open(name, slotsOf(env, environment), createFiscalizeNext(sales, environment, horizon));
  }
}

/** Deliveries give way to the sales of their own process. */
function openDeliveries(env: WorkerEnv, context: WorkContext, opener: Opener): void {
  const { open, horizonOf, lanes } = opener;
  const areSalesInProgress = () =>
    Object.values(SALES_LANES).some((name) => (lanes.get(name)?.state().inProgress ?? 0) > 0);
  const deliveries = {
    context,
    ensureInitialDeposit: (task: DepositTask) => ensureInitialDeposit(context, task),
  };
  const { DELIVERY_CONCURRENCY: slots } = env;
  const name = 'delivery';
  const horizon = horizonOf(name, 'deliver');
  open(name, slots, createDeliverNext(deliveries, slots, horizon, areSalesInProgress));
}

function openPrinting(env: WorkerEnv, printing: Printing, { open, horizonOf }: Opener): void {
  const { PRINT_CONCURRENCY: printsAtOnce } = env;
  const name = 'printing';
  const current = {
    print: horizonOf(name, 'print'),
    print_at_once: horizonOf(name, 'print_at_once'),
    print_strip: horizonOf(name, 'print_strip'),
    print_strip_at_once: horizonOf(name, 'print_strip_at_once'),
    print_report: horizonOf(name, 'print_report'),
  };
  open(
    name,
    printsAtOnce,
    createPrintNext(printing, printsAtOnce, (kind) => current[kind]()),
  );
}

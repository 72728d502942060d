// What this process does at the same time: each lane has its own slots, so that none can take
// another's. Each reads its work from the rows; a wake-up only makes it look.

import { readSalesHorizon, readWorkHorizon } from '@fiscal/db/work';
import type { WaitingKind } from '@fiscal/db/work';
import { ENVIRONMENTS } from '@fiscal/domain';
import type { Environment } from '@fiscal/domain';
import { SALES_LANES } from '@fiscal/queue/listener';
import type { LaneName } from '@fiscal/queue/listener';
import { makeNextKeyOperation } from '../key-operations/key-operations.ts';
import { createDeliverNext } from './delivery-lane.ts';
import type { WorkerEnv } from '../env.ts';
import { createFiscalizeNext } from './sales-lane.ts';
import { watchHorizon } from './horizon.ts';
import { openLane } from './lane.ts';
import type { Lane, LaneState, TakeNext } from './lane.ts';
import { watchLanePauses } from './lane-pauses.ts';
import { ensureInitialDeposit, rememberInitialDeposits } from '../fiscalization/initial-deposit.ts';
import type { DepositTask } from '../fiscalization/initial-deposit.ts';
import type { Verdict } from '../pdf/printer.ts';
import { createPrintNext } from './print-lane.ts';
import type { PrintContext } from './print-lane.ts';
import type { WakeUps } from './wake-ups.ts';
import type { WorkContext } from '../work.ts';

/** The part of the slots of live sales that sales of the test environment have beside them. */
const TEST_SHARE = 0.75;

function slotsOf({ FISCALIZE_CONCURRENCY: slots }: WorkerEnv, environment: Environment): number {
  return environment === 'live' ? slots : Math.max(1, Math.floor(slots * TEST_SHARE));
}

export type Lanes = ReturnType<typeof startLanes>;

/** Starts every lane at once. @param onTrouble called with what is wrong, in words. */
export function startLanes(
  env: WorkerEnv,
  context: WorkContext,
  printing: PrintContext & { verdict: Promise<Verdict> },
  wakeUps: WakeUps,
  onTrouble: (what: string) => (error: Error) => void,
) {
  const { db, logger } = context;
  const lanes = new Map<LaneName, Lane>();
  const pauses = watchLanePauses(db, onTrouble('paused lanes were not read'));
  const open = (name: LaneName, slots: number, take: TakeNext) => {
    const onError = (err: unknown) => {
      logger.error({ err, lane: name }, 'a document broke; it is claimed again');
    };
    const lane = openLane({ name, slots, take: pauses.obeyedBy(name, take), onError });
    lanes.set(name, lane);
    wakeUps.attach(lane);
  };
  const horizons: ReturnType<typeof watchHorizon>[] = [];
  const keepHorizon = (what: string, readFrom: (earlier: Date) => Promise<Date>) => {
    const horizon = watchHorizon(readFrom, onTrouble(`the horizon of ${what} was not read`));
    horizons.push(horizon);
    return () => horizon.current();
  };

  const sales = { context, ensureInitialDeposit: rememberInitialDeposits(context) };
  const horizonOf = (kind: WaitingKind) =>
    keepHorizon(kind, (earlier) => readWorkHorizon(db, kind, earlier));
  for (const environment of ENVIRONMENTS) {
    const name = SALES_LANES[environment];
    const horizon = keepHorizon(name, (earlier) => readSalesHorizon(db, environment, earlier));
    open(name, slotsOf(env, environment), createFiscalizeNext(sales, environment, horizon));
  }
  const areSalesInProgress = () =>
    Object.values(SALES_LANES).some((name) => (lanes.get(name)?.state().inProgress ?? 0) > 0);
  const deliveries = {
    context,
    ensureInitialDeposit: (task: DepositTask) => ensureInitialDeposit(context, task),
  };
  const { DELIVERY_CONCURRENCY: slots } = env;
  const deliver = createDeliverNext(deliveries, slots, horizonOf('deliver'), areSalesInProgress);
  open('delivery', slots, deliver);
  open('registry', env.REGISTRY_CONCURRENCY, (begun) => makeNextKeyOperation(context, begun));
  context.events.on('work', (name) => lanes.get(name)?.wake());
  let isClosed = false;
  void printing.verdict.then(({ mayPrint }) => {
    if (!mayPrint || isClosed) return;
    const { PRINT_CONCURRENCY: printsAtOnce } = env;
    const current = { print: horizonOf('print'), print_at_once: horizonOf('print_at_once') };
    const prints = createPrintNext(printing, printsAtOnce, (kind) => current[kind]());
    open('printing', printsAtOnce, prints);
  });
  return {
    /** Printing joins them once Chrome runs, and never where it may not. */
    states: (): Record<string, LaneState> =>
      Object.fromEntries([...lanes].map(([name, lane]) => [name, lane.state()])),
    /** No lane takes anything new from the first moment on; resolves when nothing is in progress. */
    async close() {
      isClosed = true;
      await Promise.all([pauses, ...horizons, ...lanes.values()].map((each) => each.close()));
    },
  };
}

// The guards that make the invariants hold, and for each a short, sharp run in which it is needed.
// With the guard taken out (remove-guard.mjs) the run must break an invariant; that is how we know that
// the invariants see what they are for.

import type { AppName } from '@fiscal/testbed';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground } from './ground.ts';
import { isStopped, sendSignal } from './proc.ts';

export const GUARDS = ['write-ahead', 'fencing', 'receipt-check', 'look'] as const;
export type Guard = (typeof GUARDS)[number];

/** What makes a guard necessary. */
export interface GuardTrial {
  /** For people: what the guard is. */
  about: string;
  /** One of these invariants must be broken without it. */
  protects: readonly string[];
  /** Settings of a process of ours while it is being disturbed. */
  environmentOf: (name: AppName, life: number) => Record<string, string>;
  /** Before the first sale. */
  prepare: (ground: Ground) => Promise<unknown>;
  /** While all sales are on their way. */
  disturb: (ground: Ground) => Promise<unknown>;
}

const PATIENCE_MS = 60_000;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('what makes the guard necessary did not come about');
    await sleep(50);
  }
}

const pidOf = ({ stack }: Ground, name: string) => stack.processes.get(name)?.pid ?? 0;

function signalOthers(ground: Ground, signal: NodeJS.Signals): void {
  const others = [...ground.stack.processes.keys()].filter((name) => name.startsWith('worker-'));
  for (const name of others) sendSignal(pidOf(ground, name), signal);
}

/** Whether a second worker has in hand what the first one had. */
async function isTakenOver({ query }: Ground): Promise<boolean> {
  const rows = await query(
    `select 1 from work where kind = 'fiscalize' and attempts > 1 and leased_until > now()`,
  );
  return rows.length > 0;
}

const nothing = () => Promise.resolve();
const isWorker = (name: AppName) => name.startsWith('worker');
/** Some deaths are enough; then the worker shall get the work done. */
const DEADLY_LIVES = 4;

export const TRIALS: Readonly<Record<Guard, GuardTrial>> = {
  'write-ahead': {
    about: 'a message stands in the rows before it is sent',
    protects: ['every message was written down before it was sent'],
    environmentOf: (name, life) => ({
      CRASH_POINTS: isWorker(name) && life <= DEADLY_LIVES ? 'sent=kill:0.2' : '',
    }),
    prepare: nothing,
    disturb: nothing,
  },
  fencing: {
    about: 'only the newest claim writes a result',
    protects: [
      'one effect per invoice in the ledger',
      'Failed only where the authority refused it, without an effect',
    ],
    // One worker stops with a refusal in its hands. Another one takes over and has the invoice
    // registered; so slowly that it still waits for the answer when the first one wakes.
    environmentOf: (name) => ({
      EFI_ONLINE_BUDGET_MS: '7000',
      ...(name === 'worker' ? { CRASH_POINTS: 'sent=stop:1', FISCALIZE_CONCURRENCY: '1' } : {}),
    }),
    prepare: async (ground) => {
      signalOthers(ground, 'SIGSTOP');
      const behaviour = { type: 'fault', code: 11, message: 'Refused on purpose' };
      const replies = [{ match: { kind: 'invoice' }, behaviour, times: 1 }];
      await ground.control('POST', '/script', { replies });
    },
    disturb: async (ground) => {
      await until(() => isStopped(pidOf(ground, 'worker')));
      await ground.control('PUT', '/mode', { service: { type: 'delay', ms: 2_500 } });
      signalOthers(ground, 'SIGCONT');
      await until(() => isTakenOver(ground));
      sendSignal(pidOf(ground, 'worker'), 'SIGCONT');
    },
  },
  'receipt-check': {
    about: 'the receipt check is asked before a message is repeated',
    protects: ['the receipt check was asked before every repeated send'],
    environmentOf: () => ({}),
    prepare: (ground) =>
      ground.control('POST', '/script', {
        replies: [
          { match: { kind: 'invoice' }, behaviour: { type: 'accept-then-silence' }, times: 40 },
        ],
      }),
    disturb: nothing,
  },
  look: {
    about: 'a lane looks for work that nobody told it of',
    protects: ['nothing Pending that is not being worked on', 'no job forgotten'],
    // What a dead worker had in hand is free when its lease runs out, and nobody is woken then.
    environmentOf: (name, life) => ({
      CRASH_POINTS: isWorker(name) && life <= DEADLY_LIVES ? 'claimed=kill:0.2' : '',
    }),
    prepare: nothing,
    disturb: nothing,
  },
};

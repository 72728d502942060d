// Takes one guard of the service out, or all of them one after the other, and shows that the
// invariants notice: each short run is made twice, with the guard, where everything must hold, and
// without it, where what the guard protects must be broken.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { gather } from './evidence.ts';
import { openGround, ROOT } from './ground.ts';
import type { Ground } from './ground.ts';
import { GUARDS, TRIALS } from './guards.ts';
import type { Guard, GuardTrial } from './guards.ts';
import { judge } from './invariants.ts';
import type { Verdict } from './invariants.ts';
import { noteRecord, openJournal } from './journal.ts';
import type { Journal } from './journal.ts';
import type { RunOptions } from './options.ts';
import { ordersOf } from './orders.ts';
import type { Order } from './orders.ts';
import { calmDown, waitForRest } from './quiet.ts';
import { factsAbout } from './scenario.ts';
import type { Findings, RunScenario, Tell } from './scenario.ts';

/** More than all workers have places for. */
const SALES = 60;
/** Longer than any lease. */
const STILL_MS = 25_000;
const DISTURBED_MS = 15_000;
const REMOVER = pathToFileURL(join(ROOT, 'e2e/src/faults/remove-guard.mjs')).href;

/** `--break=<guard>`: everything must hold, so that the run fails and says what broke. */
export function withoutGuard(guard: Guard): RunScenario {
  return (options, name, tell) => tryGuard(guard, false, options, `${name}-${guard}`, tell);
}

/** `--break=all`: good if no guard is missed while it is there, and each is as soon as it is not. */
export const runAllGuards: RunScenario = async (options, name, tell) => {
  const verdicts: Verdict[] = [];
  const facts: Findings['facts'] = {};
  for (const guard of GUARDS) {
    for (const isThere of [true, false]) {
      const own = `${name}-${guard}${isThere ? '' : '-removed'}`;
      const found = await tryGuard(guard, isThere, options, own, tell);
      const broken = found.verdicts.filter(({ holds }) => !holds);
      const words = broken.map(({ name: invariant, counterexamples }) => {
        return `✗ ${invariant} (${counterexamples.length})`;
      });
      const text = words.length === 0 ? 'everything held' : words.join('; ');
      facts[`${guard} ${isThere ? 'there' : 'removed'}`] = text;
      tell(`${guard} ${isThere ? 'there' : 'removed'}: ${text}`);
      verdicts.push(isThere ? held(guard, broken) : noticed(guard, broken));
    }
  }
  return { facts, faults: {}, verdicts };
};

function held(guard: Guard, broken: readonly Verdict[]): Verdict {
  const counterexamples = broken.map(({ name, counterexamples: [first = ''] }) => {
    return `${name}: ${first}`;
  });
  const name = `with ${guard} everything holds`;
  return { name, holds: broken.length === 0, counterexamples };
}

function noticed(guard: Guard, broken: readonly Verdict[]): Verdict {
  const { about, protects } = TRIALS[guard];
  const holds = broken.some(({ name }) => protects.includes(name));
  return {
    name: `without ${guard} (${about}) the invariants break`,
    holds,
    counterexamples: holds ? [] : [`none of these broke: ${protects.join('; ')}`],
  };
}

async function tryGuard(
  guard: Guard,
  isThere: boolean,
  { seed, workers, isKept }: RunOptions,
  name: string,
  tell: Tell,
): Promise<Findings> {
  const trial = TRIALS[guard];
  let isCalm = false;
  const ground = await openGround({
    name,
    queue: 'redis',
    workers,
    isKept,
    companies: [{ name: 'Market Lovćen', cashRegisters: 3 }],
    environmentOf: (app, life) => ({
      ...(isCalm ? {} : trial.environmentOf(app, life)),
      CRASH_SEED: String(seed + life),
      ...(isThere || !app.startsWith('worker')
        ? {}
        : { NODE_OPTIONS: `--import=${REMOVER}`, FAULTS_BREAK: guard }),
    }),
  });
  try {
    const journal = openJournal();
    await sellDuring(ground, journal, trial, seed, tell);
    isCalm = true;
    await calmDown(ground);
    const left = await waitForRest(ground, tell, STILL_MS);
    const evidence = await gather(ground, [...journal.stories.values()]);
    const facts = { 'left over': JSON.stringify(left), ...factsAbout(ground, evidence) };
    return { facts, faults: {}, verdicts: judge(evidence) };
  } finally {
    await ground.close();
  }
}

/** Asks for all sales at once; what comes of them is read from the rows. */
async function sellDuring(
  ground: Ground,
  journal: Journal,
  trial: GuardTrial,
  seed: number,
  tell: Tell,
): Promise<void> {
  if (ground.stack.redisUrl === undefined) throw new Error('there is no Redis to lose jobs');
  const orders = ordersOf({ seed, count: SALES, registers: ground.registers.length });
  const drafts = await Promise.all(orders.map((order) => draft(ground, journal, order)));
  await trial.prepare(ground);
  const asked = drafts.map(({ apiKey, id }) =>
    // Its answer does not matter, and it may be lost.
    ground.call(apiKey, 'POST', `/api/invoices/${id}/fiscalize`).catch(() => undefined),
  );
  await trial.disturb(ground);
  await Promise.all(asked);
  await untilSettledOr(ground, DISTURBED_MS);
  tell('calm');
}

async function untilSettledOr(ground: Ground, mostMs: number): Promise<void> {
  const deadline = Date.now() + mostMs;
  while (Date.now() < deadline) {
    const open = await ground.query(`select 1 from invoice where status <> 'Fiscalized' limit 1`);
    if (open.length === 0) return;
    await sleep(250);
  }
}

async function draft(ground: Ground, journal: Journal, { note, payload, register }: Order) {
  const { apiKey } = ground.registers[register]!;
  const answer = await ground.call(apiKey, 'POST', '/api/invoices/draft', { body: payload });
  if (answer.status !== 201) throw new Error(`the draft was answered ${answer.status}`);
  noteRecord(journal.of(note), answer.body);
  return { id: String(answer.body.id), apiKey };
}

// The service under attack: as in production but for its ports, with two companies on it. One sells,
// one attacks with everything that its keys and its panel allow.

import type { PanelBrowser } from '../admin/panel-browser.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { openShop } from '../contract/shop.ts';
import type { Shop } from '../contract/shop.ts';
import { QUEUE, startService } from '../running-service.ts';
import type { RunningService } from '../running-service.ts';

/** What an attack has to hand. */
export interface Ground {
  service: RunningService;
  /** The company that sells meanwhile. */
  victim: Shop;
  /** The company whose keys and people attack. */
  attacker: Shop;
  /** Signed in as the operator of the demo. */
  panel: PanelBrowser;
}

/** One attempt, repeatable. */
export interface Attack {
  /** What is tried, as a noun phrase. */
  name: string;
  /** Resolves with what the service answered, in a few words; throws where it answered wrongly. */
  run: (ground: Ground) => Promise<string>;
}

/** Waits as in production: how long an attack keeps others waiting is what is measured. */
const PRODUCTION = {
  EFI_ONLINE_BUDGET_MS: '8000',
  CREATE_AND_PRINT_WAIT_MS: '20000',
  // Replies that are no answers are given to one company here; the circuit is everybody's.
  EFI_FAILURES_TO_OPEN: '100000',
  LOG_LEVEL: 'warn',
};

/** Starts the service with both companies. */
export async function openGround(): Promise<Ground> {
  const service = await startService({ queue: QUEUE, environment: PRODUCTION });
  const victim = await openShop(service);
  const attacker = await openShop(service);
  return { service, victim, attacker, panel: await openPanel(service) };
}

/** Throws unless the answer's status is one of those expected. @returns it in words. */
export function expectStatus(answer: { status: number }, ...expected: number[]): string {
  if (expected.includes(answer.status)) return `answered ${String(answer.status)}`;
  throw new Error(`answered ${String(answer.status)} instead of ${expected.join(' or ')}`);
}

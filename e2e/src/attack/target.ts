// The target of the attacks: the service as in production but for its ports, with two companies on
// it. One sells, one attacks with everything that its keys and its panel allow.

import { randomBytes } from 'node:crypto';
import { eventually } from '@fiscal/testbed';
import type { PanelBrowser } from '../admin/panel-browser.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { openShop } from '../contract/shop.ts';
import type { Shop } from '../contract/shop.ts';
import { openService } from '../service/running-service.ts';
import type { RunningService } from '../service/running-service.ts';
import { openSigningAuthority } from './signing-authority.ts';
import type { SigningAuthority } from './signing-authority.ts';

/** What an attack has to hand. */
export interface Target {
  service: RunningService;
  /** The company that sells meanwhile. */
  victim: Shop;
  /** The company whose keys and people attack. */
  attacker: Shop;
  /** Signed in as the operator of the demo. */
  panel: PanelBrowser;
  /** The tax administration of the live environment. */
  liveAuthority: SigningAuthority;
  /** What no line of a log may hold. */
  secrets: readonly [name: string, secret: string][];
  close: () => Promise<void>;
}

/** One attempt, repeatable. */
export interface Attack {
  /** What is tried, as a noun phrase. */
  name: string;
  /** Resolves with the response of the service, in a few words; throws where it is wrong. */
  run: (target: Target) => Promise<string>;
}

/** Waits as in production: how long an attack keeps others waiting is what is measured. */
const PRODUCTION = {
  EFI_ONLINE_BUDGET_MS: '8000',
  CREATE_AND_PRINT_WAIT_MS: '20000',
  // Replies that cannot be believed are given to one company here; its circuit would keep the next
  // ones back.
  EFI_FAILURES_TO_OPEN: '100000',
  LOG_LEVEL: 'info',
  // An attack from an address of its own gives it in X-Forwarded-For.
  TRUSTED_PROXIES: '1',
};

/** Starts the service with both companies. */
export async function openTarget(): Promise<Target> {
  const liveAuthority = await openSigningAuthority();
  const secret = randomBytes(32).toString('base64url');
  const service = await openService({
    prints: true,
    environment: PRODUCTION,
    environmentOf: (name) => (name === 'api' ? { ADMIN_SECRET: secret } : {}),
    efi: liveAuthority.variables,
  });
  const victim = await openShop(service);
  const attacker = await openShop(service);
  const panel = await openPanel(service);
  const target = { service, victim, attacker, panel, liveAuthority };
  return {
    ...target,
    secrets: [['ADMIN_SECRET', secret], ...secretsOf(target)],
    close: async () => {
      await service.close();
      liveAuthority.close();
    },
  };
}

/** What the processes and both companies were given. */
function secretsOf({
  service: { stack },
  victim,
  attacker,
  panel,
}: Pick<Target, 'service' | 'victim' | 'attacker' | 'panel'>): [name: string, secret: string][] {
  const { demo, logins } = stack;
  return [
    ...keyed('API key of the demo', { test: demo.testKey, live: demo.liveKey }),
    ...keyed('API key of the victim', { test: victim.test.key, live: victim.live.key }),
    ...keyed('API key of the attacker', { test: attacker.test.key, live: attacker.live.key }),
    ...Object.entries(logins).map(([role, url]): [string, string] => [
      `password of ${role}`,
      new URL(url).password,
    ]),
    ['identity of the vault', demo.vault.identity],
    ['password of the operator', demo.operator.password],
    ['session of the operator', /fiscal_session=([^;]+)/.exec(panel.cookie)?.[1] ?? ''],
    ['CSRF token of the operator', panel.csrfToken],
  ];
}

function keyed(name: string, keys: Record<string, string>): [name: string, secret: string][] {
  return Object.entries(keys).map(([environment, key]) => [`${name}, ${environment}`, key]);
}

/** An invoice as a call returns it. */
export interface Sale {
  id: string;
  status: string;
}

/**
 * How a sale ends: on a busy machine the call that made it comes back before.
 * @param read reads an invoice by its id.
 */
export async function endOf(made: Sale, read: (id: string) => Promise<object>): Promise<string> {
  const isOver = ({ status }: Sale) => status !== 'Draft' && status !== 'Pending';
  const readAgain = async () => (await read(made.id)) as Sale;
  const ended = isOver(made) ? made : await eventually(readAgain, isOver);
  return ended.status;
}

/** Throws unless the response's status is one of those expected. @returns it in words. */
export function expectStatus(response: { status: number }, ...expected: number[]): string {
  if (expected.includes(response.status)) return `status ${String(response.status)}`;
  throw new Error(`status ${String(response.status)} instead of ${expected.join(' or ')}`);
}

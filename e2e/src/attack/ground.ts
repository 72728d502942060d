// The service under attack: as in production but for its ports, with two companies on it. One sells,
// one attacks with everything that its keys and its panel allow.

import { randomBytes } from 'node:crypto';
import { startMailServer } from '@fiscal/testbed/mail-server';
import type { MailServer } from '@fiscal/testbed/mail-server';
import type { PanelBrowser } from '../admin/panel-browser.ts';
import { openPanel } from '../admin/panel-browser.ts';
import { openShop } from '../contract/shop.ts';
import type { Shop } from '../contract/shop.ts';
import { QUEUE, startService } from '../running-service.ts';
import type { RunningService } from '../running-service.ts';
import { openSigningAuthority } from './signing-authority.ts';
import type { SigningAuthority } from './signing-authority.ts';

/** What an attack has to hand. */
export interface Ground {
  service: RunningService;
  /** The company that sells meanwhile. */
  victim: Shop;
  /** The company whose keys and people attack. */
  attacker: Shop;
  /** Signed in as the operator of the demo. */
  panel: PanelBrowser;
  /** What goes to people. */
  mail: MailServer;
  /** The tax administration of the live environment. */
  liveAuthority: SigningAuthority;
  /** What no answer and no line of a log may hold, by name: each attack adds its own. */
  secrets: Map<string, string>;
  close: () => Promise<void>;
}

/** One attempt, repeatable. */
export interface Attack {
  /** What is tried, as a noun phrase. */
  name: string;
  /** Resolves with what the service answered, in a few words; throws where it answered wrongly. */
  run: (ground: Ground) => Promise<string>;
}

/** Where browsers find the panel: behind a proxy that brings TLS, and under a name, for passkeys. */
export const PANEL = { origin: 'https://panel.example', rpId: 'panel.example' };

/** Waits as in production: how long an attack keeps others waiting is what is measured. */
const PRODUCTION = {
  EFI_ONLINE_BUDGET_MS: '8000',
  CREATE_AND_PRINT_WAIT_MS: '20000',
  // Replies that are no answers are given to one company here; its circuit would keep the next ones back.
  EFI_FAILURES_TO_OPEN: '100000',
  LOG_LEVEL: 'info',
  // Whoever attacks from an address of their own says so in X-Forwarded-For.
  TRUSTED_PROXIES: '1',
};

/** Starts the service with both companies. */
export async function openGround(): Promise<Ground> {
  const mail = await startMailServer();
  const liveAuthority = await openSigningAuthority();
  const secret = randomBytes(32).toString('base64url');
  const panelOfApi = {
    ADMIN_ORIGIN: PANEL.origin,
    ADMIN_SECRET: secret,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Fiscal <no-reply@panel.example>',
  };
  const service = await startService({
    queue: QUEUE,
    environment: PRODUCTION,
    environmentOf: (name) => (name === 'api' ? panelOfApi : {}),
    efi: liveAuthority.variables,
  });
  const victim = await openShop(service);
  const attacker = await openShop(service);
  const panel = await openPanel(service);
  const ground = { service, victim, attacker, panel, mail, liveAuthority };
  return {
    ...ground,
    secrets: new Map([['ADMIN_SECRET', secret], ...secretsOf(ground)]),
    close: async () => {
      await service.close();
      liveAuthority.close();
      await mail.close();
    },
  };
}

/** What the processes and both companies were given. */
function secretsOf({
  service: { stack },
  victim,
  attacker,
  panel,
}: Pick<Ground, 'service' | 'victim' | 'attacker' | 'panel'>): [name: string, secret: string][] {
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
    ['session of the operator', sessionIn(panel)],
    ['CSRF token of the operator', panel.csrfToken],
  ];
}

function keyed(name: string, keys: Record<string, string>): [name: string, secret: string][] {
  return Object.entries(keys).map(([environment, key]) => [`${name}, ${environment}`, key]);
}

/** The token of the session in the browser's cookies. */
export function sessionIn({ cookie }: PanelBrowser): string {
  return /fiscal_session=([^;]+)/.exec(cookie)?.[1] ?? '';
}

/** Throws unless the answer's status is one of those expected. @returns it in words. */
export function expectStatus(answer: { status: number }, ...expected: number[]): string {
  if (expected.includes(answer.status)) return `answered ${String(answer.status)}`;
  throw new Error(`answered ${String(answer.status)} instead of ${expected.join(' or ')}`);
}

/** Throws unless status and code are these. @returns them in words. */
export function expectRefusal(
  answer: { status: number; body: unknown },
  status: number,
  code: string,
): string {
  const said = `answered ${String(answer.status)} ${(answer.body as { code?: string }).code ?? ''}`;
  if (said !== `answered ${String(status)} ${code}`) {
    throw new Error(`${said} instead of ${String(status)} ${code}`);
  }
  return said;
}

// The tills and the panel served by processes of their own beside a service, as in production; and
// people who ask more of the panel than it can do.

import { freePort } from '@fiscal/testbed';
import type { Beside, Stack } from '@fiscal/testbed';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPanel } from '../admin/panel-browser.ts';

/** One role of the API, by a process of its own. */
export interface Served extends Beside {
  /** Of its /metrics. */
  monitoringUrl: string;
}

export interface DividedApi {
  tills: Served;
  panel: Served;
  /**
   * Asks for lists, files, live views and sign-ins at every process, in several loops, until it is
   * stopped.
   */
  flood(companyId: string): Promise<Flood>;
  close(): Promise<void>;
}

export interface Flood {
  /** What the panel has served so far, by its path: while it is dead or stands still, nothing. */
  served(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/**
 * So few that the machine itself, which the tills share with the panel here, is not what is
 * measured.
 */
const LOOPS = 12;
const PAUSE_MS = 20;

/** @param own settings over those of the stack. */
export async function serveRole(
  stack: Stack,
  role: 'public' | 'panel',
  own: Record<string, string> = {},
): Promise<Served> {
  const port = String(await freePort());
  const variables = { API_ROLES: role, API_MONITORING_PORT: port, ...own };
  const beside = await stack.startBeside('api', {}, variables);
  return { ...beside, monitoringUrl: `http://127.0.0.1:${port}` };
}

export async function divideApi(stack: Stack): Promise<DividedApi> {
  // What serves the tills gets nothing that only the panel needs.
  const withoutPanel = { CERTIFICATE_RECIPIENT: '', ADMIN_SECRET: '' };
  const tills = await serveRole(stack, 'public', withoutPanel);
  const panel = await serveRole(stack, 'panel');
  return {
    tills,
    panel,
    flood: (companyId) => floodPanel(stack, [panel.url, tills.url], companyId),
    async close() {
      await Promise.all([tills, panel].map(({ process }) => process.stop()));
    },
  };
}

/** @param urls of every process: one that does not serve the panel has nothing at its paths. */
async function floodPanel(
  stack: Stack,
  urls: readonly [panel: string, ...others: string[]],
  companyId: string,
): Promise<Flood> {
  const { cookie } = await openPanel({ stack: { ...stack, apiUrl: urls[0] } });
  const ended = new AbortController();
  const served = new Map<string, number>();
  const paths = [
    `/companies/${companyId}/invoices?environment=test&limit=100`,
    `/companies/${companyId}/invoices/export?environment=test&format=xlsx&language=en`,
    `/companies/${companyId}/events`,
    '/operations/health',
  ];
  const ask = async (url: string, path: string) => {
    const isVisitor = path === '/sign-in';
    const response = await fetch(`${url}/admin/api${path}`, {
      method: isVisitor ? 'POST' : 'GET',
      headers: {
        'Content-Type': 'application/json',
        'Sec-Fetch-Site': 'same-origin',
        ...(isVisitor ? {} : { Cookie: cookie }),
      },
      body: isVisitor ? JSON.stringify({ email: 'niko@example.com', password: 'nije-to' }) : null,
      // A live view goes on; others are not waited for either.
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(1_000)]),
    });
    if (response.ok) served.set(path, (served.get(path) ?? 0) + 1);
    await response.arrayBuffer();
  };
  const loop = async (number: number) => {
    for (let turn = number; !ended.signal.aborted; turn += 1) {
      const path = [...paths, '/sign-in'][turn % (paths.length + 1)] ?? '';
      // Whatever comes of it: the process may be dead, or stand still.
      await ask(urls[turn % urls.length] ?? urls[0], path).catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  };
  const loops = Array.from({ length: LOOPS }, (_, number) => loop(number));
  return {
    served: () => served,
    async stop() {
      ended.abort();
      await Promise.all(loops);
    },
  };
}

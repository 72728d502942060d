// What is for the operators of the service alone, at the public port, and what the attacks have
// left in the logs.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expectStatus } from '../target.ts';
import type { Attack, Target } from '../target.ts';

async function askForMonitoring({ service: { stack } }: Target): Promise<string> {
  const read = async (path: string) => {
    const response = await fetch(`${stack.apiUrl}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expectStatus(await read('/metrics'), 404);
  for (const path of ['/health/ready', '/health/live']) {
    const health = await read(path);
    expectStatus(health, 200, 503);
    const { status, ...others } = JSON.parse(health.text) as Record<string, unknown>;
    if (Object.keys(others).length > 0) throw new Error(`${path} says ${health.text}`);
    if (typeof status !== 'string') throw new Error(`${path} says nothing`);
  }
  return 'no figures, and no word but well or not';
}

/** All that the processes of this run have written, those that were started beside it, too. */
function readLogs({ service: { stack } }: Target): [name: string, text: string][] {
  const folder = dirname(stack.processes.get('api')?.logFile ?? '');
  return readdirSync(folder)
    .filter((name) => name.includes('.log'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

function searchLogs(target: Target): string {
  const logs = readLogs(target);
  const api = logs.find(([name]) => name === 'api.log')?.[1] ?? '';
  if (!api.includes('/admin/api/sign-in')) throw new Error('the API has logged no sign-in');
  for (const [name, text] of logs) {
    const seen = target.secrets.filter(([, secret]) => text.includes(secret));
    if (seen.length > 0)
      throw new Error(`${name} holds ${seen.map(([secret]) => secret).join(', ')}`);
  }
  const bytes = logs.reduce((sum, [, text]) => sum + text.length, 0);
  return `none of ${String(target.secrets.length)} in ${String(bytes)} bytes of ${String(logs.length)} logs`;
}

export const monitoring: readonly Attack[] = [
  { name: 'figures and health at the public port', run: askForMonitoring },
  {
    name: 'secrets in the logs of the processes',
    run: (target) => Promise.resolve(searchLogs(target)),
  },
];

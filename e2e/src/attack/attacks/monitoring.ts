// What is for whoever runs the service, at the public port; keys guessed in a row; and what the attacks
// have left in answers and logs.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateApiKey } from '@fiscal/db/testing';
import { ADMIN_ROUTES } from '../../../../apps/api/src/admin/admin-routes.ts';
import { pathOf } from '../../../../apps/api/src/testing/route-walk.ts';
import type { PanelBrowser } from '../../admin/panel-browser.ts';
import { callerOf } from '../../contract/shop.ts';
import { expectStatus } from '../ground.ts';
import type { Attack, Ground } from '../ground.ts';
import { newPerson } from '../people.ts';

/** Failed keys of an address in a minute, by default. */
const FREE_GUESSES = 60;

async function askForMonitoring({ service: { stack } }: Ground): Promise<string> {
  const read = async (path: string) => {
    const answer = await fetch(`${stack.apiUrl}${path}`);
    return { status: answer.status, text: await answer.text() };
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

async function guessKeys({ service, attacker }: Ground): Promise<string> {
  const guesser = `203.0.113.${String(1 + (Date.now() % 250))}`;
  const list = (key: string) =>
    callerOf(service, key).get('/api/invoices').set('X-Forwarded-For', guesser);
  const statuses: number[] = [];
  for (let guess = 0; guess < 2 * FREE_GUESSES; guess += 1) {
    statuses.push((await list(generateApiKey('test'))).status);
  }
  const refused = statuses.filter((status) => status === 401).length;
  const limited = statuses.filter((status) => status === 429).length;
  if (refused + limited !== statuses.length || limited < FREE_GUESSES / 2) {
    throw new Error(`answered 401 ${String(refused)} times and 429 ${String(limited)} times`);
  }
  const known = expectStatus(await list(attacker.test.key), 200);
  return `answered 429 ${String(limited)} times; a known key from there is ${known}`;
}

/** Throws the names of those secrets that are in the text. */
function expectNoSecret({ secrets }: Ground, where: string, text: string): void {
  const seen = [...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name);
  if (seen.length > 0) throw new Error(`${where} holds ${seen.join(', ')}`);
}

/** All that the processes of this run have written, those that were started beside it, too. */
function readLogs({ service: { stack } }: Ground): [name: string, text: string][] {
  const folder = dirname(stack.processes.get('api')?.logFile ?? '');
  return readdirSync(folder)
    .filter((name) => name.includes('.log'))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

function searchLogs(ground: Ground): string {
  const logs = readLogs(ground);
  const api = logs.find(([name]) => name === 'api.log')?.[1] ?? '';
  if (!api.includes('/admin/api/sign-in')) throw new Error('the API has logged no sign-in');
  for (const [name, text] of logs) expectNoSecret(ground, name, text);
  const bytes = logs.reduce((sum, [, text]) => sum + text.length, 0);
  return `none of ${String(ground.secrets.size)} in ${String(bytes)} bytes of ${String(logs.length)} logs`;
}

/** Addresses of people are shown to whoever may see them, and their own token to each session. */
const SHOWN = /^(address|CSRF token) of/;

async function searchAnswers(ground: Ground): Promise<string> {
  const { attacker, panel } = ground;
  const hidden = new Map([...ground.secrets].filter(([name]) => !SHOWN.test(name)));
  const { browser } = await newPerson(ground, attacker.companyId);
  const reads = ADMIN_ROUTES.filter(
    ({ method, mediaType }) => method === 'get' && mediaType === undefined,
  );
  let answers = 0;
  const look = async (by: Pick<PanelBrowser, 'get'>, path: string) => {
    const { text, headers, status } = await by.get(path);
    expectNoSecret({ ...ground, secrets: hidden }, path, `${JSON.stringify(headers)} ${text}`);
    if (status === 200) answers += 1;
  };
  for (const route of reads) {
    const path = pathOf(route, { companyId: attacker.companyId });
    for (const by of [panel, browser]) await look(by, `${path}?environment=test`);
  }
  await look(attacker.test, '/api/invoices');
  if (answers < reads.length / 2) throw new Error(`only ${String(answers)} were read`);
  return `none of ${String(hidden.size)} in ${String(answers)} answers`;
}

export const monitoring: readonly Attack[] = [
  { name: 'figures and health at the public port', run: askForMonitoring },
  { name: `${String(2 * FREE_GUESSES)} invented API keys in a row`, run: guessKeys },
  { name: 'secrets in answers', run: searchAnswers },
  {
    name: 'secrets in the logs of the processes',
    run: (ground) => Promise.resolve(searchLogs(ground)),
  },
];

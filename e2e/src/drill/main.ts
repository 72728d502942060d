// `npm run drill` (docs/reliability.md): the production set in containers, under sales at a
// constant rate, loses what can be lost. At the end the authority has every number once, and none
// is left out.

import { controlOf, eventually } from '@fiscal/testbed';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import {
  compose,
  containerOf,
  containersOf,
  docker,
  FOLDER,
  prepare,
  untilHealthy,
} from './engine.ts';
import { examineReach } from './reach.ts';
import { startSales, summarize } from './sales.ts';
import * as steps from './steps.ts';

/** Four sales a second. */
const SALE_EVERY_MS = 250;
/** Sales between two faults. */
const CALM_MS = 60_000;
/** The database is restored to the time this long before. */
const RESTORED_BACK_MS = 10 * 60_000;
const SERVICES = ['proxy', 'api', 'panel', 'worker-fiscalize', 'worker-print', 'efi-simulator'];
/** In these no call fails. */
const NOT_FELT = [
  'calm',
  'upgrade',
  'way back',
  'second upgrade',
  'failover of Redis',
  'loss of Redis',
].flatMap((phase) => [phase, `after ${phase}`]);
/** A call waits so long for what no message tells it. */
const UNTOLD_MS = 12_000;
const ledgerOf = controlOf('http://127.0.0.1:4010');

const say = (text: string) => process.stdout.write(`${new Date().toISOString()} ${text}\n`);

/** @returns the key of the demo company. */
async function open(): Promise<string> {
  await prepare();
  await compose('up', '--detach', 'postgres', 'redis');
  await steps.openRedis();
  await compose('up', '--detach', ...SERVICES);
  await untilHealthy(...(await Promise.all(SERVICES.map(containersOf))).flat());
  const demo = await compose('run', '--rm', '--no-deps', 'demo');
  const certificate = '/data/caddy/pki/authorities/local/root.crt';
  const authority = await docker('exec', await containerOf('proxy'), 'cat', certificate);
  tls.setDefaultCACertificates([...tls.getCACertificates(), authority]);
  return /key_test_[\w-]+/.exec(demo)?.[0] ?? '';
}

async function registered(): Promise<{ iic: string; ordinal: number; invoiceNumber: string }[]> {
  const { invoices } = await ledgerOf('GET', '/ledger');
  return invoices as { iic: string; ordinal: number; invoiceNumber: string }[];
}

/** The authority's own list, as `recover --ledger` takes it. @returns the path of the file. */
async function listOfSold(): Promise<string> {
  const file = join(FOLDER, 'sold.csv');
  writeFileSync(
    file,
    (await registered()).map(({ invoiceNumber }) => `${invoiceNumber}\n`).join(''),
  );
  return file;
}

async function main(): Promise<void> {
  const key = await open();
  await steps.openStandby();
  say(`the service is up, and a standby follows; ${await examineReach()}`);
  const sales = startSales({ url: 'https://localhost', key }, SALE_EVERY_MS);
  const phase = async (name: string, step: () => Promise<string | undefined>) => {
    sales.begin(name);
    say(`${name} begins`);
    const said = await step();
    say(`${name} is over${said === undefined ? '' : `: ${said}`}`);
    sales.begin(`after ${name}`);
    await sleep(CALM_MS);
  };
  try {
    await sleep(CALM_MS);
    await steps.backUp();
    const backedUp = Date.now();
    say('a base backup is kept');
    await phase('upgrade', steps.upgrade);
    await phase('way back', steps.wayBack);
    await phase('second upgrade', steps.upgrade);
    await phase('loss of a node', steps.loseNode);
    await phase('failover of Redis', steps.failRedisOver);
    await phase('loss of Redis', steps.loseRedis);
    await phase('failover', () => steps.failOver(listOfSold));
    // Nothing from before the backup can be restored.
    await sleep(Math.max(0, backedUp + CALM_MS / 2 + RESTORED_BACK_MS - Date.now()));
    const tenMinutesAgo = new Date(Date.now() - RESTORED_BACK_MS);
    await phase('restore', () => steps.restore(tenMinutesAgo, listOfSold));
    await phase('dump', () => steps.restoreDump(listOfSold));
  } finally {
    await sales.stop();
    say(`the calls of each phase:\n${summarize(sales.all)}`);
  }
  // What went Offline is delivered.
  const issued = new Set(sales.all.flatMap(({ iic }) => iic ?? []));
  const effects = await eventually(registered, (all) => {
    const known = new Set(all.map(({ iic }) => iic));
    return [...issued].every((iic) => known.has(iic));
  });
  const ordinals = effects.map(({ ordinal }) => ordinal).toSorted((one, other) => one - other);
  const wrong = ordinals.filter((ordinal, index) => ordinal !== index + 1);
  say(
    `the authority has ${effects.length} invoices; ${issued.size} were handed out, and it has each`,
  );
  if (wrong.length > 0) throw new Error(`a gap, or a number twice, before ${wrong[0]}`);
  say('no number is missing, and none is there twice');
  const failed = sales.all.filter(
    ({ phase, response }) => NOT_FELT.includes(phase) && !/^(PDF )?20\d/.test(response),
  );
  if (failed.length > 0) throw new Error(`calls failed that should not: ${summarize(failed)}`);
  const untold = sales.all.filter(
    ({ phase, tookMs }) => phase === 'after failover' && tookMs > UNTOLD_MS,
  );
  if (untold.length > 0) throw new Error(`calls learned nothing: ${summarize(untold)}`);
}

try {
  await main();
  await compose('down', '--volumes');
} catch (error) {
  say(
    `${String(error)}\nThe containers are left as they are: docker compose --project-name fiscal-drill down --volumes`,
  );
  process.exitCode = 1;
}

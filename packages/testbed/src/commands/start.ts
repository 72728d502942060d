// What `npm start` runs once everything is built: starts the stack, gives the tour, and stays until
// it gets a stop signal. It never writes a stack trace to the screen; details go to .run/logs.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOf } from '../../../../scripts/bootstrap/leftovers.mjs';
import {
  bold,
  cyan,
  dim,
  done,
  failed,
  line,
  note,
} from '../../../../scripts/bootstrap/terminal.mjs';
import { efiVariablesOfShell, type EfiVariables } from '../stack/efi-endpoints.ts';
import { shellVariable } from '../processes/environment.ts';
import { messageOf, TestbedFailure } from '../processes/failure.ts';
import { ROOT, writePrivateFile } from '../processes/folders.ts';
import { startStack, type Stack } from '../stack/stack.ts';
import { listenForStopSignal } from '../processes/stop-signal.ts';
import { cashInvoice, giveTour } from './tour.ts';

const directory = runOf() ?? join(ROOT, '.run');
const wantedPorts = { api: 3000, simulator: 4010 };
const stopping = listenForStopSignal();
let died: string | undefined;

async function main(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--once');
  if (unknown !== undefined) {
    failed(
      `There is no ${unknown}: npm start takes -- --once, to give the tour and end, or nothing.`,
    );
    return 1;
  }
  line();
  let stack: Stack | undefined;
  try {
    const efi = efiVariablesOfShell();
    stack = await startStack({
      directory,
      databaseUrl: shellVariable('DATABASE_URL'),
      logins: loginsOfShell(),
      redisUrl: shellVariable('REDIS_URL'),
      redisTlsCa: shellVariable('REDIS_TLS_CA'),
      wantedPorts,
      efi,
      signal: stopping.signal,
      onReady: done,
      onDeath: (sentence) => {
        died ??= sentence;
        stopping.end();
      },
    });
    showPlaces(efi);
    writeDemoFile(stack);
    const isComplete = await tour(stack);
    if (args.includes('--once')) return isComplete ? 0 : 1;
    if (!stopping.signal.aborted) showWhatIsThere(stack);
    await stopping.promise;
    return died === undefined ? 0 : 1;
  } catch (error) {
    if (!stopping.signal.aborted) failed(sentenceOf(error));
    return 1;
  } finally {
    await end(stack);
  }
}

/** Given logins of API and worker; both or none. */
function loginsOfShell() {
  const api = shellVariable('API_DATABASE_URL');
  const worker = shellVariable('WORKER_DATABASE_URL');
  if (api === undefined && worker === undefined) return undefined;
  if (api === undefined || worker === undefined || shellVariable('DATABASE_URL') === undefined) {
    throw new TestbedFailure(
      'API_DATABASE_URL, WORKER_DATABASE_URL and DATABASE_URL belong together: set all or none.',
    );
  }
  return { fiscal_api: api, fiscal_worker: worker };
}

/** True when every invoice was fiscalized; a failure is shown, and the service stays. */
async function tour({ apiUrl, demo }: Stack): Promise<boolean> {
  line();
  try {
    const pdfFolder = join(directory, 'pdf');
    await giveTour({ apiUrl, testKey: demo.testKey, pdfFolder, signal: stopping.signal });
    return true;
  } catch (error) {
    if (!stopping.signal.aborted) failed(`The tour ends here. ${sentenceOf(error)}`);
    return false;
  }
}

// Before the tour begins: a script that waits for the file may start at once.
function writeDemoFile(stack: Stack): void {
  const { apiUrl, apiMonitoringUrl, adminUrl, simulatorUrl, efiTestUrl, demo } = stack;
  const { testKey, liveKey, operator } = demo;
  const urls = { apiUrl, apiMonitoringUrl, adminUrl, simulatorUrl, efiTestUrl };
  const content = { ...urls, testKey, liveKey, operator };
  writePrivateFile(join(directory, 'demo.json'), `${JSON.stringify(content, null, 2)}\n`);
}

function showPlaces(efi: EfiVariables): void {
  for (const [name, value] of Object.entries(efi)) {
    note('authority', `${value}, because ${name} is set`);
  }
}

function showWhatIsThere({ apiUrl, apiMonitoringUrl, adminUrl, simulatorUrl, demo }: Stack): void {
  const row = (label: string, text: string) => {
    line(`${label.padEnd(18)} ${text}`);
  };
  line(bold('It is yours'));
  row('API', `${cyan(apiUrl)}  ${dim('every call:')} ${cyan(`${apiUrl}/docs`)}`);
  row('monitoring', `${cyan(`${apiMonitoringUrl}/metrics`)}  ${dim('of the API')}`);
  const { email, password } = demo.operator;
  row('admin panel', `${cyan(adminUrl)}  ${dim('sign in with')} ${email}  ${password}`);
  row('EFI simulator', `${cyan(simulatorUrl)}  ${dim('what it has registered: /control/ledger')}`);
  row('keys and operator', `.run/demo.json  ${dim('for you only')}`);
  row('logs', '.run/logs');
  row('another company', `npm run taxpayer  ${dim('what a new one brings to the panel')}`);
  line();
  line('A cash invoice, as a till would send it; another externalId is another sale:');
  line();
  process.stdout.write(
    `curl -sS ${apiUrl}/api/invoices/cash/create-and-print ` +
      `-H 'Authorization: Bearer ${demo.testKey}' -H 'Content-Type: application/json' ` +
      `-d '${JSON.stringify(cashInvoice())}'\n`,
  );
  line();
  const how = process.stdout.isTTY ? 'Ctrl-C' : `kill ${String(process.ppid)}`;
  line(dim(`${how} ends everything. The next npm start continues where this one stopped.`));
}

async function end(stack: Stack | undefined): Promise<void> {
  if (died !== undefined) failed(`${died}\n\n  Everything else is ended now.`);
  if (stack === undefined) return;
  await stack.stop();
  line();
  done('ended', 'every process of this run');
  line();
}

function sentenceOf(error: unknown): string {
  if (error instanceof TestbedFailure) return error.message;
  const file = '.run/logs/start-error.log';
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  writeFileSync(join(ROOT, file), `${text}\n`);
  return `It could not go on: ${messageOf(error)} (details: ${file})`;
}

process.exit(await main(process.argv.slice(2)));

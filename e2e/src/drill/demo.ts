// What deploy/README.md begins with, with what is committed, in a folder and
// under a project of its own. One sale is fiscalized and printed, and the authority has it.

import { controlOf, eventually, freePort } from '@fiscal/testbed';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Body } from '../service/invoices.ts';
import { cashInvoice } from '../service/invoices.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, '.run/demo');
const [apiPort, simulatorPort] = await Promise.all([freePort(), freePort()]);
const env = { ...process.env, API_PORT: `${apiPort}`, EFI_SIMULATOR_PORT: `${simulatorPort}` };
const API = `http://127.0.0.1:${apiPort}`;

/** @returns what it printed, without what it said of its progress. */
async function run(command: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { cwd: FOLDER, env, maxBuffer: 1 << 28 }))
    .stdout;
}
const compose = (...args: string[]) =>
  run('docker', 'compose', '--project-name', 'fiscal-try-demo', ...args);

/** What is committed: a working copy's secrets and data stay where they are. */
async function prepare(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await run('sh', '-c', `git -C '${ROOT}' archive HEAD | tar -x`);
}

async function sellOne(): Promise<Body> {
  const key = /key_test_[\w-]+/.exec(await compose('run', '--rm', 'demo'))?.[0] ?? '';
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify(cashInvoice());
  const sold = await fetch(`${API}/api/invoices/cash/create-and-print`, {
    method: 'POST',
    headers,
    body,
  });
  const invoice = (await sold.json()) as Body;
  if (sold.status !== 201) throw new Error(`the sale: ${sold.status} ${JSON.stringify(invoice)}`);
  const pdf = await eventually(
    () => fetch(`${API}/api/invoices/${String(invoice.id)}/pdf`, { headers }),
    ({ status }) => status === 200,
  );
  const begins = Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5);
  if (begins !== '%PDF-') throw new Error(`the print begins with ${begins}`);
  return invoice;
}

async function main(): Promise<void> {
  await prepare();
  await run('sh', 'deploy/make-env.sh');
  await compose('up', '--detach', '--build', '--scale', 'worker=2');
  const ready = () =>
    fetch(`${API}/health/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  await eventually(ready, (status) => status === 200);
  const { fic, invoiceNumber } = await sellOne();
  const { invoices } = await controlOf(`http://127.0.0.1:${simulatorPort}`)('GET', '/ledger');
  const has = (invoices as Body[]).map((each) => each.invoiceNumber);
  if (has.join() !== invoiceNumber) throw new Error(`the authority has ${has.join() || 'nothing'}`);
  process.stdout.write(`${String(invoiceNumber)} is fiscalized and printed, FIC ${String(fic)}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `${String(error)}\n${await compose('logs', '--tail', '20').catch(String)}\n`,
  );
  process.exitCode = 1;
} finally {
  await compose('down', '--volumes', '--timeout', '5');
}

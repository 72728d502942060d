// A wrong setting ends a process with the sentence that says which one it is; the same by hand. A
// wrong clock, and a signer whom the trust anchors do not contain, are named wherever an operator
// looks, and what the runbook says ends them.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, freePort } from '@fiscal/testbed';
import { afterAll, describe, expect, test } from '@jest/globals';
import { generateVaultKeys } from '../../../packages/db/src/company/certificate-vault.ts';
import { makeCertificate } from '../../../packages/efi/src/testing/certificates.ts';
import { hasRedisServer, privateRedis } from '../../../packages/queue/src/testing/private-redis.ts';
import { startService } from '../service/running-service.ts';
import type { Body } from '../service/running-service.ts';
import { programOf, runProgramUntilEnd } from './started-program.ts';
import type { App } from './started-program.ts';

const folder = mkdtempSync(join(tmpdir(), 'fiscal-doctor-'));
const clockOffset = join(folder, 'clock-offset-ms');
writeFileSync(clockOffset, '0');
const shiftedDate = new URL('../faults/shifted-date.mjs', import.meta.url).href;
const shiftable = {
  NODE_OPTIONS: `--import=${shiftedDate}`,
  CLOCK_OFFSET_FILE: clockOffset,
};
const service = await startService({
  environmentOf: (name): Record<string, string> => (name === 'worker' ? shiftable : {}),
});
const { stack } = service;
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const otherKeys = await generateVaultKeys();
const otherCa = join(folder, 'other-ca.pem');
writeFileSync(
  otherCa,
  makeCertificate({ commonName: 'Another CA', isCa: true }).certificate.toString(),
);
const testWithRedis = hasRedisServer ? test : test.skip;

const runUntilEnd = (app: App, own: Record<string, string>, program?: string) =>
  runProgramUntilEnd(programOf(stack, app, own, program));

// What each check says is proved beside it; which ones a process makes, below by hand.
test.each([
  ['api', 'fiscal_worker', 'fiscal_api'],
  ['worker', 'fiscal_api', 'fiscal_worker'],
] as const)(
  'a start ends with one sentence: the %s with the login of the other process',
  (app, login, lacks) => {
    const { status, stderr } = runUntilEnd(app, { DATABASE_URL: stack.logins[login] });
    expect(status).toBe(1);
    const [, sentence] = /^The (?:API|worker) could not start\. (.+)\n$/.exec(stderr) ?? [];
    expect(sentence).toContain(`which has not the role ${lacks}: give this process a login`);
  },
);

testWithRedis('what Redis shows only when it responds ends a worker that runs', async () => {
  const redis = await privateRedis(['--maxmemory-policy', 'allkeys-lru']);
  // It has no role that takes work from the others, and a port that is free.
  const own = {
    REDIS_URL: redis.url,
    WORKER_PORT: String(await freePort()),
    WORKER_ROLES: 'print',
  };
  const { args, env } = programOf(stack, 'worker', { ...own, WORKER_HOST: '127.0.0.1' });
  const worker = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(worker, 'exit');
  let log = '';
  worker.stdout.on('data', (text: Buffer) => (log += text.toString()));
  await eventually(
    () => log,
    (text) => text.includes('a check could not be made: redis-policy'),
  );
  await redis.start();
  expect(await ended).toEqual([1, null]);
  expect(log).toMatch(/"level":60.*allkeys-lru.*set it to noeviction/);
  await redis.close();
});

describe('by hand', () => {
  test('every check of the API has a line, and all are well', () => {
    const { status, stdout } = runUntilEnd('api', {}, 'doctor');
    expect(stdout.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
      'ok configuration',
      'ok schema',
      'ok database-role',
      'ok sessions',
      'ok clock',
      'ok new-invoices',
      'ok months',
      'ok vault',
      'ok second-factors',
      'ok redis-policy',
      'ok object-store',
      '',
    ]);
    expect(status).toBe(0);
  });

  test('what is wrong ends with code 1, and every other check is made', () => {
    const own = {
      CERTIFICATE_IDENTITY: otherKeys.identity,
      REDIS_URL: 'redis://127.0.0.1:1',
      CHROME_PATH: '/nowhere',
      EFI_TEST_TRUST_ANCHORS: '/nowhere/ca.pem',
      NODE_OPTIONS: shiftable.NODE_OPTIONS,
      CLOCK_OFFSET_MS: '90000',
    };
    const { status, stdout } = runUntilEnd('worker', own, 'doctor');
    expect(stdout).toMatch(/^ok +schema$/m);
    expect(stdout).toMatch(/^wrong +vault +VAULT_IDENTITY_WRONG: /m);
    expect(stdout).toMatch(/^unknown +redis-policy +Redis can not be reached: /m);
    expect(stdout).toMatch(/^wrong +chrome +CHROME_MISSING: /m);
    expect(stdout).toMatch(/^wrong +trust-anchors +.*cannot be read \(ENOENT/m);
    expect(stdout).toMatch(/^wrong +clock +CLOCK_WRONG: /m);
    expect(status).toBe(1);
  });

  test('a worker is examined for its roles alone, and warned of an identity that none of them needs', () => {
    const own = { WORKER_ROLES: 'print', EFI_TEST_TRUST_ANCHORS: '' };
    const checksOf = (identity: string) =>
      runUntilEnd('worker', { ...own, CERTIFICATE_IDENTITY: identity }, 'doctor').stdout;
    expect(checksOf('')).toMatch(/^ok +vault$/m);
    const { stdout } = runUntilEnd(
      'worker',
      { WORKER_ROLES: 'deliver', CHROME_PATH: '' },
      'doctor',
    );
    expect(stdout).toMatch(/^ok +trust-anchors$/m);
    expect(stdout).not.toContain('chrome');
    const remark = checksOf(otherKeys.identity);
    expect(remark).toMatch(
      /^remark +vault +VAULT_IDENTITY_UNNEEDED: .* roles print opens no private/m,
    );
    expect(remark).not.toContain('trust-anchors');
  });

  test('a setting that is missing is said as at a start', () => {
    const { status, stdout } = runUntilEnd('api', { CERTIFICATE_RECIPIENT: '' }, 'doctor');
    expect(stdout).toMatch(
      /^wrong +configuration +The configuration is not valid:\n +CERTIFICATE_REC/,
    );
    expect(status).toBe(1);
  });
});

async function ready() {
  const response = await fetch(`${stack.workerUrl}/health/ready`);
  const { checks } = (await response.json()) as { checks: Record<string, string> };
  return { status: response.status, checks };
}

test('/health/ready of a worker names each check, and fails with the code of what is wrong since', async () => {
  expect((await ready()).checks).toMatchObject({ schema: 'ok', vault: 'ok', replies: 'ok' });
  await service.query(`update _prisma_migrations set rolled_back_at = now()`);
  const old = await eventually(ready, ({ status }) => status === 503);
  expect(old.checks.schema).toMatch(/^SCHEMA_MISSING: The database of DATABASE_URL has no tables/);
  await service.query(`update _prisma_migrations set rolled_back_at = null`);
  await eventually(ready, ({ status }) => status === 200);
});

test('months that are missing are named by a worker, until they are made by hand', async () => {
  await service.query(`do $$ declare part text; begin
    for part in select part_name from stored_months() where ends > now() + interval '2 months'
    loop execute format('drop table %s', part); end loop; end $$`);
  const said = async () => (await ready()).checks.months;
  // A remark: what comes until then has its place.
  await eventually(said, (months) => months?.startsWith('ok: MONTHS_MISSING: ') === true);
  await service.query('select make_months()');
  await eventually(said, (months) => months === 'ok');
});

test('a clock that goes wrong under a worker fails sales, until it is right and they are tried again', async () => {
  writeFileSync(clockOffset, '90000');
  const wrong = await eventually(ready, ({ checks }) => checks.clock !== 'ok');
  expect(wrong.status).toBe(503);
  expect(wrong.checks.signing).toMatch(/ (?:8\d|90) s ahead of /);
  expect(wrong.checks.clock).toMatch(/^CLOCK_WRONG: .* (?:8\d|90) s ahead of PostgreSQL’s/);
  const { status, body } = await service.sell();
  expect(status).toBe(500);
  expect(body).toMatchObject({ code: 'CLOCK_WRONG', retryable: true });
  expect(body.error).toMatch(/ (?:8\d|90) s ahead of the clock of the /);

  writeFileSync(clockOffset, '0');
  const right = await eventually(ready, (now) => now.status === 200);
  expect(right.checks.clock).toBe('ok');
  const again = await service.fiscalize(String(body.invoiceId));
  expect(again.body).toMatchObject({ status: 'Fiscalized' });
});

test('a signer whom the trust anchors do not contain is named in log, metric, message and health, until they do', async () => {
  // The deposit of the day is registered with it, so that the next sale is sent.
  expect((await service.createAndPrint()).body).toMatchObject({ status: 'Fiscalized' });
  await stack.processes.get('worker')?.stop();
  const beside = await stack.startBeside('worker', { EFI_TEST_TRUST_ANCHORS: otherCa });
  const { body } = await service.createAndPrint();
  expect(body).toMatchObject({ status: 'Offline' });
  const words =
    /The replies of the authority are signed by CN=Poreska uprava.*issued by CN=Throw-away/;

  const [message] = await service.submissionsOf(String((body as Body).id));
  expect(message).toMatchObject({ unanswered_reason: 'not-anchored' });
  expect(message?.detail).toMatch(words);
  const log = readFileSync(beside.process.logFile, 'utf8');
  expect(log).toMatch(words);
  expect(log).toContain('the tax authority signs with a certificate that our trust anchors do not');
  const metrics = await (await fetch(`${beside.url}/metrics`)).text();
  expect(metrics).toMatch(/fiscal_efi_disbelieved\{environment="test",process="worker"\} 1/);
  expect(metrics).toMatch(
    /fiscal_efi_unanswered_total\{environment="test",reason="not-anchored".*\} [1-9]/,
  );
  const { checks } = (await (await fetch(`${beside.url}/health/ready`)).json()) as {
    checks: Record<string, string>;
  };
  expect(checks.replies).toMatch(words);
  // What the panel's page of health shows.
  await eventually(
    () => service.query(`select circuits->'test'->>'disbelief' as why from worker_heartbeat`),
    (rows) => rows.some(({ why }) => typeof why === 'string' && words.test(why)),
  );
  await beside.process.stop();

  const both = join(folder, 'both-cas.pem');
  writeFileSync(
    both,
    readFileSync(otherCa, 'utf8') + readFileSync(stack.pki.authorityFile, 'utf8'),
  );
  const next = await stack.startBeside('worker', { EFI_TEST_TRUST_ANCHORS: both });
  expect((await service.createAndPrint()).body).toMatchObject({ status: 'Fiscalized' });
  await service.until(String((body as Body).id), 'Fiscalized');
  const after = await (await fetch(`${next.url}/metrics`)).text();
  expect(after).toMatch(/fiscal_efi_disbelieved\{environment="test",process="worker"\} 0/);
  await next.process.stop();
});

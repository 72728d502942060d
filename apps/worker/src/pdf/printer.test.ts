import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync, readlinkSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readProcessTree } from '@fiscal/runtime';
import type { TreeProcess } from '@fiscal/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readPdf } from '@fiscal/testbed/pdf-reader';
import { Printer } from './printer.ts';
import type { PrinterOptions } from './printer.ts';
import { findChrome } from './testing/renderer.ts';
import { groceries, SAMPLES, sampleDocument } from './testing/sample-documents.ts';
import { REPORT_SAMPLES } from './testing/sample-reports.ts';

// Browsers are started, and ended when they hang.
jest.setTimeout(300_000);

const chrome = findChrome(process.env.CHROME_PATH);
// Processes are looked up under /proc.
const canPrint = chrome === null || process.platform !== 'linux' ? describe.skip : describe;
const onLinux = process.platform === 'linux' ? describe : describe.skip;
const SHORT = sampleDocument(groceries(1));

let folder: string;
let printer: Printer | null = null;
let log: string[] = [];

function open(change: Partial<PrinterOptions> & { executablePath?: string } = {}): Printer {
  const write = (_: object, message: string) => void log.push(message);
  const { executablePath = chrome ?? '', ...options } = change;
  printer = new Printer({
    settings: {
      executablePath,
      sandbox: 'if-possible',
      maxPages: 2,
      timeoutMs: 60_000,
      temporaryFolder: folder,
      logLevel: 'silent',
    },
    maxTreeBytes: Number.MAX_SAFE_INTEGER,
    logger: { info: write, warn: write, error: write },
    ...options,
  });
  return printer;
}

async function pidOf(made: Printer): Promise<number> {
  await made.verdict;
  return made.pid()!;
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';
}

/** Waits until nothing of a tree runs any more: a killed process is gone some moments later. */
async function untilGone(tree: readonly TreeProcess[]): Promise<void> {
  const isLeft = ({ pid, startedAt }: TreeProcess) =>
    readProcessTree(pid).some((found) => found.pid === pid && found.startedAt === startedAt);
  while (tree.some(isLeft)) await delay(20);
}

/** A program in the place of Chrome. */
async function fakeChrome(script: string): Promise<string> {
  const path = join(folder, 'fake-chrome');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const SECRETS = {
  CERTIFICATE_IDENTITY: 'AGE-SECRET-KEY-1TEST',
  DATABASE_URL: 'postgresql://fiscal:hunter2@127.0.0.1/fiscal',
  REDIS_URL: 'redis://:hunter2@127.0.0.1:6379',
  SOMETHING_ADDED_LATER: 'hunter2',
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'printer-test-'));
  Object.assign(process.env, SECRETS);
});
afterAll(async () => {
  for (const name of Object.keys(SECRETS)) Reflect.deleteProperty(process.env, name);
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  await printer?.close();
  printer = null;
  log = [];
});

canPrint('the print process (needs Chrome: set CHROME_PATH, and Linux)', () => {
  test('and Chrome have no variable of the worker but those that are allowed', async () => {
    const made = open();
    const [own, ...chromes] = readProcessTree(await pidOf(made));
    const namesOf = (pid: number) =>
      readFileSync(`/proc/${pid}/environ`, 'utf8')
        .split('\0')
        .map((line) => line.replace(/=.*/s, ''))
        .filter(Boolean);
    const allowed = ['LANG', 'LC_ALL', 'NODE_COMPILE_CACHE', 'PATH', 'TMPDIR', 'TZ'];
    expect(namesOf(own!.pid).filter((name) => !allowed.includes(name))).toEqual([]);
    expect(chromes.length).toBeGreaterThan(2);
    for (const { pid } of chromes) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
      expect(environment).not.toMatch(/hunter2|AGE-SECRET/);
    }
  });

  test('and what Chrome draws with leave the processor to sales', async () => {
    const made = open();
    const [own, ...chromes] = readProcessTree(await pidOf(made));
    // Run by root, Chrome raises its other processes again.
    const drawing = chromes.filter(({ pid }) =>
      readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer'),
    );
    expect(drawing.length).toBeGreaterThan(0);
    for (const { pid } of [own!, ...drawing]) expect(getPriority(pid)).toBeGreaterThanOrEqual(5);
  });

  test('prints what the worker gives it, also several at once', async () => {
    const made = open();
    const pdfs = await Promise.all([
      made.render(SHORT),
      made.render(SAMPLES['sixty-items']!()),
      made.render(SAMPLES['non-cash']!()),
    ]);
    expect(pdfs.every(isPdf)).toBe(true);
  });

  test('data that is no invoice rejects with its code, and the next is printed', async () => {
    const made = open();
    const issued = { ...SHORT.issued, issueDateTime: 'yesterday' };
    await expect(made.render({ ...SHORT, issued })).rejects.toMatchObject({
      code: 'PDF_DOCUMENT_INVALID',
    });
    expect(isPdf(await made.render(SHORT))).toBe(true);
    expect(log).toEqual([]);
  });

  test('that is killed is started anew, and the prints in progress are repeated', async () => {
    const made = open();
    const first = await pidOf(made);
    process.kill(first, 'SIGSTOP');
    const printing = [made.render(SHORT), made.render({ ...SHORT, paper: '80mm' })];
    process.kill(first, 'SIGKILL');
    expect((await Promise.all(printing)).every(isPdf)).toBe(true);
    expect(made.pid()).not.toBe(first);
    expect(log).toEqual(['the print process has ended']);
  });

  test('that is killed over a report: the report is printed by the next', async () => {
    const made = open();
    const first = await pidOf(made);
    process.kill(first, 'SIGSTOP');
    const printing = made.render(JSON.stringify(REPORT_SAMPLES.day!()));
    process.kill(first, 'SIGKILL');
    const { title } = await readPdf(await printing);
    expect(title).toContain('Fiskalni dnevni izvještaj');
    expect(made.pid()).not.toBe(first);
  });

  test('that hangs is ended, and the next invoice is printed by another', async () => {
    const made = open({ silentMs: 1_000 });
    const hung = await pidOf(made);
    const tree = readProcessTree(hung);
    for (const { pid } of tree) process.kill(pid, 'SIGSTOP');
    await expect(made.render(SHORT)).rejects.toMatchObject({ code: 'PDF_RENDER_TIMEOUT' });
    await made.close();
    printer = null;
    await untilGone(tree);
    expect(isPdf(await open().render(SHORT))).toBe(true);
  });

  test('that holds too much memory with its Chrome is ended, and the print fails with the reason', async () => {
    const made = open({ maxTreeBytes: 1 });
    await expect(made.render(SHORT)).rejects.toMatchObject({
      code: 'PDF_RENDER_FAILED',
      message: expect.stringMatching(/ended twice .* it and Chrome hold \d+ MiB/),
    });
  });

  test('has a network of its own where the machine allows it', async () => {
    const isRoot = process.getuid?.() === 0;
    const args = [...(isRoot ? [] : ['--user', '--map-current-user']), '--net', 'true'];
    const isAllowed = spawnSync('unshare', args).status === 0;
    const network = readlinkSync(`/proc/${await pidOf(open())}/ns/net`);
    if (isAllowed) expect(network).not.toBe(readlinkSync('/proc/self/ns/net'));
    else expect(network).toBe(readlinkSync('/proc/self/ns/net'));
  });

  test('ends with all its Chromes when it is closed, and prints nothing any more', async () => {
    const made = open();
    await made.render(SHORT);
    const tree = readProcessTree(await pidOf(made));
    const printing = made.render(SAMPLES['sixty-items']!());
    const refused = expect(printing).rejects.toMatchObject({ code: 'PDF_RENDERER_CLOSED' });
    await made.close();
    await refused;
    await untilGone(tree);
    await expect(made.render(SHORT)).rejects.toMatchObject({ code: 'PDF_RENDERER_CLOSED' });
    expect(log).toEqual([]);
  });
});

onLinux('without a sandbox', () => {
  const NO_SANDBOX =
    'case "$*" in *--no-sandbox*) exit 0;; *) echo "FATAL: No usable sandbox!" >&2; exit 1;; esac';
  const settings = (executablePath: string): PrinterOptions['settings'] => ({
    executablePath,
    sandbox: 'required',
    maxPages: 1,
    timeoutMs: 60_000,
    temporaryFolder: folder,
    logLevel: 'silent',
  });

  test('nothing is printed unless the settings allow it, and the reason says what to do', async () => {
    const made = open({ settings: settings(await fakeChrome(NO_SANDBOX)) });
    expect(await made.verdict).toEqual({
      mayPrint: false,
      why: expect.stringMatching(/sandbox.*set CHROME_SANDBOX=if-possible/s),
    });
    await expect(made.render(SHORT)).rejects.toMatchObject({ code: 'PDF_SANDBOX_UNAVAILABLE' });
  });

  test('a Chrome that does not start for another reason is tried again with the next print', async () => {
    const path = await fakeChrome('echo "libnss3.so: not found" >&2; exit 127');
    const made = open({ settings: { ...settings(path), sandbox: 'if-possible' } });
    expect(await made.verdict).toEqual({ mayPrint: true, isSandboxed: null });
    await expect(made.render(SHORT)).rejects.toMatchObject({
      code: 'PDF_BROWSER_UNAVAILABLE',
      message: expect.stringContaining('libnss3.so: not found'),
    });
  });
});

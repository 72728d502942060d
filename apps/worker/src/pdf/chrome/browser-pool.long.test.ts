import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessTree } from '@fiscal/runtime';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { BrowserPool } from './browser-pool.ts';
import type { BrowserPoolSettings } from './browser-pool.ts';
import { findChrome } from '../testing/renderer.ts';
import type { PrintJob } from '../document/template.ts';

const chrome = findChrome(process.env.CHROME_PATH);
// Processes are looked up under /proc.
const canPrint = chrome === null || process.platform !== 'linux' ? describe.skip : describe;

const SHELL = '<!doctype html><title></title><style id="frame"></style><body></body>';
/**
 * Long enough for a Chrome to start and print on a busy machine, so that only a hung one takes it.
 */
const HANG_MS = 15_000;

const HELLO: PrintJob = { title: 'hello', author: '', frameCss: '', body: '<p>hello</p>' };

interface Entry {
  message: string;
  fields: object;
}

let temporaryFolder: string;
let pool: BrowserPool | null = null;
let log: Entry[] = [];

function makePool(settings: Partial<BrowserPoolSettings> = {}): BrowserPool {
  log = [];
  const write = (fields: object, message: string): void => {
    log.push({ message, fields });
  };
  pool = new BrowserPool({
    executablePath: chrome ?? '',
    sandbox: 'if-possible',
    temporaryFolder,
    logger: { info: write, warn: write, error: write },
    shell: SHELL,
    maxPages: 2,
    // Against hangs alone.
    timeoutMs: 60_000,
    ...settings,
  });
  return pool;
}

/** Of a service that test files share, which may print beside. */
const others = new Set(readProcessTree(process.pid).map(({ pid }) => pid));

/** What was started here and runs still. */
function descendants(): { pid: number; commandLine: string }[] {
  const started = readProcessTree(process.pid).filter(({ pid }) => !others.has(pid));
  return started.map(({ pid }) => {
    return { pid, commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') };
  });
}

/** Processes of Chrome with these words in their command line. */
function chromes(...words: string[]): number[] {
  return descendants()
    .filter(({ commandLine }) => commandLine.includes('fiscal-chrome-') || words.length > 0)
    .filter(({ commandLine }) => words.every((word) => commandLine.includes(word)))
    .map(({ pid }) => pid);
}

/** Chrome's main process; Debian's is the child of a shell that waits for it. */
function mainProcess(): number {
  const pids = descendants()
    .filter(({ commandLine }) => /--user-data-dir=\S*fiscal-chrome-/.test(commandLine))
    .filter(({ commandLine }) => !commandLine.includes('--type=') && !/^\S*sh /.test(commandLine))
    .map(({ pid }) => pid);
  expect(pids).toHaveLength(1);
  return pids[0]!;
}

function profiles(): string[] {
  return readdirSync(temporaryFolder);
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';
}

function logged(text: string): Entry[] {
  return log.filter(({ message }) => message.includes(text));
}

beforeAll(async () => {
  temporaryFolder = await mkdtemp(join(tmpdir(), 'pool-test-'));
});

afterAll(async () => {
  await rm(temporaryFolder, { recursive: true });
});

afterEach(async () => {
  await pool?.close();
  pool = null;
});

canPrint('the browser pool (needs Chrome: set CHROME_PATH, and Linux)', () => {
  test('prints many documents at once on no more pages than it may', async () => {
    const made = makePool({ maxPages: 2 });
    const pdfs = await Promise.all(Array.from({ length: 12 }, () => made.print(HELLO)));
    expect(pdfs.every(isPdf)).toBe(true);
    // One more renderer belongs to the blank page that Chrome starts with.
    expect(chromes('--type=renderer').length).toBeLessThanOrEqual(3);
    expect(logged('Chrome is running')).toHaveLength(1);
  });

  test('Chrome gets the CPU that sales leave, within its session and beside others', async () => {
    await makePool().start();
    const pid = mainProcess();
    // Kernels without autogroups have no such file: there every process is weighed against every
    // other.
    if (!existsSync('/proc/self/autogroup')) return;
    expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/ nice 10$/m);
  });

  test('a Chrome that is killed in the middle of a print costs one repetition', async () => {
    const made = makePool();
    await made.start();
    const victim = mainProcess();
    process.kill(victim, 'SIGSTOP');
    const printing = made.print(HELLO);
    setTimeout(() => process.kill(victim, 'SIGKILL'), 50);
    expect(isPdf(await printing)).toBe(true);
    expect(logged('is repeated')).toHaveLength(1);
    expect(logged('Chrome is running')).toHaveLength(2);
  });

  test('the profile of a worker that was killed goes when the next Chrome starts', async () => {
    const { pid } = spawnSync('true');
    await mkdir(join(temporaryFolder, `fiscal-chrome-${pid}-abandoned`));
    await mkdir(join(temporaryFolder, `fiscal-chrome-${process.ppid}-in-use`));
    await makePool().start();
    expect(profiles()).not.toContain(`fiscal-chrome-${pid}-abandoned`);
    expect(profiles()).toContain(`fiscal-chrome-${process.ppid}-in-use`);
    await rm(join(temporaryFolder, `fiscal-chrome-${process.ppid}-in-use`), { recursive: true });
  });

  test('a Chrome that died between two prints is replaced without a word to the caller', async () => {
    const made = makePool();
    await made.print(HELLO);
    process.kill(mainProcess(), 'SIGKILL');
    expect(isPdf(await made.print(HELLO))).toBe(true);
  });

  test('pages whose processes are killed cost one repetition and no Chrome', async () => {
    const made = makePool({ maxPages: 2 });
    await Promise.all([made.print(HELLO), made.print(HELLO)]);
    for (const pid of chromes('--type=renderer')) process.kill(pid, 'SIGKILL');
    expect(isPdf(await made.print(HELLO))).toBe(true);
    expect(logged('is repeated')).toHaveLength(1);
    expect(logged('Chrome is running')).toHaveLength(1);
  });

  test('a hung page is killed in time and the next document is printed', async () => {
    const made = makePool({ timeoutMs: HANG_MS });
    await made.start();
    for (const pid of chromes('--type=renderer')) process.kill(pid, 'SIGSTOP');
    await expect(made.print(HELLO)).rejects.toMatchObject({ code: 'PDF_RENDER_TIMEOUT' });
    expect(isPdf(await made.print(HELLO))).toBe(true);
  });

  test('a hung Chrome is ended and the next document is printed', async () => {
    const made = makePool({ timeoutMs: HANG_MS });
    await made.start();
    const hung = mainProcess();
    process.kill(hung, 'SIGSTOP');
    await expect(made.print(HELLO)).rejects.toMatchObject({ code: 'PDF_RENDER_TIMEOUT' });
    expect(isPdf(await made.print(HELLO))).toBe(true);
    await made.close();
    expect(descendants().map(({ pid }) => pid)).not.toContain(hung);
    expect(profiles()).toEqual([]);
  });

  test('a page is replaced after its share of documents', async () => {
    const made = makePool({ maxPages: 1, documentsPerPage: 2 });
    await made.print(HELLO);
    const before = chromes('--type=renderer');
    await made.print(HELLO);
    await made.print(HELLO);
    expect(chromes('--type=renderer')).not.toEqual(before);
    expect(logged('Chrome is running')).toHaveLength(1);
  });

  test('a Chrome that holds too much memory is replaced between prints', async () => {
    const made = makePool({ maxPages: 1, maxBrowserBytes: 1 });
    for (let count = 0; count < 33; count += 1) expect(isPdf(await made.print(HELLO))).toBe(true);
    expect(logged('a Chrome is retired')[0]?.fields).toMatchObject({
      reason: expect.stringMatching(/^it holds \d+ MiB$/),
    });
    expect(logged('Chrome is running')).toHaveLength(2);
  });

  test('nothing is left after closing: no process and no profile', async () => {
    const made = makePool();
    await Promise.all([made.print(HELLO), made.print(HELLO)]);
    expect(profiles()).toHaveLength(1);
    await made.close();
    expect(chromes()).toEqual([]);
    expect(profiles()).toEqual([]);
  });

  test('closing ends a print under way, and what comes later is refused', async () => {
    const made = makePool({ maxPages: 1 });
    await made.start();
    const body = `<p>${'word '.repeat(400_000)}</p>`;
    const printing = [made.print({ ...HELLO, body }), made.print(HELLO)];
    const refused = printing.map((each) =>
      expect(each).rejects.toMatchObject({ code: 'PDF_RENDERER_CLOSED' }),
    );
    await made.close();
    await Promise.all(refused);
    await expect(made.print(HELLO)).rejects.toMatchObject({ code: 'PDF_RENDERER_CLOSED' });
    expect(chromes()).toEqual([]);
  });

  test('a Chrome that cannot start is named, with its own words, and leaves nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'broken-chrome-'));
    const executablePath = join(folder, 'chrome');
    await writeFile(executablePath, '#!/bin/sh\necho "libnss3.so: not found" >&2\nexit 127\n');
    await chmod(executablePath, 0o755);
    await expect(makePool({ executablePath }).print(HELLO)).rejects.toMatchObject({
      code: 'PDF_BROWSER_UNAVAILABLE',
      message: expect.stringContaining('libnss3.so: not found'),
    });
    await rm(folder, { recursive: true });
    expect(profiles()).toEqual([]);
  });
});

canPrint('what a document can reach (needs Chrome: set CHROME_PATH, and Linux)', () => {
  test('no request of a document ever reaches a server', async () => {
    let connections = 0;
    const server = createServer((_, response) => response.end());
    server.on('connection', () => (connections += 1));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const made = makePool();
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const url = `http://${host}:${port}/`;
      await made.print({
        title: 'network',
        author: '',
        frameCss: `@import "${url}import.css"; @font-face { font-family: far; src: url(${url}f) }
          body { font-family: far; background: url("${url}bg.png") }
          @page { @top-left { content: url("${url}margin.png") } }`,
        body: `<img src="${url}a.png"><link rel="stylesheet" href="${url}b.css">
          <link rel="dns-prefetch" href="${url}"><link rel="preconnect" href="${url}">
          <iframe src="${url}c"></iframe><object data="${url}d"></object><embed src="${url}e">
          <video src="${url}v" poster="${url}p" autoplay></video>
          <svg><image href="${url}s.png"/><use href="${url}u.svg#x"/></svg>
          <input type="image" src="${url}i"><script src="${url}j.js"></script>far`,
      });
    }
    await made.close();
    await new Promise((resolve) => server.close(resolve));
    expect(connections).toBe(0);
  });

  test('no script of a document runs', async () => {
    const made = makePool({ maxPages: 1 });
    // Any of these, run, takes the page's frame away, and the next print finds that out.
    const script = "document.getElementById('frame').remove()";
    const body = `<script>${script}</script><img src="data:," onerror="${script}">
      <style onload="${script}"></style><input autofocus onfocus="${script}">`;
    await made.print({ ...HELLO, body });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await made.print(HELLO);
    expect(logged('is repeated')).toEqual([]);
  });

  test('a page that went elsewhere is not printed but replaced', async () => {
    const made = makePool({ maxPages: 1 });
    const body = '<meta http-equiv="refresh" content="1;url=about:blank">';
    await made.print({ ...HELLO, body });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect(isPdf(await made.print(HELLO))).toBe(true);
    expect(logged('is repeated')).toHaveLength(1);
  });
});

// One Chrome process: started with nothing it does not need, ended with nothing left behind. Pages
// and documents are the business of warm-page.ts and browser-pool.ts.

import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { launch } from 'puppeteer';
import type { Browser } from 'puppeteer';
import { letSessionGiveWay } from '../low-priority.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfLogger } from '../pdf-error.ts';

/** Followed by the id of the process that owns the profile. */
const PROFILE = 'fiscal-chrome-';

export interface ChromeSettings {
  /** Any Chrome, Chromium or headless shell; nothing is ever downloaded. */
  executablePath: string;
  /** Where Chrome's profile is made, about 2 MB, gone when Chrome has ended. */
  temporaryFolder: string;
  /** `if-possible`: where Chrome gets no sandbox it runs without, which is logged. */
  sandbox: 'required' | 'if-possible';
  logger: PdfLogger;
}

export interface Chrome {
  readonly browser: Browser;
  /** `HeadlessChrome/156.0.8078.79` */
  readonly version: string;
  /** Whether its pages are shut away from this machine by more than their own good will. */
  readonly isSandboxed: boolean;
  /** Ends every process of this Chrome and removes its profile. Never throws; may be repeated. */
  end(): Promise<void>;
}

const LAUNCH_TIMEOUT_MS = 20_000;
const GRACE_MS = 3_000;

// Puppeteer already turns off background networking, sync, first-run pages and crash reports. The
// network has many locks, so that each may fail: no name resolves, and what is dialled all the same
// goes to a proxy that is not there, this machine's own addresses included; the pages are offline,
// refuse every request and have a content policy; and where the machine allows it, the whole print
// process is in a network of its own without any way out.
const OUR_ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--no-default-browser-check',
  '--no-pings',
  '--font-render-hinting=none',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  // Port 9 has no listener; the rule takes loopback out of what is reached without a proxy.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  // Our own few lines are all the script that ever runs.
  '--js-flags=--max-old-space-size=128',
];

/** What Chrome says where it gets no sandbox. */
const NO_SANDBOX = /no usable sandbox|--no-sandbox/i;

/**
 * Starts Chrome in its sandbox. Chrome refuses it to root, and many containers allow no user
 * namespaces: there it runs without only if the settings say that it may.
 * Throws `PDF_SANDBOX_UNAVAILABLE`, `PDF_BROWSER_UNAVAILABLE`.
 */
export async function startChrome(settings: ChromeSettings): Promise<Chrome> {
  const isRequired = settings.sandbox === 'required';
  const isRoot = process.getuid?.() === 0;
  if (isRoot && isRequired) throw sandboxError('Chrome gives root none.');
  try {
    if (isRoot) return await launchOnce(settings, false);
    return await launchOnce(settings, true);
  } catch (error) {
    if (isRoot) throw await unavailable(settings, error);
    if (isRequired) {
      const isRefused = await isRefusedSandbox(settings);
      throw isRefused ? sandboxError('Chrome gets none here.') : await unavailable(settings, error);
    }
    settings.logger.warn({ err: error }, 'Chrome did not start in its sandbox; trying without');
  }
  try {
    return await launchOnce(settings, false);
  } catch (error) {
    throw await unavailable(settings, error);
  }
}

function sandboxError(why: string): PdfError {
  const remedy =
    'Nothing is printed without a sandbox. Run the worker as an ordinary user with user namespaces (deploy/seccomp/chrome.json in a ' +
    'container), or set CHROME_SANDBOX=if-possible to print without a sandbox.';
  return new PdfError('PDF_SANDBOX_UNAVAILABLE', `${why} ${remedy}`);
}

async function unavailable(settings: ChromeSettings, cause: unknown): Promise<PdfError> {
  const words = await wordsOf(settings, ['--version'], {});
  const message = `Chrome at ${settings.executablePath} could not be started. ${words}`.trim();
  return new PdfError('PDF_BROWSER_UNAVAILABLE', message, { cause });
}

/** Asks Chrome by hand: puppeteer does not pass on what it says. */
async function isRefusedSandbox(settings: ChromeSettings): Promise<boolean> {
  const home = await mkdtemp(join(settings.temporaryFolder, `${PROFILE}${process.pid}-`));
  const args = ['--headless', `--user-data-dir=${home}`, '--dump-dom', 'about:blank'];
  const words = await wordsOf(settings, args, { HOME: home, TMPDIR: home });
  await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  return NO_SANDBOX.test(words);
}

/** A worker that was killed could not remove its profile; the next one does. */
async function removeAbandonedProfiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = /^fiscal-chrome-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another process is running, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function launchOnce(settings: ChromeSettings, isSandboxed: boolean): Promise<Chrome> {
  await removeAbandonedProfiles(settings.temporaryFolder);
  const profile = await mkdtemp(join(settings.temporaryFolder, `${PROFILE}${process.pid}-`));
  const removeProfile = (): void => rmSync(profile, { recursive: true, force: true });
  // Should the worker end without closing us, the profile goes with it.
  process.once('exit', removeProfile);
  const forget = async (): Promise<void> => {
    process.off('exit', removeProfile);
    // Chrome's last children may still be writing for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const starting = new AbortController();
  const timer = setTimeout(() => starting.abort(), LAUNCH_TIMEOUT_MS);
  try {
    const browser = await launch({
      executablePath: settings.executablePath,
      headless: 'shell',
      // A pipe opens no port, and Chrome ends by itself when the worker is killed.
      pipe: true,
      userDataDir: profile,
      // The worker's secrets are none of its business.
      env: { HOME: profile, TMPDIR: profile },
      args: [...OUR_ARGS, ...(isSandboxed ? [] : ['--no-sandbox'])],
      // Signals are the business of the worker's shutdown, which closes us.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      signal: starting.signal,
    });
    const pid = browser.process()?.pid;
    if (pid !== undefined) await letSessionGiveWay(pid, settings.logger);
    const version = await browser.version();
    return { ...chromeOf(browser, forget, settings.logger), version, isSandboxed };
  } catch (error) {
    starting.abort();
    await forget();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function chromeOf(
  browser: Browser,
  forget: () => Promise<void>,
  logger: PdfLogger,
): Pick<Chrome, 'browser' | 'end'> {
  const child = browser.process();
  // A killed Chrome may reset its pipes after Puppeteer has stopped listening to them; what that
  // means is reported by 'disconnected', and an error without a listener would end the worker.
  for (const stream of child?.stdio ?? []) stream?.on('error', () => undefined);
  let ending: Promise<void> | null = null;
  const endOnce = async (): Promise<void> => {
    const closed = browser.close().catch(() => undefined);
    await Promise.race([closed, delay(GRACE_MS, undefined, { ref: false })]);
    // The child leads a process group of its own: what is left of it goes now.
    if (child?.pid !== undefined) killGroup(child.pid);
    if (child?.exitCode === null && child.signalCode === null) {
      await new Promise((resolve) => child.once('exit', resolve));
    }
    // Puppeteer does not read them any more: without this they stay open for seconds.
    for (const stream of child?.stdio ?? []) stream?.destroy();
    await forget();
  };
  return {
    browser,
    end: () =>
      (ending ??= endOnce().catch((error: unknown) =>
        logger.warn({ err: error }, 'something of an ended Chrome was left behind'),
      )),
  };
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing of the group is left: that is what was wanted.
  }
}

/** What the program says of itself; a missing library or file shows here and nowhere else. */
async function wordsOf(
  { executablePath }: ChromeSettings,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  return await new Promise((resolve) => {
    const options = { env: { ...environment }, timeout: 5_000, killSignal: 'SIGKILL' as const };
    execFile(executablePath, [...args], options, (error, stdout, stderr) => {
      const said = `${stdout}${stderr}`.trim() || (error?.message ?? '');
      resolve(said.slice(0, 1_000));
    });
  });
}

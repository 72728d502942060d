// A person at the panel: a real Chromium with a profile of its own, and actions that find their
// target as a screen reader names it. What cannot be named is not found, and what complains in the
// console is remembered.

import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  childEnvironment,
  freePort,
  oncePerProcess,
  respondsOk,
  startProcess,
} from '@fiscal/testbed';
import { connect, defaultArgs } from 'puppeteer';
import type { Browser, BrowserContext, Page } from 'puppeteer';
import { runOf } from '../../../scripts/bootstrap/leftovers.mjs';
import { whenReady, writeInto } from './target.ts';
import type { Use } from './target.ts';

/** Where `SCREENSHOTS=<folder>` asks for pictures; none without it. */
const PICTURES = process.env.SCREENSHOTS;
const PATIENCE_MS = 120_000;
/**
 * A dialog comes and goes within 200 ms and moves the focus meanwhile: no person is as quick as
 * that.
 */
const PAUSE_MS = 350;

/** How a page is looked at. */
export interface Look {
  scheme: 'light' | 'dark';
  screen: keyof typeof SCREENS;
  language: 'me' | 'en';
}

const SCREENS = {
  desktop: { width: 1440, height: 900 },
  laptop: { width: 1024, height: 650 },
  phone: { width: 390, height: 844, isMobile: true, hasTouch: true },
} as const;

const USUAL: Look = { scheme: 'light', screen: 'desktop', language: 'en' };

/** What a person does in one part of a page. */
export interface Actions {
  /** Clicks what has this role and accessible name, as soon as it can be clicked. */
  click(role: string, name: string): Promise<void>;
  /** Writes into the field of this label, in place of what is there. */
  fill(label: string, text: string): Promise<void>;
  /** Chooses an option of a native list. */
  choose(label: string, option: string): Promise<void>;
  /** Waits for the words; throws what is there instead. */
  see(words: string): Promise<void>;
  /** Waits until the words are gone. */
  seeNo(words: string): Promise<void>;
  /** All that can be read. */
  text(): Promise<string>;
}

/** One person with one tab. */
export interface PanelUser extends Actions {
  page: Page;
  /** The dialog on top. */
  dialog: Actions;
  /** Opens a page of the panel by its URL. */
  open(path: string): Promise<void>;
  /** Goes to another page as by a link: the panel is not loaded anew where it is open. */
  go(path: string): Promise<void>;
  signIn(account: { email: string; password: string }): Promise<void>;
  /** Has these cookies from now on: `name=value; …`. */
  takeSession(cookies: string): Promise<void>;
  /** Gives a file to the first field that takes one. */
  upload(file: string): Promise<void>;
  /** Until everything that was asked for is there and stands still. */
  rest(): Promise<void>;
  /** As long as a person takes between two deeds, where dialogs and menus come and go. */
  pause(): Promise<void>;
  /** From now on the API fails these calls with 500. @param calls their URLs. */
  breakCalls(calls: RegExp): Promise<void>;
  /** A picture of the whole page or of the screen, where pictures are asked for. */
  picture(name: string, part?: 'page' | 'screen'): Promise<void>;
  /** Errors in the console: violations of the policy, exceptions. Refused calls are not errors. */
  complaints: string[];
  close(): Promise<void>;
}

/** A Chromium for several people. */
export interface Chromium {
  person(panelUrl: string, look?: Partial<Look>): Promise<PanelUser>;
  close(): Promise<void>;
}

/** The Chromium that the files of this jest worker share; each closes what it has opened. */
export async function openChromium(): Promise<Chromium> {
  const browserURL = await oncePerProcess('Chromium', startChromium);
  const browser = await connect({ browserURL });
  return {
    person: (panelUrl, look = {}) => personAt(browser, panelUrl, { ...USUAL, ...look }),
    close: async () => {
      const opened = browser.browserContexts().filter(({ id }) => id !== undefined);
      await Promise.all(opened.map((context) => context.close()));
      await browser.disconnect();
    },
  };
}

/** Starts CHROME_PATH, which the end of the run ends. @returns where it is debugged. */
async function startChromium(): Promise<string> {
  const runDirectory = runOf() ?? tmpdir();
  const userDataDir = mkdtempSync(join(runDirectory, 'fiscal-panel-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = await defaultArgs({
    userDataDir,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      `--remote-debugging-port=${port}`,
    ],
  });
  const host = { logs: userDataDir, runDirectory, onDeath: () => undefined };
  const chromium = await startProcess(host, {
    name: 'chromium',
    command: process.env.CHROME_PATH ?? '',
    args,
    env: childEnvironment(),
    isReady: () => respondsOk(`${url}/json/version`),
  });
  chromium.release();
  return url;
}

async function personAt(browser: Browser, panelUrl: string, look: Look): Promise<PanelUser> {
  const context = await browser.createBrowserContext();
  const page = await newPage(context, look);
  const complaints = listen(page);
  const whole = actionsOn(page, '');
  const open = async (path: string) => {
    await page.goto(panelUrl + path, { waitUntil: 'domcontentloaded' });
    await untilLoaded(page);
  };
  return {
    ...whole,
    page,
    complaints,
    dialog: actionsOn(page, '[role="dialog"] '),
    open,
    go: async (path) => {
      const { origin, pathname } = new URL(panelUrl + path);
      const here = new URL(page.url());
      if (here.origin !== origin || here.pathname === pathname) return open(path);
      await page.evaluate(follow, panelUrl + path);
      await page.waitForFunction(() => document.querySelector('h1[data-left]') === null);
      await untilLoaded(page);
    },
    signIn: async ({ email, password }) => {
      await page.goto(`${panelUrl}/sign-in`, { waitUntil: 'domcontentloaded' });
      await page.locator('input[type="email"]').fill(email);
      await page.locator('input[type="password"]').fill(password);
      await page.locator('button[type="submit"]').click();
      await page.waitForFunction(() => !window.location.pathname.endsWith('/sign-in'));
      // The panel has taken the account's language; this person reads the one that was asked for.
      await page.reload({ waitUntil: 'domcontentloaded' });
      await untilLoaded(page);
    },
    takeSession: async (cookies) => {
      const { hostname: domain } = new URL(panelUrl);
      for (const pair of cookies.split('; ')) {
        const [name = '', value = ''] = pair.split('=');
        await context.setCookie({ name, value, domain, path: '/admin', httpOnly: true });
      }
    },
    upload: async (file) => {
      const field = await page.waitForSelector('input[type="file"]');
      await field!.uploadFile(file);
    },
    rest: () => comeToRest(page),
    pause: () => sleep(PAUSE_MS),
    breakCalls: (calls) => breakCalls(page, calls),
    picture: (name, part = 'page') => takePicture(page, name, look, part),
    close: () => context.close(),
  };
}

async function newPage(context: BrowserContext, { scheme, screen, language }: Look) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewport(SCREENS[screen]);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.evaluateOnNewDocument((wanted) => {
    localStorage.setItem('fiscal-language', wanted);
    localStorage.setItem('mantine-color-scheme-value', 'auto');
  }, language);
  return page;
}

function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // Chrome's own line about a call that got 4xx: the page shows what it means.
    const isOfCall = message.text().startsWith('Failed to load resource');
    if (['error', 'warn'].includes(message.type()) && !isOfCall) complaints.push(message.text());
  });
  return complaints;
}

/** In the page: as its router does it for a link. The heading that is left is marked. */
function follow(url: string): void {
  document.querySelector('h1')?.toggleAttribute('data-left');
  const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
  window.history.pushState({ key: crypto.randomUUID(), idx: idx + 1 }, '', url);
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
}

/** Until nothing is being loaded any more; an open stream of events is no loading. */
async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && !document.querySelector('[aria-busy="true"]'),
  );
}

async function comeToRest(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
  await page.evaluate(async () => {
    // Fonts are asked for when what is written in them is drawn first.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await document.fonts.ready;
    const moving = document.getAnimations().filter((each) => each instanceof CSSTransition);
    // One that is given up has ended, too.
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}

async function breakCalls(page: Page, calls: RegExp): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isCall = request.url().includes('/admin/api/') && calls.test(request.url());
    const body = JSON.stringify({ error: 'Something went wrong.', code: 'INTERNAL_ERROR' });
    const failed = { status: 500, contentType: 'application/json', body };
    void (isCall ? request.respond(failed) : request.continue());
  });
}

function actionsOn(page: Page, part: string): Actions {
  const named = (role: string, name: string) =>
    `${part}::-p-aria([name="${name}"][role="${role}"])`;
  const read = () =>
    page.evaluate((selector) => {
      const parts = [...document.querySelectorAll<HTMLElement>(selector || 'body')];
      return parts.map((each) => each.innerText).join('\n');
    }, part.trim());
  const waitFor = async (words: string, isThere: boolean) => {
    try {
      await page.waitForFunction(
        (selector, wanted, shouldBe) => {
          const parts = [...document.querySelectorAll<HTMLElement>(selector || 'body')];
          return parts.some((each) => each.innerText.includes(wanted)) === shouldBe;
        },
        { polling: 50 },
        part.trim(),
        words,
        isThere,
      );
    } catch (cause) {
      const there = await read();
      throw new Error(
        `"${words}" is ${isThere ? 'not' : 'still'} there. ${page.url()} says:\n${there}`,
        { cause },
      );
    }
  };
  return {
    click: (role, name) =>
      attempt(page, `click ${role} "${name}"`, named(role, name), (target) => target.click()),
    fill: (label, text) =>
      attempt(page, `fill "${label}"`, `${part}::-p-aria(${label})`, (field) =>
        writeInto(page, field, text),
      ),
    choose: (label, option) =>
      attempt(page, `choose "${label}"`, named('combobox', label), async (list) => {
        await list.select(option);
      }),
    see: (words) => waitFor(words, true),
    seeNo: (words) => waitFor(words, false),
    text: read,
  };
}

async function attempt(page: Page, what: string, selector: string, use: Use): Promise<void> {
  try {
    await whenReady(page, selector, use, PATIENCE_MS);
  } catch (cause) {
    const there = await page.evaluate(() => document.body.innerText);
    throw new Error(`Could not ${what}. ${page.url()} says:\n${there}`, { cause });
  }
}

async function takePicture(
  page: Page,
  name: string,
  look: Look,
  part: 'page' | 'screen',
): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  if (part === 'page') await page.evaluate(() => window.scrollTo(0, 0));
  const file = `${name}-${look.screen}-${look.scheme}-${look.language}.png` as const;
  await page.screenshot({ path: join(PICTURES, file), fullPage: part === 'page' });
}

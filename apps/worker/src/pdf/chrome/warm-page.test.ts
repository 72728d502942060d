import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPdf } from '@fiscal/testbed/pdf-reader';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startChrome } from './chrome.ts';
import type { Chrome } from './chrome.ts';
import { findChrome, SILENT } from '../testing/renderer.ts';
import { openWarmPage } from './warm-page.ts';

const executablePath = findChrome(process.env.CHROME_PATH);
const canPrint = executablePath === null ? describe.skip : describe;
const SHELL = '<!doctype html><title></title><style id="frame"></style><body></body>';

let temporaryFolder: string;
let chrome: Chrome;
const pipes = () => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap');

canPrint('a warm page (needs Chrome: set CHROME_PATH)', () => {
  const others = pipes();
  beforeAll(async () => {
    temporaryFolder = await mkdtemp(join(tmpdir(), 'warm-page-test-'));
    chrome = await startChrome({
      executablePath: executablePath ?? '',
      temporaryFolder,
      logger: SILENT,
      sandbox: 'if-possible',
    });
  });
  afterAll(async () => {
    await chrome.end();
    await rm(temporaryFolder, { recursive: true });
  });

  test('lays out a document for its print alone, and nothing for the screen', async () => {
    const warm = await openWarmPage(chrome.browser, SHELL);
    const pdf = await warm.print({ title: '', author: '', frameCss: '', body: '<p>hello</p>' });
    expect((await readPdf(pdf)).pages).toEqual(['hello']);
    const page = (await chrome.browser.pages()).at(-1);
    expect(await page?.evaluate('document.body.textContent')).toBe('hello');
    const boxes =
      '[...document.querySelectorAll("*")].flatMap((each) => [...each.getClientRects()])';
    expect(await page?.evaluate(`${boxes}.length`)).toBe(0);
  });

  test('keeps the process that has printed from ending no longer than its Chrome runs', async () => {
    expect(pipes().length).toBeGreaterThan(others.length);
    await chrome.end();
    expect(pipes()).toEqual(others);
  });
});

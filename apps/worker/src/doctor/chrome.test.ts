import { createLogger } from '@fiscal/runtime';
import { expect, test } from '@jest/globals';
import type { PrintingEnv } from '../env.ts';
import { findChrome } from '../pdf/testing/renderer.ts';
import { examineChromeStart } from './chrome.ts';

const chrome = findChrome(process.env.CHROME_PATH);
const testWithChrome = chrome === null ? test.skip : test;
const logger = createLogger({ name: 'test', level: 'silent' });

function examine(path: string, sandbox: PrintingEnv['CHROME_SANDBOX'] = 'if-possible') {
  const limits = { PRINT_CONCURRENCY: 1, PRINT_TIMEOUT_MS: 60_000, PRINT_MEMORY_MB: 4_096 };
  const own = { CHROME_PATH: path, CHROME_SANDBOX: sandbox, LOG_LEVEL: 'silent' };
  // What an environment has besides concerns no browser.
  return examineChromeStart({ ...limits, ...own } as PrintingEnv, logger);
}

test('a program that is not there, and one that may not be run, are named', async () => {
  for (const path of ['/nowhere/chrome', import.meta.filename]) {
    expect(await examine(path)).toMatchObject({
      code: 'CHROME_MISSING',
      sentence: expect.stringContaining('CHROME_PATH names no program'),
    });
  }
});

test('a program that is no browser does not start', async () => {
  expect(await examine('/bin/false')).toMatchObject({ code: 'CHROME_BROKEN' });
});

testWithChrome('a browser is started, and says whether it has its sandbox', async () => {
  const found = await examine(chrome ?? '');
  if (found !== null) expect(found).toMatchObject({ code: 'CHROME_UNSANDBOXED', isRemark: true });
  const required = await examine(chrome ?? '', 'required');
  expect(required?.code).toBe(found === null ? undefined : 'CHROME_REFUSED');
});

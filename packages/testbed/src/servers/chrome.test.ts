import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseChrome, usePackagedChrome } from './chrome.ts';

// A browser of 170 MB is unpacked and started.
jest.setTimeout(300_000);

const given = { CHROME_PATH: process.env.CHROME_PATH, PATH: process.env.PATH };
const isPackageForThisMachine = process.platform === 'linux' && process.arch === 'x64';
const withPackage = isPackageForThisMachine ? describe : describe.skip;

afterEach(() => {
  process.env.PATH = given.PATH;
  if (given.CHROME_PATH === undefined) delete process.env.CHROME_PATH;
  else process.env.CHROME_PATH = given.CHROME_PATH;
});

const newDirectory = () => mkdtempSync(join(tmpdir(), 'fiscal-chrome-'));

describe('the choice of Chrome', () => {
  test('a CHROME_PATH where no browser starts ends in a sentence that says what to do', async () => {
    process.env.CHROME_PATH = '/bin/false';
    await expect(chooseChrome('/nowhere')).rejects.toThrow(/CHROME_PATH is \/bin\/false/);
  });

  test('a program that only has the name of a browser is passed over', async () => {
    delete process.env.CHROME_PATH;
    const directory = newDirectory();
    const stub = '#!/bin/sh\necho "requires the chromium snap to be installed" >&2\nexit 1\n';
    writeFileSync(join(directory, 'chromium-headless-shell'), stub, { mode: 0o755 });
    const real = '#!/bin/sh\necho "Chromium 140.0.1 built on Debian"\n';
    writeFileSync(join(directory, 'chromium'), real, { mode: 0o755 });
    process.env.PATH = directory;
    const chrome = await chooseChrome('/nowhere');
    expect(chrome).toEqual({
      path: join(directory, 'chromium'),
      choice: `Chromium 140.0.1 at ${join(directory, 'chromium')}, found on this machine`,
    });
    rmSync(directory, { recursive: true });
  });
});

withPackage('the Chrome inside the npm package (needs Linux on x86-64)', () => {
  test('is unpacked with its libraries and fonts, and starts', async () => {
    const directory = newDirectory();
    const chrome = await usePackagedChrome(join(directory, 'chrome'));
    expect(chrome.choice).toContain('inside the npm package');
    expect(existsSync(join(directory, 'chrome.part'))).toBe(false);
    // A container's /dev/shm may be small or missing.
    const safe = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];
    const flags = ['--headless', ...safe, '--remote-debugging-port=0'];
    // Only what it brings itself may be needed.
    const child = spawn(chrome.path, [...flags, `--user-data-dir=${directory}/profile`], {
      env: { HOME: directory },
    });
    const words = new Promise<string>((resolve) => {
      let text = '';
      child.stderr.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('DevTools listening on ws://')) resolve(text);
      });
      child.on('exit', () => {
        resolve(text);
      });
    });
    expect(await words).toContain('DevTools listening on ws://');
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    rmSync(directory, { recursive: true, maxRetries: 5 });
  });
});

// The process: it reports all that is wrong with its settings, starts from files, and ends on
// SIGTERM.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readSettings } from './env.ts';
import { makeKeys } from './testing/running.ts';
import { simulatorFiles, spawnSimulator } from './testing/spawned.ts';

const keys = await makeKeys();
const directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));
const environment = simulatorFiles(directory, keys);

afterAll(() => {
  rmSync(directory, { recursive: true });
});

describe('the settings', () => {
  test('have defaults for all but the three files without which nothing works', () => {
    const needed = Object.entries(environment).filter(([name]) => !/REGISTRY|STATE/.test(name));
    const defaults = { host: '127.0.0.1', port: 4010, latencyMs: 0, tcrActivationMs: 0 };
    expect(readSettings(Object.fromEntries(needed)).options).toMatchObject(defaults);
  });

  const otherKey = join(directory, 'other-key.pem');

  test.each([
    ['CA', 'nowhere.pem', 'must be the path of a file with PEM certificates: there is none'],
    [
      'SIGNING_KEY',
      'ca.pem',
      'must be the path of a file with a PEM private key: the file holds none',
    ],
    ['SIGNING_CERTIFICATE', undefined, 'must be the path of a file'],
    ['SIGNING_KEY', otherKey, 'must be the key of EFI_SIMULATOR_SIGNING_CERTIFICATE'],
    ['PORT', '99999', 'must be a whole number from 0 to 65535'],
    ['STATE_FILE', 'nowhere/state.jsonl', 'must lie in a folder that exists'],
    ['LATENCY_MS', 'soon', 'must be a whole number from 0 to 86400000'],
  ])('%s is refused where it is %s', (name, value, problem) => {
    writeFileSync(otherKey, keys.taxpayer.key);
    const variable = `EFI_SIMULATOR_${name}`;
    const given = value?.includes('.') && value !== otherKey ? join(directory, value) : value;
    const change = { ...environment, [variable]: given };
    expect(() => readSettings(change)).toThrow(`${variable} ${problem}`);
  });

  test('are refused with all problems at once', () => {
    const source = { ...environment, EFI_SIMULATOR_PORT: '99999', EFI_SIMULATOR_LATENCY_MS: 'x' };
    expect(() => readSettings(source)).toThrow(/PORT must [^]*LATENCY_MS must /);
  });
});

describe('the process', () => {
  test('names in one JSON line where it listens, serves, and ends with 0 on SIGTERM', async () => {
    const spawned = spawnSimulator({ ...environment, EFI_SIMULATOR_PORT: '0' });
    const { status } = await fetch(`${await spawned.url}/health/ready`);
    const { code, stdout } = await spawned.end('SIGTERM');
    expect([status, code]).toEqual([200, 0]);
    const lines = stdout.trim().split('\n');
    const [ready] = lines.map((line) => JSON.parse(line) as object);
    expect(ready).toMatchObject({ msg: 'ready', url: expect.stringMatching(/^http:\/\/127/) });
  });

  test('ends with 1 and one clear text when its settings are wrong', async () => {
    const { code, stderr } = await spawnSimulator({}).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/^efi-simulator cannot start: The configuration is not valid:/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

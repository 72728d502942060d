// The process: it says all that is wrong with its settings, starts from files, and ends on SIGTERM.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readSettings, VARIABLES } from './env.ts';
import { makeKeys } from './testing/running.ts';
import { runSimulator, simulatorFiles, spawnSimulator } from './testing/spawned.ts';

const keys = await makeKeys();
const directory = mkdtempSync(join(tmpdir(), 'efi-simulator-'));
const environment = simulatorFiles(directory, keys);

afterAll(() => {
  rmSync(directory, { recursive: true });
});

function problemsOf(source: Record<string, string>): string {
  try {
    readSettings(source);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('the settings', () => {
  test('are all in .env.example, and nothing else is', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    const names = [...example.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual([...VARIABLES].sort());
  });

  test('have defaults for all but the three files without which nothing works', () => {
    const needed = Object.entries(environment).filter(([name]) => !/REGISTRY|STATE/.test(name));
    const { options } = readSettings(Object.fromEntries(needed));
    expect(options).toMatchObject({
      host: '127.0.0.1',
      port: 4010,
      latencyMs: 0,
      tcrActivationMs: 0,
    });
  });

  test('name every missing and every wrong variable at once', () => {
    const problems = problemsOf({
      EFI_SIMULATOR_CA: join(directory, 'nowhere.pem'),
      EFI_SIMULATOR_SIGNING_KEY: environment.EFI_SIMULATOR_CA!,
      EFI_SIMULATOR_PORT: '99999',
      EFI_SIMULATOR_SCHEMA: join(directory, 'nowhere.xsd'),
      EFI_SIMULATOR_STATE_FILE: join(directory, 'nowhere', 'state.jsonl'),
      EFI_SIMULATOR_LATENCY_MS: 'soon',
    });
    expect(problems).toMatch(/EFI_SIMULATOR_CA: names a file that does not exist/);
    expect(problems).toMatch(/EFI_SIMULATOR_SIGNING_KEY: is no file with a PEM private key/);
    expect(problems).toMatch(/EFI_SIMULATOR_SIGNING_CERTIFICATE: must be the path of a file/);
    expect(problems).toMatch(/EFI_SIMULATOR_PORT/);
    expect(problems).toMatch(/EFI_SIMULATOR_SCHEMA: names a file that does not exist/);
    expect(problems).toMatch(/EFI_SIMULATOR_STATE_FILE: lies in a folder that does not exist/);
    expect(problems).toMatch(/EFI_SIMULATOR_LATENCY_MS/);
  });

  test('refuse a key that is not of the certificate, and half of a TLS identity', () => {
    const strangers = join(directory, 'strangers.pem');
    writeFileSync(strangers, keys.taxpayer.key);
    const problems = problemsOf({
      ...environment,
      EFI_SIMULATOR_SIGNING_KEY: strangers,
      EFI_SIMULATOR_TLS_KEY: strangers,
    });
    expect(problems).toMatch(/SIGNING_KEY: does not belong to EFI_SIMULATOR_SIGNING_CERTIFICATE/);
    expect(problems).toMatch(/TLS_KEY: must be set together/);
  });
});

describe('the process', () => {
  test('says in one JSON line where it listens, serves, and ends with 0 on SIGTERM', async () => {
    const spawned = await spawnSimulator({ ...environment, EFI_SIMULATOR_PORT: '0' });
    const { status } = await fetch(`${spawned.url}/health/ready`);
    const ended = await spawned.end('SIGTERM');
    expect(status).toBe(200);
    expect(ended).toMatchObject({ code: 0 });
    const lines = ended.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string });
    expect(lines[0]).toMatchObject({ msg: 'ready', url: expect.stringMatching(/^http:\/\/127/) });
  });

  test('ends with 1 and one clear text when its settings are wrong', async () => {
    const ended = await runSimulator({});
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^efi-simulator cannot start: The configuration is not valid:/);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });
});

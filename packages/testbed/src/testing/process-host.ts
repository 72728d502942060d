import { afterEach, beforeEach } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers } from '../../../../scripts/bootstrap/leftovers.mjs';
import type { ProcessHost } from '../processes/processes.ts';

/** A host in a folder of its own for each test, which ends what the test has started. */
export function hostForEachTest(graceMs?: number) {
  let directory: string;
  let deaths: string[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'fiscal-testbed-'));
    deaths = [];
  });
  afterEach(async () => {
    await endLeftovers(directory, graceMs);
    rmSync(directory, { recursive: true, force: true });
  });
  return () => {
    const onDeath = (sentence: string) => void deaths.push(sentence);
    const host: ProcessHost = { logs: directory, runDirectory: directory, onDeath };
    return { directory, deaths, host };
  };
}

// How long each test file took, kept from run to run, and a guess for files that were never seen here.
// The order of the files and the time that is left come from it.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = process.cwd();
const store = join(root, '.run/test-durations.json');
/** Files that start the whole service, in milliseconds; every other one is a unit test. */
const SERVICE_MS = 15_000;
const UNIT_MS = 2_000;
const LONG_MS = 60_000;
/** What would end long after everything else, were it begun as late as a file of its kind. */
const LONGEST_MS = {
  'e2e/src/panel/every-page.long.test.ts': 200_000,
  'e2e/src/fuzz/fuzz.long.test.ts': 150_000,
  'e2e/src/invoice-life.test.ts': 60_000,
  'apps/worker/src/pdf/render-pdf.test.ts': 40_000,
  'packages/efi/src/schema/validate-request.test.ts': 40_000,
};
/** So much of a run is taken to go as expected before what has ended says otherwise. */
const TRUSTED_MS = 60_000;

const known = new Map(Object.entries(readStore()));
/** Paths of all files of this run, once their order is known. */
let planned = [];

/** Milliseconds that the file will take, by its absolute path. */
export function expectedMs(path) {
  const name = relative(root, path);
  return known.get(name) ?? LONGEST_MS[name] ?? usualMs(name);
}

function usualMs(name) {
  if (name.includes('.long.')) return LONG_MS;
  return name.startsWith('e2e/') ? SERVICE_MS : UNIT_MS;
}

/** The absolute paths in the order in which they will run: the longest first. */
export function planRun(paths) {
  planned = [...paths].sort((one, other) => expectedMs(other) - expectedMs(one));
  return planned;
}

/**
 * Milliseconds until the run ends. `measured`: milliseconds by path of what has ended; `startedAt`:
 * the time (`Date.now`) by path of what is under way. A machine that is slower than the one before
 * is noticed by what has ended.
 */
export function timeLeftMs(measured, startedAt, workers) {
  let expected = TRUSTED_MS;
  let took = TRUSTED_MS;
  for (const [path, ms] of measured) {
    expected += expectedMs(path);
    took += ms;
  }
  const pace = took / expected;
  let left = 0;
  for (const path of planned) {
    if (measured.has(path)) continue;
    const elapsed = startedAt.has(path) ? Date.now() - startedAt.get(path) : 0;
    left += Math.max(0, expectedMs(path) * pace - elapsed);
  }
  return left / workers;
}

/** Adds what this run has measured: milliseconds by absolute path. */
export function keepDurations(measured) {
  for (const [path, ms] of measured) known.set(relative(root, path), Math.round(ms));
  mkdirSync(dirname(store), { recursive: true });
  writeFileSync(store, JSON.stringify(Object.fromEntries([...known].sort()), null, 2));
}

function readStore() {
  try {
    return JSON.parse(readFileSync(store, 'utf8'));
  } catch {
    return {};
  }
}

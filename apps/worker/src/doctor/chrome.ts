// Whether there is a browser to print with: its file at a start, which costs nothing; by hand a
// browser is started as the print process starts it.

import type { Finding, Logger } from '@fiscal/runtime';
import { access, constants } from 'node:fs/promises';
import type { PrintingEnv } from '../env.ts';
import { openPrinter } from '../pdf/open-printer.ts';

/** @param path CHROME_PATH. */
export async function examineChromePath(path: string): Promise<Finding | null> {
  try {
    await access(path, constants.X_OK);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const sentence = `CHROME_PATH names no program that this process may run (${reason}): name the program of a Chrome or Chromium.`;
    return { code: 'CHROME_MISSING', sentence };
  }
}

/** Starts a print process with its browser, and ends both. */
export async function examineChromeStart(
  env: PrintingEnv,
  logger: Logger,
): Promise<Finding | null> {
  const missing = await examineChromePath(env.CHROME_PATH);
  if (missing !== null) return missing;
  const printer = openPrinter(env, logger);
  try {
    const verdict = await printer.verdict;
    if (!verdict.mayPrint) return { code: 'CHROME_REFUSED', sentence: verdict.why };
    if (verdict.isSandboxed === true) return null;
    if (verdict.isSandboxed === null) {
      const sentence =
        'The browser of CHROME_PATH does not start: run it with --version to see why.';
      return { code: 'CHROME_BROKEN', sentence };
    }
    const sentence = 'Chrome runs without its sandbox, because CHROME_SANDBOX is if-possible.';
    return { code: 'CHROME_UNSANDBOXED', sentence, isRemark: true };
  } finally {
    await printer.close();
  }
}

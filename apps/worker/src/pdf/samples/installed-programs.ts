import { existsSync } from 'node:fs';

const CHROME_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The Chrome to test with: the preferred one (`CHROME_PATH`), else the first in a usual place. */
export function findChrome(preferred: string | undefined): string | null {
  const paths = preferred === undefined || preferred === '' ? CHROME_PATHS : [preferred];
  return paths.find((path) => existsSync(path)) ?? null;
}

import { existsSync, readFileSync, readdirSync } from 'node:fs';

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

export interface ListedProcess {
  pid: number;
  commandLine: string;
}

/** All living processes that descend from this one, without it. Linux only. */
export function descendants(): ListedProcess[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [state, parent] = readProcess(name, 'stat')
      .replace(/^.*\) /, '')
      .split(' ');
    if (parent !== undefined && state !== 'Z') parents.set(Number(name), Number(parent));
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs).map((pid) => ({
    pid,
    commandLine: readProcess(String(pid), 'cmdline').replaceAll('\0', ' '),
  }));
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // It ended while it was being listed.
  }
}

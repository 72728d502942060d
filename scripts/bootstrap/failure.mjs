// Turns what went wrong while installing or building into one sentence that says what to do.

import { statfsSync } from 'node:fs';
import { homedir } from 'node:os';

/** Something a person can act on: the message is the sentence shown, without a stack trace. */
export class BootstrapFailure extends Error {
  code = 'BOOTSTRAP_FAILURE';
}

/** Checked in this order: the first that matches the output names the cause. */
const causes = [
  [
    /ENOSPC|no space left on device|disk quota exceeded/i,
    'The disk is full: installing needs about 2 GB. Make room and run COMMAND again.',
  ],
  [
    /ERR_PNPM_(FROZEN_LOCKFILE_WITH_)?OUTDATED_LOCKFILE/,
    'pnpm-lock.yaml does not match the package.json files: run npx -y pnpm@PNPM install and commit the lockfile.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|error sending request|dns error|network request/i,
    'The npm registry does not respond. Check the network (or the proxy settings of npm) and run COMMAND again.',
  ],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_HAS_EXPIRED|invalid peer certificate/i,
    'The certificate of the npm registry is not trusted here. Point NODE_EXTRA_CA_CERTS (or npm config cafile) at the right CA file and run COMMAND again.',
  ],
  [
    /\bE40[13]\b|ERR_PNPM_FETCH_40[13]/,
    'The npm registry refuses access. Check the credentials in your .npmrc and run COMMAND again.',
  ],
  [
    /EACCES|EPERM|EROFS|permission denied|read-only file system/i,
    'A file cannot be written. Check who owns this folder and your home folder, and run COMMAND again.',
  ],
];

/** Less than this is a full disk, whatever the programs say of it. */
const fullBytes = 50 * 1024 * 1024;

/** The sentence for a failed `what` ("Installing the packages"), from everything it printed. */
export function explain(what, output, { root, command, pnpm, logFile }) {
  // npm, for one, leaves half a package on a full disk and fails later, for another reason.
  const seen = [root, homedir()].some(isFull) ? 'ENOSPC' : output;
  const known = causes.find(([pattern]) => pattern.test(seen));
  const sentence = known
    ? known[1].replaceAll('COMMAND', command).replaceAll('PNPM', pnpm)
    : `${what} failed; the end of ${logFile} says why.`;
  return new BootstrapFailure(known ? `${sentence} (Details: ${logFile}.)` : sentence);
}

function isFull(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < fullBytes;
  } catch {
    return false;
  }
}

/**
 * The oldest Node that the processes run on, as `engines` of their packages says; `npm start` needs
 * less.
 */
const OLDEST_MAJOR = 24;

/**
 * Ends the process with one sentence where Node is too old for the rest of it. An older Node fails
 * while it loads a module that needs more, so that the caller imports nothing else before.
 * @param what is started, at the beginning of a sentence: "The API".
 */
export function requireNode(what: string): void {
  const { node } = process.versions;
  if (Number(node.split('.')[0]) >= OLDEST_MAJOR) return;
  process.stderr.write(
    `${what} needs Node ${String(OLDEST_MAJOR)} or newer and this is ${node}: ` +
      'use node_modules/.bin/node, which npm start installs, or one of nodejs.org.\n',
  );
  process.exit(1);
}

// Ctrl-C, SIGTERM, a closed terminal and the end of npm, whenever they come: the child that is
// running is asked to end, by force if it takes too long, and everybody else can ask whether it is
// over.

import { signalGroup } from './child.mjs';

const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
/** npm and the terminal both deliver one Ctrl-C; a later one means that the person insists. */
const sameKeyMs = 1_000;
const watchEveryMs = 250;

/**
 * Listens for the signals. `exitCode()` is null until one has come; `guard(child, …)` makes the
 * child the one that is ended: `politely` for a process that ends its own children, else its whole
 * group at once.
 */
export function listenForInterrupt() {
  let interrupted = null;
  let guarded = null;

  const end = () => {
    const { child, politely, graceMs } = guarded;
    if (politely) child.kill('SIGTERM');
    else signalGroup(child, 'SIGTERM');
    const force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
    child.once('close', () => clearTimeout(force));
  };
  const onSignal = (name) => {
    if (interrupted === null) {
      interrupted = { name, at: Date.now() };
      if (guarded !== null) end();
    } else if (Date.now() - interrupted.at > sameKeyMs && guarded !== null) {
      signalGroup(guarded.child, 'SIGKILL');
    }
  };
  for (const name of Object.keys(exitCodes)) process.on(name, () => onSignal(name));
  // `npm start | head`: the reader has ended.
  process.stdout.on('error', () => onSignal('SIGHUP'));
  watchNpm(() => onSignal('SIGHUP'));

  return {
    exitCode: () => (interrupted === null ? null : exitCodes[interrupted.name]),
    guard(child, { politely, graceMs }) {
      guarded = { child, politely, graceMs };
      child.once('close', () => {
        guarded = null;
      });
      if (interrupted !== null) end();
    },
  };
}

// npm passes on SIGINT and SIGTERM, and nothing else: of its own end its script learns only that it
// has another parent.
function watchNpm(onEnd) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    onEnd();
  }, watchEveryMs);
  watch.unref();
}

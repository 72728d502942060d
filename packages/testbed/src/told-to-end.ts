// How the main process learns that it is over: a signal, or the end of its standard input, which is
// a pipe from the bootstrap and ends when that is gone, however that happened.

/** Listens from now on. */
export interface ToldToEnd {
  /** Aborted when told to end. */
  signal: AbortSignal;
  /** Resolves when told to end. */
  promise: Promise<void>;
  /** Tells to end from within. */
  end: () => void;
}

/** Listens for SIGTERM, SIGINT, SIGHUP and the end of the standard input. */
export function listenForTheEnd(): ToldToEnd {
  const controller = new AbortController();
  const end = () => {
    controller.abort(new Error('told to end'));
  };
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, end);
  process.stdin.on('end', end).on('error', end).resume();
  process.stdout.on('error', end);
  return {
    signal: controller.signal,
    end,
    promise: new Promise((resolve) => {
      controller.signal.addEventListener('abort', () => {
        resolve();
      });
    }),
  };
}

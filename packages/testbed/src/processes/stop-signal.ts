// When the main process has to end: a signal, or the end of its standard input, which is a pipe
// from the bootstrap and ends when that is gone, however that happened.

/** Listens from now on. */
export interface StopSignal {
  /** Aborted when the process has to end. */
  signal: AbortSignal;
  /** Resolves then. */
  promise: Promise<void>;
  /** Ends it from within. */
  end: () => void;
}

/** Listens for SIGTERM, SIGINT, SIGHUP and the end of the standard input. */
export function listenForStopSignal(): StopSignal {
  const controller = new AbortController();
  const end = () => {
    controller.abort(new Error('the process is to end'));
  };
  const promise = new Promise<void>((resolve) => {
    controller.signal.addEventListener('abort', () => {
      resolve();
    });
  });
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, end);
  process.stdin.on('end', end).on('error', end).resume();
  process.stdout.on('error', end);
  return { signal: controller.signal, end, promise };
}

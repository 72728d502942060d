// One life of the print process, seen from the worker: started with nothing but what it needs,
// without a network where the machine allows that, watched for its memory, and ended with all its
// Chromes.

import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endTree, pickVariables, privateBytes, readProcessTree } from '@fiscal/runtime';
import type { TreeProcess } from '@fiscal/runtime';
import { readFrames, writeFrame } from './frames.ts';
import { MOST_PDF_BYTES, report } from './print-messages.ts';
import type { Order, PrintProcessSettings, Report } from './print-messages.ts';
import { watchTree } from './tree-watch.ts';

export interface PrintChildOptions {
  settings: PrintProcessSettings;
  /** It is ended once it and its Chromes hold more for themselves. */
  maxTreeBytes: number;
  onReport: (report: Report, bytes: Buffer) => void;
  /** Once, when it has ended and its Chromes are killed, with the reason in words. */
  onEnd: (why: string) => void;
}

export type PrintChild = ReturnType<typeof watch>;

const IS_SOURCE = import.meta.url.endsWith('.ts');
const ENTRY = fileURLToPath(
  new URL(`./print-process${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url),
);
const NODE_ARGS = [
  '--max-old-space-size=512',
  '--enable-source-maps',
  ...(IS_SOURCE ? ['--conditions=source'] : []),
];
/**
 * All that it gets of the worker's environment: where programs and fonts are. Not the key of the
 * vault, not the passwords of the database and the queue, and nothing that is added later.
 */
const ENVIRONMENT = pickVariables(['PATH', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'NODE_COMPILE_CACHE']);
/** For its own end, in which Chrome may take 3 s. */
const CLOSE_MS = 8_000;

const run = promisify(execFile);
let networkless: Promise<readonly string[]> | undefined;

/** The command that takes the network away from what it starts; empty where that is not allowed. */
function withoutNetwork(): Promise<readonly string[]> {
  const isRoot = process.getuid?.() === 0;
  const command = ['unshare', ...(isRoot ? [] : ['--user', '--map-current-user']), '--net', '--'];
  const [program = '', ...args] = command;
  networkless ??= run(program, [...args, 'true'], { env: ENVIRONMENT }).then(
    () => command,
    () => [],
  );
  return networkless;
}

/**
 * Starts it; orders may be sent at once. `kill` ends it with all that it has started; `close` lets
 * it end its Chromes, and resolves when it has ended and what was left of them is killed.
 */
export async function startPrintChild(options: PrintChildOptions): Promise<PrintChild> {
  const [program = '', ...args] = [...(await withoutNetwork()), process.execPath, ...NODE_ARGS];
  const child = spawn(program, [...args, ENTRY], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  return watch(child, options);
}

function watch(child: ChildProcess, options: PrintChildOptions) {
  const socket = child.stdio[3] as Duplex;
  let seen: TreeProcess[] = [];
  let reason: string | null = null;
  /** Orders without a result; `close` never has one. */
  const pending = new Set<number | 'start' | 'close'>();

  function kill(why: string): void {
    reason ??= why;
    if (child.pid !== undefined) seen = [...readProcessTree(child.pid), ...seen];
    child.kill('SIGKILL');
    endTree(seen);
  }
  function look(): void {
    if (child.pid === undefined) return;
    seen = readProcessTree(child.pid);
    const bytes = privateBytes(seen);
    if (bytes <= options.maxTreeBytes) return;
    kill(`it and Chrome hold ${Math.round(bytes / 1_048_576)} MiB`);
  }
  const endWatch = watchTree(() => pending.size > 0, look);

  const ended = new Promise<void>((resolve) => {
    const end = (why: string) => {
      endWatch();
      socket.destroy();
      // A Chrome that hangs does not notice that its owner is gone.
      endTree(seen);
      options.onEnd(reason ?? why);
      resolve();
    };
    child.once('error', (error) => {
      if (child.pid === undefined) end(`it could not be started: ${error.message}`);
    });
    child.once('exit', (code, signal) =>
      end(signal === null ? `it ended with ${String(code)}` : `${signal} ended it`),
    );
  });
  // A broken socket means that the process has ended or is ending, which 'exit' reports.
  socket.on('error', () => undefined);
  readFrames(
    socket,
    MOST_PDF_BYTES,
    ({ message, bytes }) => {
      const read = report.safeParse(message);
      if (read.success) {
        pending.delete('id' in read.data ? read.data.id : 'start');
        options.onReport(read.data, bytes);
      } else kill('it said something that was not expected');
    },
    kill,
  );
  const send = (order: Order): void => {
    pending.add(order.kind === 'print' ? order.id : order.kind);
    writeFrame(socket, order);
  };
  send({ kind: 'start', settings: options.settings });
  return {
    pid: child.pid,
    send,
    kill,
    async close(): Promise<void> {
      reason ??= 'it was closed';
      send({ kind: 'close' });
      const late = setTimeout(kill, CLOSE_MS, 'it did not close');
      await ended;
      clearTimeout(late);
    },
  };
}

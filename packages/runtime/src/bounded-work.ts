// Does one piece of work in a process of its own, for untrusted input. Its time, memory and output
// are bounded, and what goes beyond them is killed: a thread can not be ended while native code
// runs in it, a process can. Input and output go through pipes alone: arguments and environment can
// be seen from outside.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { privateBytes } from './process-tree.ts';
import { REFUSED } from './process-input.ts';

/** What a piece of work may cost. */
export interface WorkLimits {
  /** From the start of the process on. */
  timeoutMs: number;
  /** What the process holds for itself. Seen on Linux only; elsewhere its heap alone is bounded. */
  memoryBytes: number;
  outputBytes: number;
}

interface BoundedWork {
  /** `import.meta.url` of the calling module, beside which the module lies. */
  from: string;
  /** The module that the process runs, without its ending; it calls `processInput`. */
  entry: string;
  /** All that the process has of an environment. */
  environment: Record<string, string>;
  input: Uint8Array;
  limits: WorkLimits;
}

/** How it ended; the process is gone by then. */
type WorkOutcome =
  | { kind: 'done'; output: Buffer }
  /** The work threw; `words` is the message. */
  | { kind: 'refused'; words: string }
  | { kind: 'used-up'; what: 'time' | 'memory' | 'output' };

/** Of its JavaScript; V8 ends a process that needs more. */
const HEAP_MB = 128;
/** Between two looks at its memory. */
const WATCH_MS = 100;
const MOST_WORDS = 500;
/** V8 and native libraries that get no memory abort, and the kernel kills when it has none left. */
const OUT_OF_MEMORY: readonly (string | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGKILL'];

/**
 * Runs the work to its end.
 * @throws Error where the process can not be started, or breaks without a stop signal.
 */
export async function runBounded(work: BoundedWork): Promise<WorkOutcome> {
  const child: ChildProcess = spawn(process.execPath, nodeArguments(work), {
    env: work.environment,
    stdio: 'pipe',
  });
  // First of all: a process that can not be started has no pipes, and its 'error' event follows.
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const { limits } = work;
  const seen = listen(child, limits);
  const timer = setTimeout(seen.end, limits.timeoutMs, 'time');
  const watching = setInterval(seen.weigh, WATCH_MS);
  child.on('spawn', seen.weigh);
  // A process that has ended takes nothing any more, which 'close' reports.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(work.input);
  try {
    const { code, signal } = await ended;
    const what = seen.usedUp() ?? (OUT_OF_MEMORY.includes(signal) ? 'memory' : null);
    if (what !== null) return { kind: 'used-up', what };
    if (code === REFUSED) return { kind: 'refused', words: seen.words() };
    if (code === 0) return { kind: 'done', output: seen.output() };
    const how = `${work.entry} ended with ${signal ?? `code ${code}`}`;
    throw new Error(`${how}: ${seen.words()}`);
  } finally {
    clearTimeout(timer);
    clearInterval(watching);
    seen.letGo();
  }
}

function nodeArguments({ from, entry }: BoundedWork): string[] {
  // From the sources it is started from its source, too.
  const isSource = from.endsWith('.ts');
  const path = fileURLToPath(new URL(`${entry}${isSource ? '.ts' : '.js'}`, from));
  return [`--max-old-space-size=${HEAP_MB}`, ...(isSource ? ['--conditions=source'] : []), path];
}

/** Output and exit of a process until it has ended. */
function listen(child: ChildProcess, { memoryBytes, outputBytes }: WorkLimits) {
  const chunks: Buffer[] = [];
  let length = 0;
  let words = '';
  let usedUp: 'time' | 'memory' | 'output' | null = null;
  const end = (what: 'time' | 'memory' | 'output'): void => {
    usedUp ??= what;
    child.kill('SIGKILL');
  };
  const weigh = (): void => {
    const { pid } = child;
    if (pid !== undefined && privateBytes([{ pid }]) > memoryBytes) end('memory');
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > outputBytes) end('output');
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(0, MOST_WORDS);
  });
  return {
    end,
    weigh,
    usedUp: () => usedUp,
    words: () => words,
    output: () => Buffer.concat(chunks),
    /** The output may be a secret: only who asked for it has it afterwards. */
    letGo() {
      for (const chunk of chunks) chunk.fill(0);
    },
  };
}

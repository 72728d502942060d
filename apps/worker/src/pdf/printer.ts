// Has documents printed by a process of its own, which holds no secret, and starts it anew when it
// ends.
//
// A print that was in progress when the process ended is repeated once. Any of those may be what
// ended it, so they are repeated one at a time, with nothing beside them: the guilty one fails, and
// the others are printed.

import { MOST_PRINTED_BYTES } from '@fiscal/domain';
import { PdfError } from './pdf-error.ts';
import type { PdfLogger } from './pdf-error.ts';
import { startPrintChild } from './print-child.ts';
import type { PrintChild } from './print-child.ts';
import type { PrintProcessSettings, Report } from './print-messages.ts';
import type { Printed } from './document/document-model.ts';

export interface PrinterOptions {
  settings: PrintProcessSettings;
  /** The process is ended once it and Chrome hold more for themselves. Linux only. */
  maxTreeBytes: number;
  logger: PdfLogger;
  /** How long an order may stay without any message; default two tries and two starts of Chrome. */
  silentMs?: number;
}

/** Whether printing may begin, and how Chrome runs. */
export type Verdict =
  | { mayPrint: true; isSandboxed: boolean | null }
  /** Without a sandbox nothing is printed here. */
  | { mayPrint: false; why: string };

interface Task {
  id: number;
  document: Printed;
  isRepeated: boolean;
  isLate: boolean;
  timer?: NodeJS.Timeout;
  resolve: (pdf: Uint8Array) => void;
  reject: (error: PdfError) => void;
}

const FIRST_RESTART_MS = 250;
const LONGEST_RESTART_MS = 30_000;
/** Beyond two tries: two starts of Chrome, which a loaded machine takes its time for. */
const BEYOND_TRIES_MS = 45_000;

/** Begins at once. */
export class Printer {
  /** Resolves when the first process has started Chrome, or could not. */
  readonly verdict: Promise<Verdict>;
  readonly #options: PrinterOptions;
  readonly #waiting: Task[] = [];
  /** Were in progress when a process ended; they go first, and alone. */
  readonly #suspects: Task[] = [];
  readonly #inProgress = new Map<number, Task>();
  #decide: (verdict: Verdict) => void = () => undefined;
  #child: PrintChild | null = null;
  #starting: Promise<void> = Promise.resolve();
  #restartTimer: NodeJS.Timeout | undefined;
  #restartMs = 0;
  #nextId = 1;
  #isClosed = false;

  constructor(options: PrinterOptions) {
    this.#options = options;
    this.verdict = new Promise((resolve) => (this.#decide = resolve));
    this.#begin();
  }

  /** Of the process of the moment; undefined while there is none. */
  pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The PDF of one document. Throws `PdfError`. */
  async render(document: Printed): Promise<Uint8Array> {
    if (this.#isClosed) throw closedError();
    const json = typeof document === 'string' ? document : JSON.stringify(document);
    const bytes = Buffer.byteLength(json);
    if (bytes > MOST_PRINTED_BYTES) {
      throw new PdfError('PDF_DOCUMENT_INVALID', `A document of ${bytes} bytes is not printed.`);
    }
    return await new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#waiting.push({ id, document, isRepeated: false, isLate: false, resolve, reject });
      this.#pump();
    });
  }

  /** Ends the process; a print under way ends with `PDF_RENDERER_CLOSED`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restartTimer);
    await this.#starting;
    await this.#child?.close();
    for (const task of [...this.#suspects.splice(0), ...this.#waiting.splice(0)]) {
      task.reject(closedError());
    }
  }

  #begin(): void {
    this.#starting = startPrintChild({
      settings: this.#options.settings,
      maxTreeBytes: this.#options.maxTreeBytes,
      onReport: (report, bytes) => this.#take(report, bytes),
      onEnd: (why) => this.#recover(why),
    }).then((child) => {
      this.#child = child;
      this.#pump();
    });
  }

  #pump(): void {
    const child = this.#child;
    while (child && !this.#isClosed) {
      const isAlone =
        this.#suspects.length > 0 || [...this.#inProgress.values()].some((task) => task.isRepeated);
      if (this.#inProgress.size >= (isAlone ? 1 : this.#options.settings.maxPages)) return;
      const task = this.#suspects.shift() ?? this.#waiting.shift();
      if (!task) return;
      this.#inProgress.set(task.id, task);
      task.timer = setTimeout(() => {
        task.isLate = true;
        child.kill('it says nothing');
      }, this.#silentMs());
      child.send({ kind: 'print', id: task.id, document: task.document });
    }
  }

  #silentMs(): number {
    const { silentMs, settings } = this.#options;
    return silentMs ?? 2 * settings.timeoutMs + BEYOND_TRIES_MS;
  }

  #take(report: Report, bytes: Buffer): void {
    if (report.kind === 'started') {
      this.#decide({ mayPrint: true, isSandboxed: report.isSandboxed });
      return;
    }
    if (report.kind === 'not-started') {
      this.#judge(report);
      return;
    }
    const task = this.#inProgress.get(report.id);
    if (!task) return;
    this.#inProgress.delete(task.id);
    clearTimeout(task.timer);
    this.#restartMs = 0;
    if (report.kind === 'printed') task.resolve(bytes);
    else task.reject(new PdfError(report.code, report.message));
    this.#pump();
  }

  /** Chrome did not start. Without a sandbox that is for good; else the next print tries again. */
  #judge({ code, message }: Extract<Report, { kind: 'not-started' }>): void {
    if (code === 'PDF_SANDBOX_UNAVAILABLE') {
      this.#options.logger.error({}, message);
      this.#decide({ mayPrint: false, why: message });
    } else {
      this.#options.logger.warn({}, message);
      this.#decide({ mayPrint: true, isSandboxed: null });
    }
  }

  #recover(why: string): void {
    this.#child = null;
    if (!this.#isClosed) this.#options.logger.warn({ why }, 'the print process has ended');
    for (const task of this.#inProgress.values()) {
      clearTimeout(task.timer);
      if (this.#isClosed) task.reject(closedError());
      else if (task.isLate) task.reject(lateError());
      else if (task.isRepeated) task.reject(brokenError(why));
      else this.#suspects.push(Object.assign(task, { isRepeated: true }));
    }
    this.#inProgress.clear();
    if (this.#isClosed) return;
    this.#restartTimer = setTimeout(() => this.#begin(), this.#restartMs);
    this.#restartMs = Math.min(2 * this.#restartMs || FIRST_RESTART_MS, LONGEST_RESTART_MS);
  }
}

function closedError(): PdfError {
  return new PdfError('PDF_RENDERER_CLOSED', 'The PDF renderer is closed.');
}

function lateError(): PdfError {
  return new PdfError('PDF_RENDER_TIMEOUT', 'The print process did not respond and was ended.');
}

function brokenError(why: string): PdfError {
  const message = `The print process ended twice over one document: ${why}.`;
  return new PdfError('PDF_RENDER_FAILED', message);
}

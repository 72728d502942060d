// The process that prints: Chrome's owner. It knows neither database nor queue nor keys, and where
// the machine allows it has no network: documents come in through one socket, PDFs go out. It ends
// with the worker that started it, whatever ends that one.

import { Socket } from 'node:net';
import { createLogger } from '@fiscal/runtime';
import { readFrames, writeFrame } from './frames.ts';
import { giveWayToSales } from './low-priority.ts';
import { PdfError } from './pdf-error.ts';
import { MOST_ORDER_BYTES } from './print-messages.ts';
import type { Order, PrintProcessSettings, Report } from './print-messages.ts';
import { createPdfRenderer } from './render-pdf.ts';
import type { PdfRenderer } from './render-pdf.ts';

giveWayToSales();
const socket = new Socket({ fd: 3 });
let renderer: PdfRenderer | null = null;
let isEnding = false;

function say(report: Report, pdf?: Uint8Array): void {
  writeFrame(socket, report, pdf);
}

function failureOf(error: unknown): Pick<PdfError, 'code' | 'message'> {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof PdfError ? error.code : 'PDF_RENDER_FAILED';
  return { code, message: message.slice(0, 2_000) };
}

async function start({ logLevel, ...settings }: PrintProcessSettings): Promise<void> {
  const logger = createLogger({ name: 'printer', level: logLevel });
  renderer = createPdfRenderer({ ...settings, logger });
  try {
    say({ kind: 'started', ...(await renderer.start()) });
  } catch (error) {
    say({ kind: 'not-started', ...failureOf(error) });
  }
}

async function print({ id, document }: Extract<Order, { kind: 'print' }>): Promise<void> {
  try {
    if (!renderer) throw new Error('A print was ordered before the start.');
    const pdf = await renderer.render(document);
    say({ kind: 'printed', id }, pdf);
  } catch (error) {
    say({ kind: 'failed', id, ...failureOf(error) });
  }
}

async function end(exitCode: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await renderer?.close();
  process.exit(exitCode);
}

// A signal to the whole group is for the worker, which finishes its prints, then closes the socket.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
socket.on('close', () => void end(0));
// What an error means is reported by 'close', which follows it.
socket.on('error', () => undefined);
readFrames(
  socket,
  MOST_ORDER_BYTES,
  ({ message }) => {
    // From the worker alone, which is trusted.
    const order = message as Order;
    if (order.kind === 'start') void start(order.settings);
    else if (order.kind === 'print') void print(order);
    else void end(0);
  },
  () => void end(1),
);

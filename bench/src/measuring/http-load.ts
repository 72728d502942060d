// Calls one path over and over on so many connections, each with one call in progress, and counts
// the responses. It writes prepared bytes and reads no more than where a response ends, so that it
// takes as little of the machine as it can from the server that it measures.

import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** One call, as bytes on the wire. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface LoadOptions {
  port: number;
  connections: number;
  forMs: number;
  /** What is sent next; asked before every call. */
  next: () => Call;
  /** The status that every response must have. */
  status: number;
  /**
   * Calls that are due a second, on all connections together; a late one follows at once. Each
   * connection sends its next call after a response if absent.
   */
  perSecond?: number;
  /** Of each response, milliseconds since its call was due. */
  onResponse?: (ms: number) => void;
}

/**
 * @returns how many responses came.
 * @throws Error at the first response with another status, and where a connection breaks.
 */
export async function putLoad(options: LoadOptions): Promise<number> {
  const { connections, perSecond = Infinity } = options;
  const begun = performance.now();
  let calls = 0;
  /** When the next call is due, milliseconds since the first one. */
  const nextDue = () => (calls++ * 1_000) / perSecond;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => callOnOneConnection(options, begun, nextDue)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function callOnOneConnection(
  options: LoadOptions,
  begun: number,
  nextDue: () => number,
): Promise<number> {
  const { port, forMs, next, status, perSecond, onResponse } = options;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    const reader = new ResponseReader();
    let responses = 0;
    let dueAt = 0;
    const send = () => {
      const due = nextDue();
      const passed = performance.now() - begun;
      dueAt = begun + (perSecond === undefined ? passed : due);
      if (Math.max(due, passed) >= forMs) {
        socket.end();
        resolve(responses);
      } else if (due > passed) setTimeout(() => write(socket, next()), due - passed);
      else write(socket, next());
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      const received = reader.read(chunk);
      if (received === null) return;
      if (received.status !== status) {
        socket.destroy();
        reject(new Error(`status ${received.status} in place of ${status}: ${received.text}`));
        return;
      }
      responses += 1;
      onResponse?.(performance.now() - dueAt);
      send();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(responses);
    });
  });
}

function write(socket: Socket, { method, path, headers = {}, body }: Call): void {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) {
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** Finds the end of each response; bodies have a Content-Length, or none at all. */
class ResponseReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Of the whole response; null until its head is there. */
  #expected: number | null = null;

  /** @returns null until the response is complete. */
  read(chunk: Buffer): { status: number; text: string } | null {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    this.#expected ??= this.#lengthFromHead();
    if (this.#expected === null || this.#length < this.#expected) return null;
    const text = Buffer.concat(this.#chunks).toString('latin1');
    this.#chunks = [];
    this.#length = 0;
    this.#expected = null;
    return { status: Number(text.slice(9, 12)), text };
  }

  #lengthFromHead(): number | null {
    const text = Buffer.concat(this.#chunks).toString('latin1');
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd < 0) return null;
    const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd + 2))?.[1];
    return headEnd + 4 + Number(length ?? 0);
  }
}

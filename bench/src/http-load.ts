// Calls one path over and over on so many connections, each with one call under way, and counts the
// answers. It writes prepared bytes and reads no more than where an answer ends, so that it takes
// as little of the machine as it can from the server that it measures.

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
  /** The status that every answer must have. */
  status: number;
}

export interface Load {
  answers: number;
  /** Milliseconds from the first call to the last answer. */
  tookMs: number;
}

/** @throws Error at the first answer with another status, and where a connection breaks. */
export async function putLoad(options: LoadOptions): Promise<Load> {
  const begun = performance.now();
  const counts = await Promise.all(
    Array.from({ length: options.connections }, () => callOnOneConnection(options, begun)),
  );
  return {
    answers: counts.reduce((sum, count) => sum + count, 0),
    tookMs: performance.now() - begun,
  };
}

function callOnOneConnection(options: LoadOptions, begun: number): Promise<number> {
  const { port, forMs, next, status } = options;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    const reader = new AnswerReader();
    let answers = 0;
    const send = () => {
      if (performance.now() - begun < forMs) {
        write(socket, next());
        return;
      }
      socket.end();
      resolve(answers);
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      const answered = reader.read(chunk);
      if (answered === null) return;
      if (answered.status !== status) {
        socket.destroy();
        reject(new Error(`answered ${answered.status} in place of ${status}: ${answered.text}`));
        return;
      }
      answers += 1;
      send();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(answers);
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

/** Finds the end of each answer; bodies have a Content-Length, or none at all. */
class AnswerReader {
  #chunks: Buffer[] = [];
  #length = 0;
  /** Of the whole answer; null until its head is there. */
  #expected: number | null = null;

  /** @returns null until the answer is complete. */
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

// A client that sends bytes as they are, because every ordinary one would put the mistakes right
// that the fuzz run is about. One request at a time a connection; a connection that ends is opened
// anew.

import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** What came back; null where the server closed the connection without a word. */
export interface RawResponse {
  status: number;
  contentType: string;
  body: string;
}

export interface RawClient {
  /** @param isLast nothing follows on this connection: the request is not complete. */
  send(bytes: Buffer, method: string, isLast: boolean): Promise<RawResponse | null>;
  close(): void;
}

/** A server that says nothing for so long hangs. */
const PATIENCE_MS = 20_000;

export function openRawClient(port: number): RawClient {
  let socket: Socket | undefined;
  return {
    send(bytes, method, isLast) {
      socket ??= open(port);
      const current = socket;
      const forget = () => {
        if (socket === current) socket = undefined;
        current.destroy();
      };
      if (isLast) socket = undefined;
      return exchange(current, bytes, method, isLast, forget);
    },
    close() {
      socket?.destroy();
      socket = undefined;
    },
  };
}

/** What breaks a connection closes it. */
const open = (port: number): Socket => connect(port, '127.0.0.1').on('error', () => undefined);

function exchange(
  socket: Socket,
  bytes: Buffer,
  method: string,
  isLast: boolean,
  forget: () => void,
): Promise<RawResponse | null> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => {
      end(() => {
        reject(new Error(`no response within ${PATIENCE_MS} ms`));
      });
      forget();
    }, PATIENCE_MS);
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const response = completeResponse(received, method);
      if (response === null) return;
      end(() => {
        resolve(response.response);
      });
      if (response.isClosing || isLast) forget();
    };
    const onEnd = () => {
      end(() => {
        resolve(null);
      });
      forget();
    };
    const end = (complete: () => void) => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onEnd);
      complete();
    };
    socket.on('data', onData).on('close', onEnd);
    if (isLast) socket.end(bytes);
    else socket.write(bytes);
  });
}

/** The response once all of it has come; interim ones (1xx) are skipped. */
function completeResponse(received: Buffer, method: string) {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.subarray(0, headEnd).toString('latin1');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  const rest = received.subarray(headEnd + 4);
  if (status < 200) return completeResponse(rest, method);
  const isClosing = /^connection: close/im.test(head);
  const contentType = /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
  const body = bodyOf(head, rest, status, method);
  return body === null ? null : { response: { status, contentType, body }, isClosing };
}

function bodyOf(head: string, rest: Buffer, status: number, method: string): string | null {
  if (method === 'HEAD' || status === 204 || status === 304) return '';
  if (/^transfer-encoding: chunked/im.test(head)) {
    const text = rest.toString('utf8');
    return text.endsWith('0\r\n\r\n') ? text.slice(0, -'0\r\n\r\n'.length) : null;
  }
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return rest.length < length ? null : rest.subarray(0, length).toString('utf8');
}

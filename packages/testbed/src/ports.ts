// Finds ports of 127.0.0.1 that nobody listens on. Between finding and using one somebody else may
// take it; the process that wanted it then says so.

import { connect, createServer } from 'node:net';

/** A port to listen on, and whether it is the wanted one. */
export interface ChosenPort {
  port: number;
  isWanted: boolean;
}

/** The wanted port, or a free one when it is taken. */
export async function choosePort(wanted: number): Promise<ChosenPort> {
  // Listening alone does not tell everywhere: on macOS a second, narrower listener is let in and
  // takes the connections of the first.
  const isTaken =
    (await answers(wanted, '127.0.0.1')) ||
    (await answers(wanted, '::1')) ||
    !(await canListen(wanted));
  return isTaken ? { port: await freePort(), isWanted: false } : { port: wanted, isWanted: true };
}

/** A port that the operating system has just given and taken back. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string')
          reject(new Error('No port was given.'));
        else resolve(address.port);
      });
    });
  });
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 500 });
    const end = (isListening: boolean) => {
      socket.destroy();
      resolve(isListening);
    };
    socket.once('connect', () => {
      end(true);
    });
    socket.once('timeout', () => {
      end(false);
    });
    socket.once('error', () => {
      end(false);
    });
  });
}

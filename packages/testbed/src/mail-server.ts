// A mail server on loopback that keeps what it is given.

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  to: string[];
  /** With decoded lines. */
  text: string;
}

/**
 * It `works`; says nothing more once a mail begins (`hangs`); `refuses` every mail for now; or
 * keeps a mail and closes the connection without a word (`dies-after-data`).
 */
type Behaviour = 'works' | 'hangs' | 'refuses' | 'dies-after-data';

export interface MailServer {
  /** `smtp://127.0.0.1:…` */
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** The last mail to the address. */
  mailTo(address: string): ReceivedMail | undefined;
  /** From now on. */
  behave(how: Behaviour): void;
  close(): Promise<void>;
}

/**
 * Addresses at `nowhere.example` are refused, as a server refuses a mailbox that does not exist.
 */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = 'works';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom(_address, _session, done) {
      if (behaviour === 'hangs') return;
      if (behaviour !== 'refuses') done();
      else done(Object.assign(new Error('not now'), { responseCode: 451 }));
    },
    onRcptTo({ address }, _session, done) {
      if (address.endsWith('@nowhere.example')) {
        done(Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 }));
      } else done();
    },
    onData(stream, session, done) {
      readAll(stream).then((raw) => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain(raw) });
        if (behaviour !== 'dies-after-data') done();
        else for (const socket of sockets) socket.destroy();
      }, done);
    },
    ...options,
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    mailTo: (address) => mails.findLast(({ to }) => to.includes(address)),
    behave(how) {
      behaviour = how;
    },
    close: () =>
      new Promise((resolve) => {
        if (behaviour === 'hangs') for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** The head and the body with quoted-printable undone. RFC 2045 §6.7. */
function plain(raw: string): string {
  const end = raw.indexOf('\r\n\r\n');
  // A line of the head may end with the end of an encoded word.
  const text = raw.slice(0, end) + raw.slice(end).replaceAll(/=\r?\n/g, '');
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The token of the link in a mail. */
export function tokenIn(mail: ReceivedMail | undefined): string {
  const token = /\/admin\/(?:invitation|new-password)#([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link in ${mail?.text ?? 'no mail'}`);
  return token;
}

// A mail server on loopback that keeps what it is given.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  to: string[];
  /** With decoded lines. */
  text: string;
}

export interface MailServer {
  /** `smtp://127.0.0.1:…` */
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** The last mail to the address. */
  mailTo(address: string): ReceivedMail | undefined;
  close(): Promise<void>;
}

/**
 * Addresses at `nowhere.example` are refused, as a server refuses a mailbox that does not exist.
 */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      if (address.endsWith('@nowhere.example')) {
        done(Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 }));
      } else done();
    },
    onData(stream, session, done) {
      readAll(stream).then((raw) => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain(raw) });
        done();
      }, done);
    },
    ...options,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    mailTo: (address) => mails.findLast(({ to }) => to.includes(address)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** The head and the body with quoted-printable undone. RFC 2045 §6.7. */
function plain(raw: string): string {
  const bytes = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The token of the link in a mail. */
export function tokenIn(mail: ReceivedMail | undefined): string {
  const token = /\/admin\/(?:invitation|new-password)#([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no link in ${mail?.text ?? 'no mail'}`);
  return token;
}

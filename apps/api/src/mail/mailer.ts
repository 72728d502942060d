// Hands mail to the operator's mail server. Nothing else of the service sends mail.

import { createTransport } from 'nodemailer';

/** Plain text to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail to people; `send` throws where the server does not accept it. */
export interface Mailer {
  /** @throws Error if the server is away or does not take it; nothing is tried again by itself. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A person waits for the response. */
const PATIENCE_MS = 10_000;

/**
 * @param options.url `smtps://user:password@host` or `smtp://…`. Links that open accounts do not
 * cross
 *   a network in the clear: `smtp:` needs STARTTLS, but on this machine and with
 *   `?requireTLS=false`.
 * @param options.from `Fiscal <no-reply@fiscal.example>`.
 */
export function openMailer(options: { url: string; from: string }): Mailer {
  const { hostname } = new URL(options.url);
  const transport = createTransport({
    requireTLS: !['127.0.0.1', '[::1]', 'localhost'].includes(hostname),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    // What stands in the URL counts for more.
    url: options.url,
  });
  return {
    async send({ to, subject, text }) {
      // As an object: nothing in the address is read as a list of addresses.
      const recipient = { name: '', address: to };
      const encoding = { textEncoding: 'quoted-printable' } as const;
      await transport.sendMail({ from: options.from, to: recipient, subject, text, ...encoding });
    },
    close() {
      transport.close();
    },
  };
}

/** What may be logged of a mail that was not sent: its message names the recipient. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const parts = [code, responseCode].filter((part) => ['string', 'number'].includes(typeof part));
  return parts.join(' ') || error.name;
}

// Hands mail to the operator's mail server. Nothing else of the service sends mail.

import { createTransport } from 'nodemailer';

/** What nodemailer's errors have. */
interface SMTPError {
  code: string;
  /** The last command of SMTP; `API` before the first. */
  command: string;
  responseCode: number;
}

/** Plain text to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Its identity over all attempts, of letters, digits and hyphens: what comes twice shows it. */
  id?: string;
}

/** Sends mail to people; `send` throws where the server does not accept it. */
export interface Mailer {
  /** @throws Error if the server is away or does not take it; nothing is tried again by itself. */
  send(mail: Mail): Promise<void>;
  /** @throws Error if the server is away, or takes no sign-in. */
  verify(): Promise<void>;
  close(): void;
}

/** A person, or the next mail, waits for the server. */
const PATIENCE_MS = 10_000;

/** Null where no mail server is configured. */
export function mailerOf(env: {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}): Mailer | null {
  const { SMTP_URL: url, MAIL_FROM: from } = env;
  return url === undefined || from === undefined ? null : openMailer({ url, from });
}

/**
 * @param options.url `smtps://user:password@host` or `smtp://…`. Links that open accounts do not
 * cross
 *   a network in the clear: `smtp:` needs STARTTLS, but on this machine and with
 *   `?requireTLS=false`.
 * @param options.from `Fiscal <no-reply@fiscal.example>`.
 */
export function openMailer(options: { url: string; from: string }): Mailer {
  const { hostname } = new URL(options.url);
  const [, domain] = /@([^\s<>@]+)>?$/.exec(options.from) ?? [];
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
    async send({ to, subject, text, id }) {
      // As an object: nothing in the address is read as a list of addresses.
      const recipient = { name: '', address: to };
      await transport.sendMail({
        from: options.from,
        to: recipient,
        subject,
        text,
        textEncoding: 'quoted-printable',
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
      });
    },
    async verify() {
      await transport.verify();
    },
    close() {
      transport.close();
    },
  };
}

/**
 * What a mail that was not sent failed by: `mail`, which will never be taken; `later`, what its
 * server does not take now of it; `server`, by which others would fail, too.
 */
export function causeOf(error: unknown): 'mail' | 'later' | 'server' {
  const { code, command, responseCode = 0 } = error as Partial<SMTPError>;
  if (code === 'EENVELOPE' && command === 'API') return 'mail';
  if (command !== 'RCPT TO' && command !== 'DATA') return 'server';
  if (responseCode >= 500) return 'mail';
  return responseCode >= 400 && responseCode !== 421 ? 'later' : 'server';
}

/** What may be logged of a mail that was not sent: its message names the recipient. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const parts = [code, responseCode].filter((part) => ['string', 'number'].includes(typeof part));
  return parts.join(' ') || error.name;
}

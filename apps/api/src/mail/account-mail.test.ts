import { startMailServer } from '@fiscal/testbed/mail-server';
import type { MailServer } from '@fiscal/testbed/mail-server';
import { afterEach, expect, test } from '@jest/globals';
import { hasAccountMail, invitationMail } from './account-mail.ts';
import { openMailer } from '@fiscal/runtime/mail';

let server: MailServer | undefined;
afterEach(async () => {
  await server?.close();
});

const MAIL = { to: 'nova@shop.example', subject: 'Poziv', text: 'Dobar dan, čaj od šipka.\n' };
const FROM = 'Fiscal <no-reply@fiscal.example>';

test('a mail arrives at its one recipient as it was written', async () => {
  server = await startMailServer();
  const mailer = openMailer({ url: server.url, from: FROM });
  await mailer.send(MAIL);
  mailer.close();
  expect(server.mails).toEqual([
    { to: ['nova@shop.example'], text: expect.stringContaining('Dobar dan, čaj od šipka.') },
  ]);
  expect(server.mails[0]?.text).toContain(`From: ${FROM}`);
});

test('an address that looks like two, or like a header, is one recipient or none', async () => {
  server = await startMailServer();
  const mailer = openMailer({ url: server.url, from: FROM });
  for (const to of ['a@shop.example, b@evil.example', 'a@shop.example\r\nBcc: b@evil.example']) {
    await mailer.send({ ...MAIL, to }).catch(() => undefined);
  }
  mailer.close();
  expect(server.mails.flatMap((mail) => mail.to)).not.toContain('b@evil.example');
});

test('no link crosses a network in the clear: without STARTTLS nothing is sent', async () => {
  server = await startMailServer();
  // 127.0.0.2 stands for another machine: it is none of the names of this one.
  const mailer = openMailer({ url: `smtp://127.0.0.2:${server.port}`, from: FROM });
  await expect(mailer.send(MAIL)).rejects.toThrow();
  mailer.close();
  expect(server.mails).toEqual([]);
});

test('a server that is away, and one that refuses the mailbox, are errors', async () => {
  server = await startMailServer();
  const mailer = openMailer({ url: server.url, from: FROM });
  await expect(mailer.send({ ...MAIL, to: 'x@nowhere.example' })).rejects.toThrow('550');
  await server.close();
  server = undefined;
  await expect(mailer.send(MAIL)).rejects.toThrow('ECONNREFUSED');
  mailer.close();
});

test('an invitation names the company, the link and when it ends, in both languages', () => {
  const link = 'https://fiscal.example/admin/invitation#token';
  const mail = invitationMail(link, new Date('2026-11-29T11:00:00Z'), 'Pekara „Žito“');
  expect(mail.text.split(link)).toHaveLength(3);
  expect(mail.text.split('Pekara „Žito“')).toHaveLength(3);
  expect(mail.text).toContain('29. 11. 2026.');
});

test.each([
  'evil.example/login',
  'https://evil.example',
  'http://localhost/x',
  'www.x',
  't.co/x',
  'mailto:x@evil.example',
  'x@evil',
  'evil。com',
  'evil．me',
  'šop.срб',
  'ev.il.me',
  'tel:+38269000000',
  'ev\u00ADil.me',
  'http\u200B://evil',
  'Pekara\u202Emoc.live',
  'a\r\nBcc: b@evil.me',
  'a\u2028b\u0000\u0085',
])('a company’s name is no link in a mail, and turns and hides nothing: %j', (name) => {
  const mails = [invitationMail('#', new Date(), name), hasAccountMail(name)];
  for (const { text } of mails) {
    const written = [/firmu „(.*?)“ u/su, /company “(.*?)” in/su].map(
      (place) => place.exec(text)?.[1],
    );
    expect(written).toEqual([expect.any(String), expect.any(String)]);
    for (const shown of written) {
      expect(shown).not.toMatch(/[\p{L}\p{N}-][.．。](?=[\p{L}\p{N}-]{2})|www\.\S|[:@]\S/u);
      expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
    }
  }
});

test('a company’s name that is no link stands in a mail as it was typed', () => {
  for (const name of ['Pekara „Žito“ d.o.o. Nikšić', 'A.D. Plantaže', 'Kafe/Bar 2.0', 'M & M']) {
    expect(hasAccountMail(name).text.split(`„${name}“`)).toHaveLength(2);
  }
});

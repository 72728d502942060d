import { startMailServer } from '@fiscal/testbed/mail-server';
import { expect, test } from '@jest/globals';
import { mailExamination } from './mail-server.ts';

const MAIL_FROM = 'Fiscal <no-reply@fiscal.example>';

test('a mail server that takes no sign-in, and one that is away, are named', async () => {
  const server = await startMailServer({
    onAuth(_auth, _session, done) {
      done(Object.assign(new Error('no'), { responseCode: 535 }));
    },
    allowInsecureAuth: true,
    authMethods: ['PLAIN'],
  });
  const examine = (url: string) =>
    mailExamination({ WORKER_ROLES: ['notify'], MAIL_FROM, SMTP_URL: url })?.();
  expect(await examine(server.url)).toBeNull();
  const withPassword = server.url.replace('//', '//user:password@');
  expect(await examine(withPassword)).toEqual({
    code: 'MAIL_SERVER_UNUSABLE',
    sentence: 'The mail server of SMTP_URL cannot be used (EAUTH 535).',
  });
  await server.close();
  expect(await examine(server.url)).toMatchObject({ code: 'MAIL_SERVER_UNUSABLE' });
});

test('a worker that does not mail is not examined', () => {
  const SMTP_URL = 'smtp://127.0.0.1:1';
  expect(mailExamination({ WORKER_ROLES: ['print'], MAIL_FROM, SMTP_URL })).toBeNull();
  expect(mailExamination({ WORKER_ROLES: ['notify'] })).toBeNull();
});

// People in a real Chromium: links that go to their own address, a second factor that an operator
// takes away, and the warning about an untrusted proxy.

import { randomBytes } from 'node:crypto';
import { startMailServer, tokenIn } from '@fiscal/testbed/mail-server';
import { afterAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { LANGUAGE_NAMES } from '../../../apps/admin/src/i18n/language.ts';
import { openPanel, visit } from '../admin/panel-browser.ts';
import type { Body } from '../service/running-service.ts';
import { startPanel } from './running-panel.ts';
import { textsOf } from './texts.ts';

const { people, operations, audit, shell } = textsOf('en');
const ANA = { email: 'ana@pekara.example', password: 'toplo pecivo svako jutro' };

const post = await startMailServer();
const { service, chromium, companyId, enter } = await startPanel({
  environment: { SMTP_URL: post.url, MAIL_FROM: 'Fiscal <no-reply@fiscal.example>' },
});
afterAll(() => post.close());
const operator = await enter();
const panel = await openPanel(service);

test('an admin is invited by mail and sees no link when inviting another one', async () => {
  await panel.post(`/companies/${companyId}/members`, { email: ANA.email, name: 'Ana' });
  const link = { token: tokenIn(post.mailTo(ANA.email)), password: ANA.password };
  const accepted = await visit(service).post('/invitations/accept', link);
  expect(accepted.status).toBe(200);

  const ana = await enter(ANA);
  await ana.open(`/companies/${companyId}/members`);
  await ana.click('button', people.members.invite);
  await ana.dialog.fill(people.form.name, 'Vesna');
  await ana.dialog.fill(people.form.email, 'vesna@pekara.example');
  await ana.dialog.click('button', people.form.submit);
  await ana.dialog.see(people.invitation.mail.title);
  const token = tokenIn(post.mailTo('vesna@pekara.example'));
  expect(await ana.page.content()).not.toContain(token);
  expect(await ana.page.content()).not.toContain('/invitation#');
  await ana.picture('invitation-mailed', 'screen');
  await ana.dialog.click('button', people.invitation.done);
  expect(ana.complaints).toEqual([]);
  await ana.close();
});

test('a link says that it was used or cut before anything is written, and keeps the language', async () => {
  const email = 'mira@pekara.example';
  await panel.post(`/companies/${companyId}/members`, { email, name: 'Mira' });
  const token = tokenIn(post.mailTo(email));
  const [me, en] = [textsOf('me'), textsOf('en')];
  const localeOf = async () => {
    const [row] = await service.query('select locale from app_user where email = $1', [email]);
    return row?.locale;
  };
  const mira = await chromium.person(service.stack.adminUrl, { language: 'me' });
  await mira.open(`/invitation#${token.slice(0, -1)}`);
  await mira.see(me.signIn.invitation.cut);
  await mira.open(`/invitation#${token}`);
  await mira.click('button', LANGUAGE_NAMES.en);
  await mira.see(en.signIn.invitation.account);
  await mira.picture('invitation-open', 'screen');
  await mira.fill(en.signIn.invitation.password, ANA.password);
  await mira.fill(en.signIn.invitation.repeat, ANA.password);
  await mira.click('button', en.signIn.invitation.submit);
  await mira.see(en.signIn.invitation.done);
  expect(await localeOf()).toBe('en');
  await mira.open('/sign-in');
  await mira.open(`/invitation#${token}`);
  await mira.see(me.signIn.invitation.over);
  await mira.picture('invitation-over', 'screen');
  // The sign-in of a browser in the other language: what is chosen there stays behind it.
  await mira.open('/sign-in');
  await mira.click('button', LANGUAGE_NAMES.en);
  await mira.click('button', LANGUAGE_NAMES.me);
  await mira.fill(me.signIn.email, email);
  await mira.fill(me.signIn.password, ANA.password);
  await mira.click('button', me.signIn.submit);
  await mira.see(me.shell.nav.failed);
  expect(await localeOf()).toBe('me');
  expect(mira.complaints).toEqual([]);
  await mira.close();
});

test('an operator takes a second factor away, after a question, and the audit log says so', async () => {
  await service.query(
    'update app_user set totp_secret = $1, totp_enabled_at = now() where email = $2',
    [randomBytes(48), ANA.email],
  );
  await operator.open('/users');
  await operator.click('button', shell.actionsOf.replace('{{name}}', 'Ana'));
  await operator.picture('person-menu', 'screen');
  await operator.click('menuitem', people.resetFactor);
  await operator.dialog.see(people.askReset.title);
  await operator.picture('reset-question', 'screen');
  await operator.dialog.click('button', people.resetFactor);
  await operator.see(people.factorReset);
  const [row] = await service.query('select * from app_user where email = $1', [ANA.email]);
  expect(row?.totp_enabled_at).toBeNull();
  expect(post.mailTo(ANA.email)?.text).toContain('removed the second step');

  const ana = await enter(ANA);
  await ana.close();
  await visit(service).post('/sign-in', { email: ANA.email, password: 'not the right one' });
  await operator.open('/audit?by=all');
  await operator.see(audit.actions.user['second-factor-reset']);
  await operator.see(audit.fields.secondFactorResetAt);
  await operator.see(audit.actions.user['sign-in-refused']);
  await operator.see(audit.values['wrong-password']);
  await operator.picture('audit');
});

test('operators read that requests come through an untrusted proxy', async () => {
  await operator.open('/operations');
  await operator.seeNo(operations.problem.forwarding);
  await request(service.stack.apiUrl).get('/admin/').set('X-Forwarded-For', '192.0.2.1');
  await operator.open('/operations');
  await operator.see(operations.problem.forwarding);
  await operator.picture('operations', 'screen');
  expect(operator.complaints).toEqual([]);
  expect((await panel.get('/operations/health')).body as Body).toMatchObject({
    isForwardingIgnored: true,
  });
});

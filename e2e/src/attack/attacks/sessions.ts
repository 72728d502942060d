// A session that its owner left open, passwords that everybody guesses, and views that go on by themselves.

import { randomUUID } from 'node:crypto';
import { tokenIn } from '@fiscal/testbed/mail-server';
import type { Test } from 'supertest';
import { visit } from '../../admin/panel-browser.ts';
import { expectRefusal, expectStatus } from '../target.ts';
import type { Attack, Target } from '../target.ts';
import { expectOwner, newCareful, newPerson } from '../people.ts';
import type { Person } from '../people.ts';

const COMMON = ['password1234', 'qwertyuiop123', 'iloveyou1234', '123456789012'];

/** Throws unless the answer says that the password is easily guessed. */
function expectTooWeak(answer: { status: number; body: unknown }): void {
  expectRefusal(answer, 400, 'FIELD_INVALID');
  if (!JSON.stringify(answer.body).includes('PASSWORD_TOO_WEAK')) {
    throw new Error(JSON.stringify(answer.body));
  }
}

async function chooseCommon(target: Target): Promise<string> {
  const { service, attacker, panel, mail } = target;
  const { browser, password: current } = await newPerson(target, attacker.companyId);
  const email = `${randomUUID()}@radnja.example`;
  const members = `/companies/${attacker.companyId}/members`;
  expectStatus(await panel.post(members, { email, name: 'Novi' }), 201);
  const token = tokenIn(mail.mailTo(email));
  for (const password of COMMON) {
    expectTooWeak(await browser.put('/account/password', { current, next: password }));
    expectTooWeak(await visit(service).post('/invitations/accept', { token, password }));
  }
  return `refused ${String(COMMON.length)} of ${String(COMMON.length)}, also with an invitation`;
}

async function changeFactors(target: Target): Promise<string> {
  const { service, attacker } = target;
  const owner = await newCareful(target, attacker.companyId);
  const { browser, id } = owner;
  const listed = await browser.get('/account/passkeys');
  const [first] = (listed.body as { passkeys: { id: string }[] }).passkeys;
  await service.query(
    `update user_session set confirmed_at = now() - interval '6 minutes' where user_id = $1`,
    [id],
  );
  const changes: Test[] = [
    browser.post('/account/totp'),
    browser.put('/account/totp', { code: '123456' }),
    browser.delete('/account/totp'),
    browser.post('/account/passkeys/options'),
    browser.delete(`/account/passkeys/${String(first?.id)}`),
    browser.put(`/companies/${attacker.companyId}/sign-in-policy`, { requiresSecondFactor: false }),
  ];
  let said = '';
  for (const change of changes) said = expectRefusal(await change, 403, 'CONFIRMATION_REQUIRED');
  const guess = { current: 'nije ta lozinka', next: 'sasvim druga duga lozinka' };
  expectRefusal(await browser.put('/account/password', guess), 400, 'FIELD_INVALID');
  await expectOwner(target, owner);
  return `${said} ${String(changes.length)} times`;
}

async function lastSeen({ service }: Target, { id }: Person): Promise<number> {
  const [row] = await service.query('select last_seen_at from user_session where user_id = $1', [
    id,
  ]);
  return (row?.last_seen_at as Date).getTime();
}

const seenBefore = ({ service }: Target, { id }: Person, minutes: number) =>
  service.query(
    `update user_session set last_seen_at = now() - make_interval(mins => $2) where user_id = $1`,
    [id, minutes],
  );

async function watch(target: Target): Promise<string> {
  const { service, attacker } = target;
  const idle = await newPerson(target, attacker.companyId);
  const busy = await newPerson(target, attacker.companyId);
  for (const person of [idle, busy]) await seenBefore(target, person, 50);
  const before = await lastSeen(target, idle);
  for (let time = 0; time < 3; time += 1) {
    const events = `${service.stack.apiUrl}/admin/api/companies/${attacker.companyId}/events`;
    const view = await fetch(events, {
      headers: { Cookie: idle.browser.cookie, 'Sec-Fetch-Site': 'same-origin' },
    });
    expectStatus(view, 200);
    await view.body?.cancel();
  }
  expectStatus(await idle.browser.get('/session').set('X-Unattended', '1'), 200);
  if ((await lastSeen(target, idle)) !== before) throw new Error('a view is use of the session');
  // What a person does is one, or nothing would have been seen here.
  expectStatus(await busy.browser.get('/session'), 200);
  if ((await lastSeen(target, busy)) === before) throw new Error('nothing is use of the session');
  await seenBefore(target, idle, 61);
  return `${expectStatus(await idle.browser.get('/session'), 401)} after an hour of views alone`;
}

export const sessions: readonly Attack[] = [
  { name: 'passwords that everybody guesses, chosen', run: chooseCommon },
  { name: 'factors and password changed from a session that was left open', run: changeFactors },
  { name: 'a session kept alive by its live view', run: watch },
];

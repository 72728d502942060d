// Links to choose a password with, and lost second factors, in the hands of whoever they are not for.

import { randomUUID } from 'node:crypto';
import { tokenIn } from '@fiscal/testbed/mail-server';
import { visit } from '../../admin/panel-browser.ts';
import { expectStatus } from '../target.ts';
import type { Attack, Target } from '../target.ts';
import { askedOf, expectOwner, newAccount, newCareful, newPerson } from '../people.ts';

const NEXT_PASSWORD = 'sasvim druga duga lozinka';

const membersOf = (companyId: string) => `/companies/${companyId}/members`;
const accept = ({ service }: Target, token: string) =>
  visit(service).post('/invitations/accept', { token, password: NEXT_PASSWORD });

/** Whatever in an answer might be a token. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value ? Object.values(value).flatMap(stringsIn) : [];
}

async function renewForAnother(target: Target): Promise<string> {
  const { attacker, mail, secrets } = target;
  const owner = await newCareful(target, attacker.companyId);
  const { browser } = await newPerson(target, attacker.companyId);
  const renewed = await browser.post(`${membersOf(attacker.companyId)}/${owner.id}/invitation`);
  const said = expectStatus(renewed, 200);
  const token = tokenIn(mail.mailTo(owner.email));
  secrets.set(`invitation of ${owner.id}`, token);
  if (renewed.text.includes(token)) throw new Error('the answer to a renewal has the link');
  for (const text of stringsIn(renewed.body)) expectStatus(await accept(target, text), 400, 404);
  await expectOwner(target, owner);
  // Also who reads the owner's mail has a password, and no second factor.
  expectStatus(await accept(target, token), 200);
  await askedOf(target, { ...owner, password: NEXT_PASSWORD });
  return `${said} without the link; the account and its second factor are the owner's`;
}

async function resetFactors(target: Target): Promise<string> {
  const { attacker } = target;
  const admin = await newCareful(target, attacker.companyId);
  const colleague = await newCareful(target, attacker.companyId);
  const operator = await newCareful(target, null);
  const tried = [
    await operator.browser.delete(`/users/${operator.id}/second-factor`),
    await admin.browser.delete(`/users/${admin.id}/second-factor`),
    await admin.browser.delete(`/users/${colleague.id}/second-factor`),
  ];
  const statuses = tried.map(({ status }) => status).join(', ');
  if (statuses !== '409, 404, 404') throw new Error(`answered ${statuses}`);
  for (const owner of [admin, colleague, operator]) await expectOwner(target, owner);
  return `answered ${statuses}, and every factor is still asked for`;
}

/** An answer without what differs between any two people. */
function shapeOf({ status, body }: { status: number; body: unknown }, email: string): string {
  const text = JSON.stringify(body)
    .replaceAll(email, '<email>')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>');
  return `${String(status)} ${text}`;
}

async function inviteTaken(target: Target): Promise<string> {
  const { attacker, victim } = target;
  const { browser } = await newPerson(target, attacker.companyId);
  const shapes: string[] = [];
  const taken = [
    await newAccount(target, victim.companyId),
    await newAccount(target, null),
    { email: `${randomUUID()}@slobodno.example` },
  ];
  for (const { email } of taken) {
    const path = membersOf(attacker.companyId);
    const invited = await browser.post(path, { email, name: 'Neko' });
    const { person } = invited.body as { person?: { id: string } };
    const again = await browser.post(`${path}/${String(person?.id)}/invitation`);
    shapes.push(`${shapeOf(invited, email)} ${shapeOf(again, email)}`);
  }
  if (new Set(shapes).size !== 1) throw new Error(`answered ${shapes.join(' and ')}`);
  return 'answered alike with and without an account';
}

export const invitations: readonly Attack[] = [
  { name: 'the invitation of another admin, renewed', run: renewForAnother },
  { name: "one's own second factor, and a colleague's, reset", run: resetFactors },
  { name: 'invitations to addresses that have an account', run: inviteTaken },
];

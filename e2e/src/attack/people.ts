// People with an account of their own for one attempt: what one of them does delays none of the others.

import { randomUUID } from 'node:crypto';
import { withDatabase } from '@fiscal/testbed';
import { seedUser } from '@fiscal/db/testing';
import { hashPassword } from '@fiscal/db/account';
import { softwarePasskey } from '../../../apps/api/src/testing/software-passkey.ts';
import { signInAs, visit } from '../admin/panel-browser.ts';
import type { PanelBrowser } from '../admin/panel-browser.ts';
import { PANEL, sessionIn } from './target.ts';
import type { Target } from './target.ts';

/** Somebody who may sign in. */
export interface Account {
  id: string;
  email: string;
  password: string;
}

/** Somebody who has just signed in. */
export interface Person extends Account {
  browser: PanelBrowser;
}

/** Somebody with a passkey, in the browser that they added it with. */
export interface Careful extends Person {
  passkey: ReturnType<typeof softwarePasskey>;
}

const PASSWORD = 'vruće kifle pred zoru 1984';
let passwordHash: Promise<string> | undefined;

/** @param companyId of an admin; null for an operator. */
export async function newAccount(target: Target, companyId: string | null): Promise<Account> {
  const email = `${randomUUID()}@radnja.example`;
  const role = companyId === null ? 'operator' : 'company_admin';
  const hash = await (passwordHash ??= hashPassword(PASSWORD));
  const id = await withDatabase(target.service.stack.databaseUrl, (db) =>
    seedUser(db, { email, role, companyId, passwordHash: hash, name: 'Neko' }),
  );
  target.secrets.set('password of people', PASSWORD).set(`address of ${id}`, email);
  return { id, email, password: PASSWORD };
}

/** With a password alone. */
export async function newPerson(target: Target, companyId: string | null): Promise<Person> {
  const account = await newAccount(target, companyId);
  const browser = await signInAs(target.service, account);
  target.secrets
    .set(`session of ${account.id}`, sessionIn(browser))
    .set(`CSRF token of ${account.id}`, browser.csrfToken);
  return { ...account, browser };
}

/** With a passkey as a second factor. */
export async function newCareful(target: Target, companyId: string | null): Promise<Careful> {
  const person = await newPerson(target, companyId);
  const passkey = softwarePasskey(PANEL);
  const offered = await person.browser.post('/account/passkeys/options');
  const response = passkey.make(offered.body as Record<string, unknown>);
  const added = await person.browser.post('/account/passkeys', { name: 'Telefon', response });
  if (added.status !== 201) throw new Error(`no passkey: ${added.text}`);
  return { ...person, passkey };
}

/** What the second step of a sign-in wants signed; throws where the password alone is not the first. */
export async function askedOf(
  { service }: Target,
  { email, password }: Account,
): Promise<Record<string, unknown>> {
  const answer = await visit(service).post('/sign-in', { email, password });
  const { code, secondFactor } = answer.body as {
    code?: string;
    secondFactor?: { passkey: Record<string, unknown> };
  };
  if (code !== 'SECOND_FACTOR_REQUIRED' || !secondFactor) {
    throw new Error(`the password alone is answered ${String(answer.status)} ${String(code)}`);
  }
  return secondFactor.passkey;
}

/** Throws unless the owner's password and passkey still sign in. */
export async function expectOwner(target: Target, person: Careful, counter = 1): Promise<void> {
  const passkey = person.passkey.sign(await askedOf(target, person), { counter });
  await signInAs(target.service, { ...person, passkey });
}

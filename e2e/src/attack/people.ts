// People with an account of their own for one attempt: what one of them does delays none of the others.

import { randomUUID } from 'node:crypto';
import { hashPassword } from '@fiscal/db/account';
import { seedUser } from '@fiscal/db/testing';
import { softwarePasskey } from '../../../apps/api/src/testing/software-passkey.ts';
import { signInAs, visit } from '../admin/panel-browser.ts';
import type { PanelBrowser } from '../admin/panel-browser.ts';
import { withDatabase } from '../contract/shop.ts';
import { PANEL, sessionIn } from './ground.ts';
import type { Ground } from './ground.ts';

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
export async function newAccount(ground: Ground, companyId: string | null): Promise<Account> {
  const email = `${randomUUID()}@radnja.example`;
  const role = companyId === null ? 'operator' : 'company_admin';
  const hash = await (passwordHash ??= hashPassword(PASSWORD));
  const id = await withDatabase(ground.service, (db) =>
    seedUser(db, { email, role, companyId, passwordHash: hash, name: 'Neko' }),
  );
  ground.secrets.set('password of people', PASSWORD).set(`address of ${id}`, email);
  return { id, email, password: PASSWORD };
}

/** With a password alone. */
export async function newPerson(ground: Ground, companyId: string | null): Promise<Person> {
  const account = await newAccount(ground, companyId);
  const browser = await signInAs(ground.service, account);
  ground.secrets
    .set(`session of ${account.id}`, sessionIn(browser))
    .set(`CSRF token of ${account.id}`, browser.csrfToken);
  return { ...account, browser };
}

/** With a passkey as a second factor. */
export async function newCareful(ground: Ground, companyId: string | null): Promise<Careful> {
  const person = await newPerson(ground, companyId);
  const passkey = softwarePasskey(PANEL);
  const offered = await person.browser.post('/account/passkeys/options');
  const response = passkey.make(offered.body as Record<string, unknown>);
  const added = await person.browser.post('/account/passkeys', { name: 'Telefon', response });
  if (added.status !== 201) throw new Error(`no passkey: ${added.text}`);
  return { ...person, passkey };
}

/** What the second step of a sign-in wants signed; throws where the password alone is not the first. */
export async function askedOf(
  { service }: Ground,
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
export async function expectOwner(ground: Ground, person: Careful, counter = 1): Promise<void> {
  const passkey = person.passkey.sign(await askedOf(ground, person), { counter });
  await signInAs(ground.service, { ...person, passkey });
}

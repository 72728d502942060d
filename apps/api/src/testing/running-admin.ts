// The API in this process with people signed in to its panel: an operator, and the admins of two
// companies, each with a default cash register in both environments.

import type { Role } from '@fiscal/db/account';
import { generateVaultKeys, storeCertificate } from '@fiscal/db/company';
import type { Database } from '@fiscal/db/connection';
import { seedUser } from '@fiscal/db/testing';
import { certificateFacts, makeAuthority } from '@fiscal/testbed';
import { startMailServer } from '@fiscal/testbed/mail-server';
import { Secret, TOTP } from 'otpauth';
import supertest from 'supertest';
import type { Test } from 'supertest';
import { openMailer } from '@fiscal/runtime/mail';
import { openSignInLimits } from '../panel/accounts/sign-in-limits.ts';
import { createShop, startApi } from './running-api.ts';
import type { PanelOptions, RunningApi } from './running-api.ts';

export type PanelClient = ReturnType<typeof panelClient>;
export type RunningAdmin = Awaited<ReturnType<typeof startAdmin>>;

/** What a person may do, and where; a company of null is the service. */
interface Belonging {
  role: Role;
  companyId: string | null;
}

/** Of everybody in these tests. */
export const PASSWORD = 'correct horse battery';
/**
 * Of the lowest costs that argon2 has: hundreds of sign-ins would cost minutes with those of a real
 * one.
 */
const PASSWORD_HASH =
  '$argon2id$v=19$m=8,t=1,p=1$mMtUVrQqmEbG3/lbHHXSqw$GagX46vbT184Lek6omVjZ/A6VGEJtbeRsAxh16WJ7sg';
export const OPERATOR = 'operator@service.example';
export const ADMIN = 'admin@shop.example';
export const NEIGHBOUR = 'admin@neighbour.example';

export async function startAdmin(options: PanelOptions = {}) {
  const api = await startApi(undefined, options);
  const { db } = api;
  const { companyId } = await createShop(api);
  const { companyId: otherCompanyId } = await createShop(api, { tin: '87654321', name: 'Komšija' });
  const store = (email: string, ofCompany: string | null) => {
    const role = ofCompany === null ? 'operator' : 'company_admin';
    return seedUser(db, { email, passwordHash: PASSWORD_HASH, role, companyId: ofCompany });
  };
  await store(OPERATOR, null);
  await store(ADMIN, companyId);
  await store(NEIGHBOUR, otherCompanyId);

  /** Signs in once more. */
  async function signIn(email: string, password = PASSWORD): Promise<PanelClient> {
    const response = await panelClient(api).post('/sign-in', { email, password });
    const { csrfToken, user } = response.body as { csrfToken?: string; user?: { id: string } };
    if (csrfToken === undefined) throw new Error(`sign-in responded with ${response.status}`);
    return panelClient(api, cookieOf(response.headers), csrfToken, user?.id);
  }
  /** An authenticator app that waits for its first code. */
  async function proposeApp(client: PanelClient) {
    const { secret } = (await client.post('/account/totp').expect(200)).body as { secret: string };
    return new TOTP({ secret: Secret.fromBase32(secret) });
  }
  return {
    ...api,
    /** Of `admin`, and of `neighbour`. */
    companyId,
    otherCompanyId,
    operator: await signIn(OPERATOR),
    admin: await signIn(ADMIN),
    neighbour: await signIn(NEIGHBOUR),
    /** Signed out. */
    visitor: panelClient(api),
    /** Stores an admin of the company of `admin`, with PASSWORD. @returns the id. */
    newAdmin: (email: string) => store(email, companyId),
    /** The same, signed in; of another role or belonging where that is said. */
    async newPerson(email: string, as: Belonging = { role: 'company_admin', companyId }) {
      await seedUser(db, { email, passwordHash: PASSWORD_HASH, ...as });
      return signIn(email);
    },
    proposeApp,
    /** Switches an app on. @returns its present code. */
    async addApp(client: PanelClient) {
      const app = await proposeApp(client);
      const codeNow = () =>
        app.generate({ timestamp: (options.clock?.() ?? new Date()).getTime() });
      await client.put('/account/totp', { code: codeNow() }).expect(204);
      return codeNow;
    },
    signIn,
  };
}

/** With a mail server: `post` has what it was given. */
export async function startAdminWithMail(options: PanelOptions = {}) {
  const post = await startMailServer();
  const mailer = openMailer({ url: post.url, from: 'Fiscal <no-reply@fiscal.example>' });
  const api = await startAdmin({ ...options, mailer });
  return {
    ...api,
    post,
    async close() {
      await api.close();
      mailer.close();
      await post.close();
    },
  };
}

/** A certificate that signs nothing. */
export async function storedCertificate(
  db: Database,
  owner: { companyId: string; environment: 'test' },
  privateKeyDer: Buffer = Buffer.from('private key'),
): Promise<{ id: string; sealedPrivateKey: Uint8Array }> {
  const { recipient } = await generateVaultKeys();
  const facts = { ...certificateFacts(makeAuthority(), '12345678'), privateKeyDer };
  await storeCertificate(db, recipient, { ...owner, ...facts });
  return db.prisma.certificate.findFirstOrThrow({ where: owner });
}

/** A sign-in to the account from a browser that is not known has to wait. */
export async function delaySignIns({ db }: RunningApi, email: string): Promise<void> {
  const limits = openSignInLimits(db);
  await limits.attempt(email, '192.0.2.1');
  const where = { key: { startsWith: 'account' } };
  await db.prisma.signInDelay.updateMany({ where, data: { attempts: 20 } });
  await limits.attempt(email, '192.0.2.1');
}

/** The cookie of a response, as a browser sends it back. */
export function cookieOf(headers: unknown): string {
  const { 'set-cookie': cookies } = headers as { 'set-cookie'?: string[] };
  return cookies?.[0]?.split(';')[0] ?? '';
}

/**
 * Somebody's browser with this cookie (`name=value`, empty for a visitor), on a page that knows
 * this token. Paths are under /admin/api.
 */
export function panelClient({ app, origin }: RunningApi, cookie = '', csrfToken = '', userId = '') {
  const call = (method: 'get' | 'post' | 'put' | 'patch' | 'delete') => {
    return (path: string, body?: object): Test => {
      const test = supertest(app)[method](`/admin/api${path}`).set('Origin', origin);
      if (cookie !== '') test.set('Cookie', cookie);
      // Whatever the version is; a test about versions says which.
      if (['patch', 'put'].includes(method)) test.set('If-Match', '*');
      if (csrfToken !== '') test.set('X-CSRF-Token', csrfToken);
      return body === undefined ? test : test.send(body);
    };
  };
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    cookie,
    csrfToken,
    userId,
  };
}

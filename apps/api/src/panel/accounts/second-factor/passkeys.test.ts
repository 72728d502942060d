import { afterAll, describe, expect, test } from '@jest/globals';
import { PASSWORD, startAdmin } from '../../../testing/running-admin.ts';
import type { PanelClient } from '../../../testing/running-admin.ts';
import { softwarePasskey } from '../../../testing/software-passkey.ts';

const PLACE = { origin: 'https://fiscal.example', rpId: 'fiscal.example' };
type Json = Record<string, unknown>;

let now = Date.now();

const api = await startAdmin({ clock: () => new Date(now), origin: PLACE.origin });
afterAll(() => api.close());

async function offer(client: PanelClient): Promise<Json> {
  return (await client.post('/account/passkeys/options').expect(200)).body as Json;
}

/** Somebody who has a passkey. */
async function newOwner(email: string) {
  const client = await api.newPerson(email);
  const key = softwarePasskey(PLACE);
  const response = key.make(await offer(client));
  await client.post('/account/passkeys', { name: 'Telefon', response }).expect(201);
  return { client, key, email };
}

const signIn = (email: string, factor: object = {}) =>
  api.visitor.post('/sign-in', { email, password: PASSWORD, ...factor });

/** What the sign-in wants signed. */
async function asked(email: string): Promise<Json> {
  const response = await signIn(email);
  expect(response).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
  return (response.body as { secondFactor: { passkey: Json } }).secondFactor.passkey;
}

const auditOf = ({ userId: entityId }: PanelClient) => api.audit({ entityId });

describe('a passkey', () => {
  test('is the second step of a sign-in, and the password alone lets no one in', async () => {
    const { client, key, email } = await newOwner('one@shop.example');
    const signedIn = await signIn(email, { passkey: key.sign(await asked(email)) });
    expect(signedIn.status).toBe(200);
    expect(signedIn.body).toMatchObject({ user: { email, hasTotp: false, passkeys: 1 } });
    const wrong = { email, password: 'not the right one' };
    const passkey = key.sign(await asked(email));
    const refused = await api.visitor.post('/sign-in', { ...wrong, passkey });
    expect(refused.body).toMatchObject({ code: 'SIGN_IN_REFUSED' });
    expect(await auditOf(client)).toMatchObject([
      { action: 'user.signed-in', after: { secondFactor: 'none' } },
      { action: 'user.passkey-added' },
      { action: 'user.password-accepted' },
      { action: 'user.signed-in', after: { secondFactor: 'passkey' } },
      { action: 'user.password-accepted' },
      { action: 'user.sign-in-refused' },
    ]);
  });

  test('signs a challenge once, within five minutes', async () => {
    const { key, email } = await newOwner('once@shop.example');
    const passkey = key.sign(await asked(email));
    const both = await Promise.all([signIn(email, { passkey }), signIn(email, { passkey })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const late = key.sign(await asked(email), { counter: 2 });
    now += 5 * 60_000 + 1;
    expect((await signIn(email, { passkey: late })).status).toBe(401);
  });

  test.each([
    ['another site', { origin: 'https://fiscal.example.evil.example' }],
    ['another name', { rpId: 'evil.example' }],
    ['a copy that has counted less', { counter: 4 }],
  ])('is not believed from %s', async (what, change) => {
    const { key, email } = await newOwner(`${what.replaceAll(' ', '-')}@shop.example`);
    const right = key.sign(await asked(email), { counter: 5 });
    expect((await signIn(email, { passkey: right })).status).toBe(200);
    const passkey = key.sign(await asked(email), { counter: 6, ...change });
    expect((await signIn(email, { passkey })).status).toBe(401);
  });

  test('lets no one else in, and signs for no other purpose', async () => {
    const mine = await newOwner('mine@shop.example');
    const theirs = await newOwner('theirs@shop.example');
    const forThem = await asked(theirs.email);
    expect((await signIn(theirs.email, { passkey: mine.key.sign(forThem) })).status).toBe(401);
    const forMe = await asked(mine.email);
    expect((await signIn(theirs.email, { passkey: theirs.key.sign(forMe) })).status).toBe(401);
    const path = '/account/confirmation/passkey-options';
    const toConfirm = (await mine.client.post(path).expect(200)).body as Json;
    expect((await signIn(mine.email, { passkey: mine.key.sign(toConfirm) })).status).toBe(401);
  });

  test('is added with the challenge of its own session, by its own site, once', async () => {
    const [one, two] = [
      await api.newPerson('a@shop.example'),
      await api.newPerson('b@shop.example'),
    ];
    const key = softwarePasskey(PLACE);
    const options = await offer(one);
    const add = (client: PanelClient, response: object) =>
      client.post('/account/passkeys', { name: 'Ključ', response });
    await add(two, key.make(options)).expect(400);
    await add(one, key.make(options, { origin: 'https://evil.example' })).expect(400);
    const fresh = key.make(await offer(one));
    await add(one, fresh).expect(201);
    await add(one, fresh).expect(400);
    await add(one, key.make(await offer(one))).expect(409);
  });

  test('ends every other session when it is added', async () => {
    const here = await api.newPerson('elsewhere@shop.example');
    const there = await api.signIn('elsewhere@shop.example');
    const response = softwarePasskey(PLACE).make(await offer(here));
    await here.post('/account/passkeys', { name: 'Telefon', response }).expect(201);
    expect((await here.get('/session')).status).toBe(200);
    expect((await there.get('/session')).status).toBe(401);
  });

  test('proves who one is only with a PIN or a finger', async () => {
    const { client, key } = await newOwner('proves@shop.example');
    now += 6 * 60_000;
    const options = async () =>
      (await client.post('/account/confirmation/passkey-options').expect(200)).body as Json;
    const confirm = (passkey: object) => client.post('/account/confirmation', { passkey });
    await confirm(key.sign(await options(), { isVerified: false })).expect(400);
    await client.post('/account/passkeys/options').expect(403);
    await confirm(key.sign(await options(), { counter: 2 })).expect(204);
    await client.post('/account/passkeys/options').expect(200);
  });

  test('is listed and removed by its owner alone', async () => {
    const { client, email } = await newOwner('removes@shop.example');
    const other = await api.newPerson('other@shop.example');
    const { passkeys } = (await client.get('/account/passkeys')).body as {
      passkeys: { id: string; name: string }[];
    };
    expect(passkeys).toEqual([expect.objectContaining({ name: 'Telefon', lastUsedAt: null })]);
    const path = `/account/passkeys/${passkeys[0]!.id}`;
    expect((await other.delete(path)).status).toBe(404);
    expect((await client.delete(path)).status).toBe(204);
    expect((await signIn(email)).status).toBe(200);
    const actions = (await auditOf(client)).map(({ action }) => action);
    expect(actions).toContain('user.passkey-removed');
  });
});

test('nothing that is no passkey is more than refused', async () => {
  const { client, key, email } = await newOwner('hostile@shop.example');
  const sound = key.sign(await asked(email));
  const broken = [
    { ...sound, id: 'A', rawId: 'A' },
    { ...sound, response: { ...sound.response, signature: '' } },
    { ...sound, response: { ...sound.response, clientDataJSON: 'bm90IGpzb24' } },
    { ...sound, response: { ...sound.response, authenticatorData: 'AA' } },
    { ...sound, response: { ...sound.response, signature: 'A'.repeat(7_000) } },
    { ...sound, type: 'password' },
  ];
  for (const passkey of broken) {
    expect([400, 401]).toContain((await signIn(email, { passkey })).status);
    await api.db.prisma.rateLimit.deleteMany();
  }
  const made = key.make(await offer(client));
  for (const attestationObject of ['', 'o2', 'A'.repeat(19_999), '_'.repeat(30_000)]) {
    const response = { ...made, response: { ...made.response, attestationObject } };
    const refused = await client.post('/account/passkeys', { name: 'x', response });
    expect(refused.status).toBe(400);
  }
});

test.each([
  'http://127.0.0.1:3000',
  'https://192.0.2.7',
  'https://[2001:db8::1]',
  'http://a.example',
])('there are none at %s, where browsers know none', async (origin) => {
  const other = await startAdmin({ origin });
  try {
    expect((await other.admin.get('/session')).body).toMatchObject({
      possibleFactors: { totp: true, passkey: false },
    });
    expect((await other.admin.post('/account/passkeys/options')).status).toBe(409);
  } finally {
    await other.close();
  }
});

// The second factor in a real browser, with an authenticator that the browser itself simulates: it
// is demanded, added, used, and asked for before anything about it is changed.

import { createServer } from 'node:http';
import { freePort } from '@fiscal/testbed';
import { afterAll, describe, expect, test } from '@jest/globals';
import {
  ADMIN,
  OPERATOR,
  PASSWORD,
  startAdmin,
} from '../../../apps/api/src/testing/running-admin.ts';
import { violationsOf } from './accessibility.ts';
import { openChromium } from './browser.ts';
import type { PanelUser } from './browser.ts';

let now = Date.now();

const port = await freePort();
// Browsers know passkeys for names, not for addresses.
const origin = `http://localhost:${String(port)}`;
const api = await startAdmin({ clock: () => new Date(now), origin, secondFactorFor: 'operators' });
const server = createServer(api.app);
await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
const chromium = await openChromium();
const person = await chromium.person(`${origin}/admin`);
await holdAuthenticator(person);

afterAll(async () => {
  await chromium.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await api.close();
});

/** One that is built into the device; its owner's finger is always on it. */
async function holdAuthenticator({ page }: PanelUser): Promise<void> {
  const devtools = await page.createCDPSession();
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const operator = { email: OPERATOR, password: PASSWORD };

describe('an operator with a password alone', () => {
  test('is led to add a second factor right after signing in, and nowhere else', async () => {
    await person.signIn(operator);
    await person.see('A second step is needed');
    expect(new URL(person.page.url()).pathname).toBe('/admin/second-factor');
    await person.picture('second-factor');
    expect(await violationsOf(person.page)).toEqual([]);
    await person.open('/users');
    await person.see('A second step is needed');
  });

  test('adds a passkey and goes on to where they wanted to go', async () => {
    await person.click('button', 'Add a passkey');
    await person.see('Everybody who can sign in');
    const rows = await api.db.prisma.passkey.findMany();
    expect(rows).toEqual([expect.objectContaining({ transports: ['internal'] })]);
  });
});

describe('an operator with a passkey', () => {
  test('signs in with the password and a touch', async () => {
    const context = person.page.browserContext();
    await context.deleteCookie(...(await context.cookies()));
    await person.open('/users');
    await person.fill('E-mail', OPERATOR);
    await person.fill('Password', PASSWORD);
    await person.click('button', 'Sign in');
    await person.see('Second step');
    await person.picture('second-step');
    expect(await violationsOf(person.page)).toEqual([]);
    await person.click('button', 'Use a passkey');
    await person.page.waitForFunction(() => window.location.pathname === '/admin/users');
  });

  test('proves who they are before the way they sign in changes', async () => {
    now += 6 * 60_000;
    await person.open('/account');
    await person.click('button', 'Switch on');
    await person.dialog.see('Confirm that it is you');
    await person.pause();
    await person.picture('identity', 'screen');
    expect(await violationsOf(person.page)).toEqual([]);
    await person.dialog.fill('Your password', 'not the right one');
    await person.dialog.click('button', 'Confirm');
    await person.dialog.see('The password is not right.');
    await person.dialog.click('button', 'Use a passkey');
    await person.see('Scan the code');
    await person.picture('account');
  });

  test('does nothing by giving the proof up', async () => {
    now += 6 * 60_000;
    await person.open('/account');
    await person.click('button', 'Switch on');
    await person.dialog.click('button', 'Cancel');
    await person.see('Confirm first that it is you');
    expect((await person.text()).includes('Scan the code')).toBe(false);
  });

  test('reads what is wrong with a password that is easy to guess, in their own language', async () => {
    await person.fill('Current password', PASSWORD);
    await person.fill('New password', 'aaaabbbbcccd');
    await person.fill('Repeat the new password', 'aaaabbbbcccd');
    await person.click('button', 'Change password');
    await person.see('it is often chosen, or repeats the same characters');
  });

  test('ends one of their sessions after a proof, and those of another after another', async () => {
    const row = await api.db.prisma.user.findFirstOrThrow({ where: { email: OPERATOR } });
    await api.db.prisma.userSession.create({
      data: {
        id: '01a1fc55-2af3-773d-a66b-45a24cfcd927',
        userId: row.id,
        tokenHash: Buffer.alloc(32, 7),
        address: '192.0.2.44',
        userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0',
        createdAt: new Date(now),
        lastSeenAt: new Date(now),
        expiresAt: new Date(now + 3_600_000),
      },
    });
    await person.open('/account');
    await person.click('button', 'Sign out: Firefox on Windows, 192.0.2.44');
    await person.dialog.see('Confirm that it is you');
    await person.pause();
    await person.dialog.fill('Your password', PASSWORD);
    await person.dialog.click('button', 'Confirm');
    await person.seeNo('192.0.2.44');

    await api.db.prisma.user.updateMany({ where: { email: ADMIN }, data: { name: 'Milica' } });
    await person.open('/users');
    await person.click('button', 'Actions: Milica');
    await person.pause();
    await person.click('menuitem', 'Sessions');
    await person.dialog.see('Unknown device');
    await person.pause();
    await person.picture('sessions', 'screen');
    expect(await violationsOf(person.page)).toEqual([]);
    now += 6 * 60_000;
    await person.dialog.click('button', 'Sign out everywhere');
    await person.dialog.see('Confirm that it is you');
    await person.pause();
    await person.picture('identity-over-sessions', 'screen');
    expect(await violationsOf(person.page)).toEqual([]);
    await person.dialog.fill('Your password', PASSWORD);
    await person.dialog.click('button', 'Confirm');
    await person.dialog.see('Not signed in anywhere.');
    expect((await api.admin.get('/session')).status).toBe(401);
  });
});

test('nothing in the browser complained on the way', () => {
  expect(person.complaints).toEqual([]);
});

// The logins of the processes: who may connect as fiscal_api and as fiscal_worker. A login is named
// by the URL that its process is given, password and all, so that nothing is to be agreed on twice.

import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { SERVICE_ROLES } from './privileges.ts';
import type { ServiceRole } from './privileges.ts';

/** The URLs that the processes connect with, each with user and password. */
export type LoginUrls = Record<ServiceRole, string>;

/** RFC 5802 and 7677; the rounds are PostgreSQL's own default. */
const SCRAM_ROUNDS = 4096;

/**
 * Makes the logins, or gives them the passwords of the URLs, lets them connect to this database,
 * and takes the right to connect or make temporary tables in it from PUBLIC.
 * @param ownerUrl of a login that may create roles.
 * @throws Error in words where a URL lacks user or password, or names the owner itself.
 */
export async function makeLogins(ownerUrl: string, urls: LoginUrls): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ owner: string; database: string }>(
      'select current_user as owner, current_database() as database',
    );
    const { owner = '', database = '' } = rows[0] ?? {};
    const logins = Object.entries(urls).map(([role, url]) => ({ role, ...loginOf(role, url) }));
    const taken = [owner, ...SERVICE_ROLES];
    if (logins.some(({ user }) => taken.includes(user)) || logins[0]?.user === logins[1]?.user) {
      throw new Error(
        'Owner, API and worker need logins of their own: use three different names, and not the roles’.',
      );
    }
    for (const { role, user, password } of logins) {
      await makeLogin(client, role, user, password);
      await client.query(
        `grant connect on database ${quoted(database)} to ${quoted(user)};
         revoke connect, temporary on database ${quoted(database)} from public`,
      );
    }
  } finally {
    await client.end();
  }
}

function loginOf(role: string, url: string): { user: string; password: string } {
  const { username, password } = new URL(url);
  if (username === '' || password === '') {
    throw new Error(`The URL of ${role} needs a user and a password, postgresql://user:password@…`);
  }
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}

async function makeLogin(client: pg.Client, role: string, user: string, password: string) {
  const secret = pg.escapeLiteral(scramOf(password));
  const found = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = $1',
    [user],
  );
  if (found.rows[0]?.rolsuper)
    throw new Error(`${user} is a superuser: ${role} needs another login.`);
  const verb = found.rowCount === 1 ? 'alter' : 'create';
  await client.query(
    `${verb} role ${quoted(user)} with login inherit password ${secret};
     grant ${role} to ${quoted(user)}`,
  );
}

/** What the server keeps: the password itself goes over no line and into no log. */
function scramOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, SCRAM_ROUNDS, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${SCRAM_ROUNDS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

const quoted = (name: string) => pg.escapeIdentifier(name);

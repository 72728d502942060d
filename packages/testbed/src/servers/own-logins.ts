// Logins of our own for a database: its name with the role's, and a random password.

import { randomBytes } from 'node:crypto';
import type { LoginUrls, ServiceRole } from '@fiscal/db/migration';

/** What the processes of one run connect with. */
export interface OwnLogins {
  urls: LoginUrls;
  names: string[];
}

/** Chooses them; `makeLogins` makes them. @param databaseUrl of the owner. */
export function ownLogins(databaseUrl: string): OwnLogins {
  const database = new URL(databaseUrl).pathname.slice(1);
  const nameOf = (role: ServiceRole) => `${database}_${role.replace('fiscal_', '')}_login`;
  const urlOf = (role: ServiceRole) => {
    const url = new URL(databaseUrl);
    url.username = nameOf(role);
    url.password = randomBytes(24).toString('base64url');
    return url.href;
  };
  return {
    urls: { fiscal_api: urlOf('fiscal_api'), fiscal_worker: urlOf('fiscal_worker') },
    names: [nameOf('fiscal_api'), nameOf('fiscal_worker')],
  };
}

// What whoever has the login of a process may not do in PostgreSQL: the list of packages/db, with the
// logins that the running processes have.

import pg from 'pg';
import {
  API_MAY_NOT,
  BOTH_MAY_NOT,
  NOT_ALLOWED,
  WORKER_MAY_NOT,
} from '../../../../packages/db/src/testing/forbidden-statements.ts';
import type { Attack } from '../ground.ts';

/** Runs each; throws all those that were not refused for want of the right. */
async function tryStatements(url: string, statements: readonly string[]): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const others: string[] = [];
  try {
    for (const statement of statements) {
      const code = await client.query(statement).then(
        () => 'done',
        (error: unknown) => (error as pg.DatabaseError).code ?? String(error),
      );
      if (code !== NOT_ALLOWED) others.push(`${statement}: ${code}`);
    }
  } finally {
    await client.end();
  }
  if (others.length > 0) throw new Error(others.join('; '));
  return `refused ${String(statements.length)} of ${String(statements.length)}`;
}

/** Of the owner, and of the other process. */
const roles = (ownerUrl: string, other: string) =>
  [new URL(ownerUrl).username, other].map((role) => `set role ${pg.escapeIdentifier(role)}`);

export const postgresql: readonly Attack[] = [
  {
    name: 'forbidden statements with the login of the API',
    run: ({ service: { stack } }) =>
      tryStatements(stack.logins.fiscal_api, [
        ...BOTH_MAY_NOT,
        ...API_MAY_NOT,
        ...roles(stack.databaseUrl, 'fiscal_worker'),
      ]),
  },
  {
    name: 'forbidden statements with the login of a worker',
    run: ({ service: { stack } }) =>
      tryStatements(stack.logins.fiscal_worker, [
        ...BOTH_MAY_NOT,
        ...WORKER_MAY_NOT,
        ...roles(stack.databaseUrl, 'fiscal_api'),
      ]),
  },
];

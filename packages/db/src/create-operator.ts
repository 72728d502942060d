// `create-operator <e-mail>`: the first person who can sign in to the panel, or another one. The
// password comes from standard input or is asked for; as an argument it would stand in the list of
// processes.

import { stderr, stdin } from 'node:process';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { hashPassword, passwordProblem } from './account/passwords.ts';
import { createOperator } from './account/users.ts';
import type { Database } from './connection/client.ts';

/**
 * @returns what was done, in a sentence.
 * @throws Error in words if the address or the password will not do.
 */
export async function createOperatorByHand(
  db: Database,
  email: string | undefined,
): Promise<string> {
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new Error('Use: create-operator <e-mail address>, with the password on standard input.');
  }
  const password = stdin.isTTY ? await askForPassword() : (await text(stdin)).replace(/\r?\n$/, '');
  const problem = await passwordProblem(password, email);
  if (problem !== null) throw new Error(problem);
  const passwordHash = await hashPassword(password);
  if (!(await createOperator(db, { email, passwordHash }, false))) {
    throw new Error('The e-mail address is taken.');
  }
  return 'The operator can sign in.';
}

/** Nothing that is typed is shown. */
async function askForPassword(): Promise<string> {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => done(),
  });
  const terminal = createInterface({ input: stdin, output: nowhere, terminal: true });
  stderr.write('Password: ');
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    stderr.write('\n');
  }
}

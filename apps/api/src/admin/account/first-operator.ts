import { createOperator, hashPassword, passwordProblem } from '@fiscal/db/account';
import type { Database } from '@fiscal/db/connection';

/**
 * Stores the operator of the configuration if there is none yet. Nothing happens without both values.
 * @returns whether one was stored.
 * @throws Error if the password is too weak.
 */
export async function ensureFirstOperator(
  db: Database,
  first: { email: string | undefined; password: string | undefined },
): Promise<boolean> {
  const { email, password } = first;
  if (email === undefined || password === undefined) return false;
  const problem = await passwordProblem(password, email);
  if (problem !== null) throw new Error(`ADMIN_FIRST_OPERATOR_PASSWORD: ${problem}`);
  return createOperator(db, { email, passwordHash: await hashPassword(password) }, true);
}

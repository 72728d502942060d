import { findCredentials, isPassword } from '@fiscal/db/account';
import { countedAddress } from '../../../http/request/counted-address.ts';
import type { Call, Result } from '../../../http/endpoint.ts';
import { refuseField } from '../../../http/refusal/refusal.ts';
import type { AccountDependencies } from '../accounts.ts';
import { refuseForAWhile } from '../sign-in-limits.ts';

/** A call about the caller's own account. */
export type OwnCall = Pick<
  Call<'user', AccountDependencies>,
  'deps' | 'actor' | 'request' | 'response'
>;

/**
 * A session that was left open must not be enough to take the account over.
 * @param path of the field with the password. @returns why not; null if it is the caller's.
 */
export async function checkPassword(
  { deps: { db, accounts, clock }, actor, request, response }: OwnCall,
  path: string,
  password: string,
): Promise<Result<never> | null> {
  const address = countedAddress(request);
  const browser = accounts.browsers.find(request, actor.email, clock());
  const refused = await accounts.limits.attempt(actor.email, address, browser);
  if (refused) return refuseForAWhile(response, refused);
  const credentials = await findCredentials(db, { userId: actor.userId });
  if (!credentials || !(await isPassword(password, credentials.passwordHash))) {
    return refuseField(path, 'The password is not right.');
  }
  await accounts.limits.forgive(actor.email, address, browser);
  return null;
}

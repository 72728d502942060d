// Links for people who have lost their password. Neither the response nor its time shows whether an
// address has an account: what depends on that is done after the response.

import { findAccount, noteInvitation, offerPasswordLink } from '@fiscal/db/account';
import { countedAddress } from '../../../http/request/counted-address.ts';
import { DONE, endpointsFor, ok } from '../../../http/endpoint.ts';
import { refuse } from '../../../http/refusal/refusal.ts';
import { onceOver } from '../../../http/response/response-end.ts';
import { forgottenPasswordMail } from '../../../mail/account-mail.ts';
import { reasonOf } from '@fiscal/runtime/mail';
import type { Mailer } from '@fiscal/runtime/mail';
import type { AccountDependencies } from '../accounts.ts';
import { passwordLinkBody, passwordLinks } from '../account-schemas.ts';
import { refuseForAWhile } from '../sign-in-limits.ts';
import { newInvitation } from './invitations.ts';

const { get, post } = endpointsFor<AccountDependencies>()('/password-link', {
  tag: 'Panel: account',
  access: 'everyone',
});

/** Links for a lost password, without a session. */
export const passwordLinkEndpoints = [
  get('', {
    operationId: 'readPasswordLinks',
    summary: 'Whether a link for a lost password can be mailed',
    result: passwordLinks,
    handle: ({ deps }) => ok({ isMailed: deps.accounts.mailer !== null }),
  }),
  post('', {
    operationId: 'askForPasswordLink',
    summary: 'Mails a link to choose a new password with; it works once, for an hour',
    body: passwordLinkBody,
    async handle({ deps, actor, body: { email }, request, response }) {
      const { mailer, invitationLimits, browsers } = deps.accounts;
      if (!mailer) {
        return refuse('CONFLICT', 'The service sends no mail. Ask an owner or an operator.');
      }
      const address = countedAddress(request);
      const isOwner =
        actor?.email === email.toLowerCase() ||
        browsers.find(request, email, deps.clock()) !== null;
      const waitS = await invitationLimits.attemptLink(address, email, isOwner);
      if (waitS !== null) return refuseForAWhile(response, { waitS });
      onceOver(response, () => {
        mailLink(deps, mailer, email, address).catch((error: unknown) =>
          deps.logger.error({ err: error }, 'a link for a lost password could not be made'),
        );
      });
      return DONE;
    },
  }),
];

async function mailLink(
  { db, accounts, clock, logger }: AccountDependencies,
  mailer: Mailer,
  email: string,
  address: string,
): Promise<void> {
  const person = await findAccount(db, email);
  if (!person) return;
  const now = clock();
  const { token, expiresAt } = newInvitation(person, 'mail', now);
  await offerPasswordLink(db, person.id, { token, expiresAt }, address, now);
  const link = `${accounts.origin}/admin/new-password#${token}`;
  try {
    await mailer.send({ to: person.email, ...forgottenPasswordMail(link, expiresAt) });
  } catch (error) {
    const logged = { userId: person.id, reason: reasonOf(error) };
    logger.warn(logged, 'a link for a lost password was not sent');
    await noteInvitation(db, 'visitor', person, 'not-mailed');
  }
}

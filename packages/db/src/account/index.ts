// The people of the panel and how they sign in.

export { confirmSession, noteRefusedConfirmation } from './confirmations.ts';
export type { ConfirmationFactor } from './confirmations.ts';
export {
  changePassword,
  disableTotp,
  enableTotp,
  findCredentials,
  findProposedTotp,
  listSealedTotp,
  proposeTotp,
  replaceSealOfTotp,
  takeTotpStep,
} from './credentials.ts';
export type { Credentials } from './credentials.ts';
export {
  acceptInvitation,
  askForInvitation,
  findAccount,
  findInvited,
  hasOtherAccount,
  invitePerson,
  noteInvitation,
  offerPasswordLink,
  renewInvitation,
} from './invitations.ts';
export type { Invitation, NewPerson } from './invitations.ts';
export {
  addPasskey,
  keepChallenge,
  listPasskeys,
  notePasskeyUse,
  removePasskey,
  takeChallenge,
} from './passkeys.ts';
export type { ChallengePurpose, ListedPasskey, Passkey } from './passkeys.ts';
export { hashPassword, isPassword, passwordProblem } from './passwords.ts';
export { resetSecondFactor } from './second-factor-reset.ts';
export { findSession, touchSession } from './session-look-up.ts';
export type { LiveSession } from './session-look-up.ts';
export {
  beginSession,
  endAllSessions,
  endSession,
  endSessionsOf,
  listSessions,
} from './sessions.ts';
export type { NewSession } from './sessions.ts';
export { noteUnfinishedSignIn } from './sign-in-audit.ts';
export type { UnfinishedSignIn } from './sign-in-audit.ts';
export { attemptSignIn, deleteSignInDelays, uncountSignIn } from './sign-in-delays.ts';
export type { Delayed, DelayRule } from './sign-in-delays.ts';
export { findSecondFactorRule, setSecondFactorRule } from './sign-in-policy.ts';
export { createOperator, findPerson, listPeople, updatePerson } from './users.ts';
export type { Person, Role } from './users.ts';

// The people of the panel and how they sign in.

export * from './confirmations.ts';
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
export * from './invitations.ts';
export * from './passkeys.ts';
export * from './passwords.ts';
export { resetSecondFactor } from './second-factor-reset.ts';
export { findSession, INSPECTION, touchSession } from './session-look-up.ts';
export type { LiveSession } from './session-look-up.ts';
export * from './sessions.ts';
export * from './sign-in-audit.ts';
export * from './sign-in-delays.ts';
export * from './sign-in-policy.ts';
export { createOperator, findPerson, listPeople, updatePerson } from './users.ts';
export type { Person, Role } from './users.ts';

import { ownAccountRoutes } from './own-account/own-account-endpoints.ts';
import { auditRoutes } from '../operations/audit-endpoints.ts';
import { confirmationRoutes } from './own-account/confirmation-endpoints.ts';
import { passkeyRoutes } from './second-factor/passkey-endpoints.ts';
import { peopleRoutes } from './people/people-endpoints.ts';
import { sessionRoutes } from './sign-in/session-endpoints.ts';
import { sessionsOfPeopleRoutes } from './people/people-sessions-endpoints.ts';
import { signInPolicyRoutes } from './second-factor/sign-in-policy-endpoints.ts';

/** Sessions, one's own account, people and the audit log. */
export const accountRoutes = [
  ...sessionRoutes,
  ...ownAccountRoutes,
  ...confirmationRoutes,
  ...passkeyRoutes,
  ...sessionsOfPeopleRoutes,
  ...signInPolicyRoutes,
  ...peopleRoutes,
  ...auditRoutes,
];

import { ownAccountRoutes } from './account-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { confirmationRoutes } from './confirmation-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { sessionsOfPeopleRoutes } from './sessions-of-people-routes.ts';
import { signInPolicyRoutes } from './sign-in-policy-routes.ts';

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

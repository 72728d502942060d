import { ownAccountRoutes } from './account-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { sessionRoutes } from './session-routes.ts';

/** Sessions, one's own account, people and the audit log. */
export const accountRoutes = [
  ...sessionRoutes,
  ...ownAccountRoutes,
  ...peopleRoutes,
  ...auditRoutes,
];

// What a worker is for: WORKER_ROLES. The roles may be divided among workers, so that a machine
// that prints holds no key, one that signs runs no browser, and one that mails does neither.

import { LANES_OF_ROLE } from '@fiscal/queue/listener';
import type { WorkerRole } from '@fiscal/queue/listener';
import { neededByRoles, rolesVariable } from '@fiscal/runtime';

/** Those that sign and send: only they need the vault's identity and the authority. */
export const SIGNING_ROLES: readonly WorkerRole[] = ['fiscalize', 'deliver', 'keys'];

export const workerRoles = rolesVariable(Object.keys(LANES_OF_ROLE) as WorkerRole[]);

/** For `refine`: see neededByRoles. */
export const neededBy = <Name extends string>(
  name: Name,
  roles: readonly WorkerRole[],
  why: string,
) => neededByRoles('WORKER_ROLES', name, roles, why);

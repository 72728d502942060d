// What a worker is for: WORKER_ROLES. The roles may be divided among workers, so that a machine that prints
// holds no key, and one that signs runs no browser.

import { LANES_OF_ROLE } from '@fiscal/queue/listener';
import type { WorkerRole } from '@fiscal/queue/listener';
import { z } from 'zod';

const ROLES = Object.keys(LANES_OF_ROLE) as WorkerRole[];

/** Those that sign and send: only they need the vault's identity and the authority. */
export const SIGNING_ROLES: readonly WorkerRole[] = ['fiscalize', 'deliver', 'keys'];

function isRole(name: string): name is WorkerRole {
  return Object.hasOwn(LANES_OF_ROLE, name);
}

/** Roles with commas between; all of them by default. */
export const workerRoles = z
  .string()
  .default(ROLES.join(','))
  .transform((text, context): readonly WorkerRole[] => {
    const names = text.split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !isRole(name));
    if (unknown.length > 0) {
      context.addIssue(
        `must be some of ${ROLES.join(', ')}, with commas between; “${unknown.join(', ')}” is none of them`,
      );
    }
    return names.filter(isRole);
  });

/**
 * For `refine`: a variable that these roles need.
 * @param why what it is for, without a full stop.
 */
export function neededBy<Name extends string>(
  name: Name,
  roles: readonly WorkerRole[],
  why: string,
) {
  type Env = { WORKER_ROLES: readonly WorkerRole[] } & Partial<Record<Name, unknown>>;
  const isThere = (env: Env) =>
    env[name] !== undefined || !env.WORKER_ROLES.some((role) => roles.includes(role));
  const message = `must be set for ${roles.join(', ')} of WORKER_ROLES: ${why}.`;
  // Also beside other problems, so that all of them are reported at once; not where the roles are one.
  const when = ({ value }: { value: unknown }) =>
    Array.isArray((value as Partial<Env> | undefined)?.WORKER_ROLES);
  const options = { message, path: [name], when };
  return [isThere, options] as const;
}

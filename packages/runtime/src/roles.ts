// What a process does of all that its program can: a variable that names its roles.

import { z } from 'zod';

/**
 * @param all every role; those of a process stand in its variable, with commas between, by default
 * all.
 */
export function rolesVariable<Role extends string>(all: readonly Role[]) {
  const isRole = (name: string): name is Role => (all as readonly string[]).includes(name);
  return z
    .string()
    .default(all.join(','))
    .transform((text, context): readonly Role[] => {
      const names = text.split(',').map((name) => name.trim());
      const unknown = names.filter((name) => !isRole(name));
      if (unknown.length > 0) {
        context.addIssue(
          `must be some of ${all.join(', ')}, with commas between; “${unknown.join(', ')}” is none of them`,
        );
      }
      return names.filter(isRole);
    });
}

/**
 * For `refine`: a variable that these roles need.
 * @param variable the one that names the roles.
 * @param why what it is for, without a full stop.
 */
export function neededByRoles<Variable extends string, Name extends string>(
  variable: Variable,
  name: Name,
  roles: readonly string[],
  why: string,
) {
  type Env = Record<Variable, readonly string[]> & Partial<Record<Name, unknown>>;
  const isThere = (env: Env) => {
    const { [name]: value }: Partial<Record<Name, unknown>> = env;
    return value !== undefined || !env[variable].some((role) => roles.includes(role));
  };
  const message = `must be set for ${roles.join(', ')} of ${variable}: ${why}.`;
  // Also beside other problems, so that all of them are reported at once; not where the roles are
  // one.
  const when = ({ value }: { value: unknown }) =>
    Array.isArray((value as Partial<Record<Variable, unknown>> | undefined)?.[variable]);
  const options = { message, path: [name], when };
  return [isThere, options] as const;
}

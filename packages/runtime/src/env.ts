// Reads a process's configuration: one zod schema per process, read once in its main, all problems
// listed at once. It must not know any variable itself.

import type { z } from 'zod';

/** The configuration of a process is wrong; `message` names every variable and what is the matter. */
export class ConfigurationError extends Error {
  readonly code = 'CONFIGURATION_INVALID';
  override readonly name = 'ConfigurationError';
}

/**
 * The environment checked against a schema. An empty variable counts as absent, as shells and
 * compose files leave them behind.
 * @throws ConfigurationError with one line for each problem.
 */
export function loadEnv<Schema extends z.ZodType>(
  schema: Schema,
  source: Record<string, string | undefined> = process.env,
): z.output<Schema> {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    (issue) => `  ${issue.path.join('.') || '(configuration)'}: ${issue.message}`,
  );
  throw new ConfigurationError(`The configuration is not valid:\n${lines.join('\n')}`);
}

const SECRET_NAME = /(PASSWORD|SECRET|IDENTITY|TOKEN|_KEY)$/;

/** The configuration as it may be logged: secrets and the passwords inside URLs are struck out. */
export function redactEnv(env: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (SECRET_NAME.test(name)) return [name, '[redacted]'];
      return [name, value.replace(/(\/\/[^:/@]*):[^@/]*@/, '$1:[redacted]@')];
    }),
  );
}

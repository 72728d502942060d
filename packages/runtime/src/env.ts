// Reads a process's configuration: one zod schema per process, read once in its main, all problems
// listed at once. It must not know any variable itself.

import { z } from 'zod';
import { readVariables } from './secret-files.ts';

/**
 * The configuration of a process is wrong; `message` names every variable and what is the matter.
 */
export class ConfigurationError extends Error {
  readonly code = 'CONFIGURATION_INVALID';
  override readonly name = 'ConfigurationError';
}

/**
 * The environment checked against a schema. An empty variable counts as absent, as shells and
 * compose files leave them behind. Every variable of the schema may come from a file: where
 * NAME_FILE is set, the content of that file is NAME.
 * @throws ConfigurationError with one line for each problem.
 */
export function loadEnv<Schema extends z.ZodType>(
  schema: Schema,
  source: Record<string, string | undefined> = process.env,
): z.output<Schema> {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const { variables, problems } = readVariables(source, names);
  const result = schema.safeParse(variables);
  if (result.success && problems.length === 0) return result.data;
  const wrong = (result.error?.issues ?? []).map(
    (issue) => `${issue.path.join('.') || '(configuration)'}: ${issue.message}`,
  );
  const lines = [...problems, ...wrong].map((line) => `  ${line}`);
  throw new ConfigurationError(`The configuration is not valid:\n${lines.join('\n')}`);
}

/** Of the environment only these, for a child process that must not have the others. */
export function pickVariables(
  names: readonly string[],
  source: Record<string, string | undefined> = process.env,
): Record<string, string> {
  const { variables } = readVariables(source, []);
  return Object.fromEntries(Object.entries(variables).filter(([name]) => names.includes(name)));
}

const SECRET_NAME = /(PASSWORD|SECRET|IDENTITY|TOKEN|_KEY|_HEADERS)$/;

/** The configuration as it may be logged: secrets and the passwords inside URLs are struck out. */
export function redactEnv(env: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (SECRET_NAME.test(name)) return [name, '[redacted]'];
      return [name, withoutPassword(value)];
    }),
  );
}

/** Up to the last @ of the text: a password that is not percent-encoded may hold one, too. */
function withoutPassword(url: string): string {
  return url
    .replace(/(\/\/[^:/@]*):.*@/s, '$1:[redacted]@')
    .replace(/([?&][^=&]*password=)[^&]*/gi, '$1[redacted]');
}

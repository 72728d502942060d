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
 * @throws ConfigurationError with one sentence for each problem: which variable, what it has to be,
 *   and an example: `example` of the variable or of what it is made of, else its default, else one
 *   of its kind.
 */
export function loadEnv<Schema extends z.ZodType>(
  schema: Schema,
  source: Record<string, string | undefined> = process.env,
): z.output<Schema> {
  const fields = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const { variables, problems } = readVariables(source, Object.keys(fields));
  const factsOf = ({ path = [] }: { path?: PropertyKey[] | undefined }): VariableFacts => {
    const field = fields[String(path[0])];
    return field ? describeVariable(field) : { kind: 'something else', example: null };
  };
  // Asked where a schema has no words of its own.
  const error: z.core.$ZodErrorMap = (issue) => {
    const isUnset = variables[String(issue.path?.[0])] === undefined;
    return `${isUnset ? 'is not set: it ' : ''}must be ${factsOf(issue).kind}`;
  };
  const result = schema.safeParse(variables, { error });
  if (result.success && problems.length === 0) return result.data;
  const wrong = (result.error?.issues ?? []).map((issue) => {
    const name = issue.path.join('.');
    const { example } = factsOf(issue);
    const shown = example === null ? '' : ` For example: ${name}=${example}`;
    return `${name} ${issue.message.replace(/\.$/, '')}.${shown}`;
  });
  const lines = [...problems, ...wrong].map((line) => `  ${line}`);
  throw new ConfigurationError(`The configuration is not valid:\n${lines.join('\n')}`);
}

interface VariableFacts {
  /** Behind "must be". */
  kind: string;
  /** Null where any text is one. */
  example: string | null;
}

/** What may be set, in words, from its schema. */
function describeVariable(field: z.ZodType): VariableFacts {
  const input = field.toJSONSchema({ io: 'input', unrepresentable: 'any' });
  const output = field.toJSONSchema({ io: 'output', unrepresentable: 'any' });
  const [kind, ofKind] = kindOf(input, output.type === 'boolean');
  const { example, default: byDefault = output.default } = input;
  for (const known of [example, byDefault, ofKind]) {
    const isShown = ['string', 'number', 'boolean'].includes(typeof known) && known !== '';
    if (isShown) return { kind, example: String(known) };
  }
  return { kind, example: null };
}

/** The kind, and a value of it. */
function kindOf(schema: z.core.JSONSchema.BaseSchema, isSwitch: boolean): [string, string?] {
  const { type, enum: values, format, minimum, exclusiveMinimum, maximum } = schema;
  if (values) return [`one of ${values.join(', ')}`, String(values[0])];
  if (isSwitch) return ['true or false', 'true'];
  if (type === 'integer' || type === 'number') {
    const number = type === 'integer' ? 'a whole number' : 'a number';
    const least = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 0);
    const isBounded = maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER;
    const range = isBounded ? `from ${least} to ${maximum}` : `of ${least} or more`;
    return [`${number} ${range}`, String(Math.max(least, Math.min(16, maximum ?? 16)))];
  }
  if (format === 'uri') return ['a URL', 'https://service.example'];
  if (format === 'email') return ['an e-mail address', 'person@shop.example'];
  return ['a text'];
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

// Every variable of every process, from the schemas that the processes check their environment
// with.

import { apiEnvSchema, apiVariables } from '../../apps/api/src/env.ts';
import { archiveEnvSchema } from '../../apps/archive/src/env.ts';
import { simulatorEnvSchema } from '../../apps/efi-simulator/src/env.ts';
import { workerEnvSchema, workerVariables } from '../../apps/worker/src/env.ts';
import { COMMAND_WORDS } from '../../packages/db/src/env.ts';

/** By section of .env.example; what is not a field of a schema is a text. */
export const PROCESSES = {
  api: { title: 'API', variables: variablesOf(apiEnvSchema.shape) },
  archive: { title: 'Archive', variables: variablesOf(archiveEnvSchema.shape) },
  worker: { title: 'Worker', variables: variablesOf(workerEnvSchema.shape) },
  commands: {
    title: 'Commands of the database',
    variables: Object.entries(COMMAND_WORDS).map(([name, description]) =>
      name === 'DATABASE_URL'
        ? { name, description, example: 'postgresql://fiscal:secret@127.0.0.1:5432/fiscal' }
        : { name, description },
    ),
  },
  simulator: { title: 'Simulator', variables: variablesOf(simulatorEnvSchema.shape) },
};

/** What each container of a deployment reads: a process, or the part of it that its roles need. */
export const CONTAINERS = {
  api: variablesOf({ ...apiVariables.ofBoth, ...apiVariables.ofPublic }),
  panel: variablesOf({ ...apiVariables.ofBoth, ...apiVariables.ofPanel }),
  'worker-fiscalize': variablesOf({ ...workerVariables.ofEvery, ...workerVariables.ofSigning }),
  'worker-print': variablesOf({ ...workerVariables.ofEvery, ...workerVariables.ofPrinting }),
  'worker-notify': variablesOf({ ...workerVariables.ofEvery, ...workerVariables.ofMailing }),
  archive: PROCESSES.archive.variables,
};

function variablesOf(fields) {
  return Object.entries(fields).map(([name, field]) => {
    const { description, example, isSecret = false, isOfImage = false } = field.meta() ?? {};
    if (!description) throw new Error(`${name} has no words: .describe() comes last.`);
    return { name, description, example, isSecret, isOfImage, ...valueOf(field) };
  });
}

/** What may be set, as a person would say it, and its default. */
function valueOf(field) {
  const given = shapeOf(field, 'input');
  const { default: ofResult, type } = shapeOf(field, 'output');
  const fallback = String(given.default ?? ofResult ?? '');
  const isRequired = fallback === '' && !field.safeParse(undefined).success;
  return { type: type === 'boolean' ? '`true`, `false`' : typeOf(given), fallback, isRequired };
}

function typeOf({ type, enum: values, minimum, exclusiveMinimum, maximum, format, pattern }) {
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'integer') {
    const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
    const most = maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? null : maximum;
    return most === null ? `whole number ≥ ${least}` : `whole number, ${least} to ${most}`;
  }
  if (format === 'uri') return 'URL';
  if (format === 'email') return 'e-mail address';
  if (format === 'starts_with') return `\`${pattern.replace(/^\^|\.\*$/g, '')}…\``;
  return 'text';
}

/** As JSON Schema: of the text that is set (`input`), or of what becomes of it. */
function shapeOf(field, io) {
  return field.toJSONSchema({ io, unrepresentable: 'any' });
}

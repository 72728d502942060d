// docs/configuration.md: every variable of every process, with type and default from the schemas
// that the processes check their environment with, and words from the files .env.example.

import { readFileSync } from 'node:fs';
import { archiveEnvSchema } from '../../apps/archive/src/env.ts';
import { apiEnvSchema } from '../../apps/api/src/env.ts';
import { simulatorEnvSchema } from '../../apps/efi-simulator/src/env.ts';
import { workerEnvSchema } from '../../apps/worker/src/env.ts';
import { COMMAND_VARIABLES } from '../../packages/db/src/env.ts';

const ROOT = new URL('../../', import.meta.url);

/** The commands take texts; which of them a command needs, its words say. */
const commandFields = Object.fromEntries(COMMAND_VARIABLES.map((name) => [name, null]));

/** Each process: the fields of its schema, and where its variables have their words. */
const PROCESSES = [
  ['API', apiEnvSchema.shape, '.env.example', 'api'],
  ['Archive', archiveEnvSchema.shape, '.env.example', 'archive'],
  ['Worker', workerEnvSchema.shape, '.env.example', 'worker'],
  ['Commands of the database', commandFields, '.env.example', 'migrations'],
  ['Simulator', simulatorEnvSchema.shape, 'apps/efi-simulator/.env.example', null],
];

const HEADING = `# Configuration

Every variable of every process, made from the schemas that they are checked with at a start
by \`npm run generate\`. All problems of a
configuration are reported at once. An empty variable counts as absent, and each can come from a file:
\`NAME_FILE\` names the file whose content is \`NAME\`. What a process checks beyond the form of a value is
in the [operator's guide](operators-guide.md#checks-of-a-process).
`;

/** The file as it should be. */
export function configurationReference() {
  const sections = PROCESSES.map(([title, fields, file, section]) => {
    const words = wordsIn(file, section);
    const rows = Object.entries(fields).map(([name, field]) => {
      const described = words.get(name);
      if (!described) throw new Error(`${name} has no words in ${file}`);
      return `| \`${name}\` | ${typeOf(field)} | ${defaultOf(field)} | ${cell(described)} |`;
    });
    return `## ${title}\n\n| Variable | Value | Default | Meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return [HEADING, ...sections].join('\n');
}

/**
 * The comment before each variable; variables below each other share one.
 * @returns by name, on one line.
 */
function wordsIn(file, section) {
  const text = readFileSync(new URL(file, ROOT), 'utf8');
  const part =
    section === null ? text : text.split(/^## /m).find((each) => each.startsWith(`${section}\n`));
  const words = new Map();
  let comment = [];
  let isVariableBefore = false;
  for (const line of (part ?? '').split('\n')) {
    const name = /^#?([A-Z][A-Z0-9_]*)=/.exec(line)?.[1];
    if (name !== undefined) words.set(name, comment.join(' '));
    else if (line.startsWith('# ')) comment = [...(isVariableBefore ? [] : comment), line.slice(2)];
    else comment = [];
    isVariableBefore = name !== undefined;
  }
  return words;
}

/** What may be set, as a person would say it. */
function typeOf(field) {
  if (field === null) return 'text';
  const shown = shapeOf(field, 'input');
  const { type, enum: values, minimum, exclusiveMinimum, maximum, format, pattern } = shown;
  if (values) return values.map((value) => `\`${value}\``).join(', ');
  const isSwitch = shapeOf(field, 'output').type === 'boolean';
  if (isSwitch) return '`true`, `false`';
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

/** Its default; `required` where a start fails without it. */
function defaultOf(field) {
  if (field === null) return '–';
  const shown = shapeOf(field, 'input');
  const known = shown.default ?? shapeOf(field, 'output').default;
  if (known !== undefined && String(known) !== '') return `\`${cell(String(known))}\``;
  return field.safeParse(undefined).success ? '–' : '**required**';
}

/** As JSON Schema: of the text that is set (`input`), or of what becomes of it. */
function shapeOf(field, io) {
  return field.toJSONSchema({ io, unrepresentable: 'any' });
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}

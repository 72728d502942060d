// docs/configuration.md and .env.example.

import { PROCESSES } from './variables.mjs';

const HEADING = `# Configuration

Every variable of every process, made from the schemas that they are checked with at a start by
\`npm run generate\`. All problems of a configuration are reported at once. An empty variable counts as
absent, and each can come from a file: \`NAME_FILE\` names the file whose content is \`NAME\`. What a
process checks beyond the form of a value is in the
[operator's guide](operators-guide.md#checks-of-a-process).
`;

const COLUMNS = ['Variable', 'Value', 'Default', 'Meaning'];

export function configurationReference() {
  const readers = new Map();
  for (const { title, variables } of Object.values(PROCESSES)) {
    for (const row of variables.map(rowOf)) readers.set(row, [...(readers.get(row) ?? []), title]);
  }
  const shared = [...readers].filter(([, titles]) => titles.length > 1);
  const sections = Object.values(PROCESSES).map(({ title, variables }) => {
    const rows = variables.map(rowOf).filter((row) => readers.get(row).length === 1);
    return tableOf(title, COLUMNS, rows);
  });
  const rows = shared.map(([row, titles]) => `${row} ${titles.join(', ')} |`);
  return [HEADING, tableOf('Several processes', [...COLUMNS, 'Of'], rows), ...sections].join('\n');
}

function rowOf({ name, description, type = 'text', fallback, isRequired }) {
  const absent = isRequired ? '**required**' : '–';
  const value = fallback ? `\`${cell(fallback)}\`` : absent;
  return `| \`${name}\` | ${type} | ${value} | ${cell(description)} |`;
}

function tableOf(title, columns, rows) {
  const head = [`| ${columns.join(' | ')} |`, `|${' --- |'.repeat(columns.length)}`];
  // The formatter would fill every cell up to the width of the longest.
  return `## ${title}\n\n${['<!-- prettier-ignore -->', ...head, ...rows].join('\n')}\n`;
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}

const EXAMPLE_HEADING = `# Every variable of every process, with an example where a deployment has to set it and after a #
# with its default, made by npm run generate. \`npm start\` sets all of them by itself.
# docs/configuration.md says what each is for. NAME_FILE names a file whose content is NAME.
`;

export function exampleEnvironment() {
  const sections = Object.entries(PROCESSES).map(([section, { variables }]) => {
    const lines = variables.map(({ name, example, fallback = '' }) =>
      example === undefined ? `#${name}=${fallback}` : `${name}=${example}`,
    );
    return `## ${section}\n${lines.join('\n')}\n`;
  });
  return [EXAMPLE_HEADING, ...sections].join('\n');
}

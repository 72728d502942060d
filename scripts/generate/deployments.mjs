// What the deployments say of variables: which of them reach which container. Secrets are files
// there, and where a process listens its image says; both are wired by hand.

import { createRequire } from 'node:module';
import { CONTAINERS, PROCESSES } from './variables.mjs';

const { parse } = createRequire(new URL('../../e2e/package.json', import.meta.url))('yaml');

const { worker, simulator } = PROCESSES;
const isSetting = ({ isSecret, isOfImage }) => !isSecret && !isOfImage;

/** In docker-compose.yml secrets of the panel and the stores come from .env, too. */
const ofDemo = ({ name, isOfImage }) => !isOfImage && name !== 'DATABASE_DIRECT_URL';

export const composeOfDemo = (text) =>
  composeFile(text, {
    api: PROCESSES.api.variables.filter(ofDemo),
    worker: worker.variables.filter(ofDemo),
    'efi-simulator': simulator.variables.filter(ofDemo),
  });

export const composeOfProduction = (text) =>
  composeFile(text, {
    api: CONTAINERS.api.filter(isSetting),
    panel: CONTAINERS.panel.filter(isSetting),
    'worker-fiscalize': CONTAINERS['worker-fiscalize'].filter(isSetting),
    'worker-print': CONTAINERS['worker-print'].filter(isSetting),
    'worker-notify': CONTAINERS['worker-notify'].filter(isSetting),
  });

/**
 * In the block `# variables of NAME` of each service: every variable as .env sets it that does not
 * stand beside the block, by hand; an empty one takes its default.
 */
function composeFile(text, variables) {
  const names = Object.keys(variables);
  const byHand = parse(
    names.reduce((rest, name) => withBlock(rest, name, () => []), text),
    { merge: true },
  );
  return names.reduce((rest, name) => {
    const { environment } = byHand.services[name];
    const isFree = ({ name: each }) => !(each in environment) && !(`${each}_FILE` in environment);
    const lines = variables[name]
      .filter(isFree)
      .map((each) => `${each.name}: '\${${each.name}:-}'`);
    return withBlock(rest, name, () => lines);
  }, text);
}

/** The text with other lines between `# variables of NAME, …` and `# end`, indented as they are. */
function withBlock(text, name, lines) {
  const block = new RegExp(`^( *)(# variables of ${name}, .*\n)[^]*?^ *# end$`, 'm');
  if (!block.test(text)) throw new Error(`there is no block “variables of ${name}”`);
  return text.replace(block, (_all, indent, mark) =>
    [`${indent}${mark}`, ...lines().map((line) => `${indent}${line}\n`), `${indent}# end`].join(''),
  );
}

/** templates/_env.tpl: which variables of `env` each container reads. */
export function chartVariables(text) {
  const lists = Object.entries({ ...CONTAINERS, migrations: [] }).map(([name, variables]) => {
    const names = variables.filter(isSetting).map((each) => each.name);
    return `{{- define "fiscal.env.${name}" -}}\n${names.join(' ')}\n{{- end }}\n`;
  });
  const rest = text.slice(text.indexOf('{{/* The values of'));
  return `{{/* Which variables of \`env\` a container reads; made by npm run generate. */}}\n\n${lists.join('\n')}\n${rest}`;
}

/** values.schema.json: the names that `env` may have. What says more of one stays. */
export function chartSchema(text) {
  const schema = JSON.parse(text);
  const { env } = schema.definitions;
  const names = Object.values(CONTAINERS)
    .flat()
    .filter(isSetting)
    .map(({ name }) => name);
  env.properties = Object.fromEntries(
    [...new Set(names)]
      .sort()
      .map((name) => [name, env.properties[name] ?? { $ref: '#/definitions/text' }]),
  );
  return JSON.stringify(schema);
}

// Writes everything in git that is made of something else in it: files, and blocks of files between
// two marks. With --check it changes nothing and names what is stale.
//
//   npm run generate
//   node --conditions=source scripts/generate.mjs --check

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { alertsOf } from './generate/alerts.mjs';
import { configurationReference, exampleEnvironment } from './generate/configuration.mjs';
import {
  chartSchema,
  chartVariables,
  composeOfDemo,
  composeOfProduction,
} from './generate/deployments.mjs';
import { dashboard } from './generate/dashboard.mjs';
import { errorTables } from './generate/errors.mjs';
import { openApiShapes } from './generate/openapi.mjs';
import { roleMatrix } from './generate/roles.mjs';

const ROOT = resolve(fileURLToPath(import.meta.url), '../..');

/** By path: what makes the text of it, some of it from what stands there. */
const FILES = {
  '.env.example': exampleEnvironment,
  'docs/configuration.md': configurationReference,
  'docs/errors.md': errorTables,
  'apps/api/openapi.json': openApiShapes,
  'apps/api/src/panel/role-matrix.md': roleMatrix,
  'deploy/helm/fiscal/templates/_env.tpl': chartVariables,
  'deploy/helm/fiscal/values.schema.json': chartSchema,
  'deploy/monitoring/alerts.test.yml': (text) => alertsOf(text),
  'deploy/monitoring/alerts.yml': (text) => alertsOf(text),
  'deploy/monitoring/grafana/dashboards/fiscal.json': dashboard,
  'deploy/production/compose.yml': composeOfProduction,
  'docker-compose.yml': composeOfDemo,
};

const stale = [];
for (const [path, textOf] of Object.entries(FILES)) {
  const file = join(ROOT, path);
  const before = textIn(file);
  const text = await formatted(file, textOf(before));
  if (text !== before) stale.push({ path, file, text });
}

if (!process.argv.includes('--check')) {
  for (const { path, file, text } of stale) {
    writeFileSync(file, text);
    process.stdout.write(`${path}\n`);
  }
} else if (stale.length > 0) {
  const paths = stale.map(({ path }) => path).join(', ');
  process.stderr.write(`Stale: ${paths}. Run npm run generate.\n`);
  process.exitCode = 1;
}

/** As `npm run check format` wants it, where the formatter knows the kind of file. */
async function formatted(file, text) {
  const options = { ...(await resolveConfig(file)), filepath: file };
  // A line a panel; the formatter would make it fifty.
  if (file.includes('/dashboards/')) return text;
  return /\.(md|json|ya?ml)$/.test(file) ? format(text, options) : text;
}

function textIn(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

// Writes src/generated/api.ts from the OpenAPI document of the API; with --check it only says
// whether the file is as the document asks. Needs no build: sources are run as they stand.
//
//   node --conditions=source scripts/generate-types.mjs [--check]

import { readFileSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@fiscal/api/openapi';
import openapiTypescript, { astToString } from 'openapi-typescript';

const file = new URL('../src/generated/api.ts', import.meta.url);
const head = '// Made from the OpenAPI document by scripts/generate-types.mjs. Do not edit.\n\n';
const types = await openapiTypescript(openApiDocument(), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
const text = `${head}${astToString(types)}`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write(
    'src/generated/api.ts is stale: run the script "generate" of packages/client.\n',
  );
  process.exitCode = 1;
}

// Writes src/generated/api.ts from the OpenAPI document of the API. Needs no build: sources are run
// as they stand. scripts/generate-sources.mjs calls it where the file is missing or stale.

import { mkdirSync, writeFileSync } from 'node:fs';
import { openApiDocument } from '@fiscal/api/openapi';
import openapiTypescript, { astToString } from 'openapi-typescript';

const folder = new URL('../src/generated/', import.meta.url);
const types = await openapiTypescript(openApiDocument(), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('api.ts', folder),
  `// Made from the OpenAPI document of the API. Do not edit.\n\n${astToString(types)}`,
);

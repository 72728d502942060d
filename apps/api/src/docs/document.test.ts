import { FAILURES } from '@fiscal/domain';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { problemsOf as problemsIn } from '../http/refusal/problems.ts';
import { PANEL_ENDPOINTS } from '../panel/panel-endpoints.ts';
import { openApiDocument, partOf } from './document.ts';

interface Content {
  schema: object;
  examples?: Record<string, { value: unknown }>;
}
interface OpenApiResponse {
  $ref?: string;
  description: string;
  content?: Record<string, Content>;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, OpenApiResponse>;
}

const document = openApiDocument();
const everyOperation = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation: operation as Operation,
  })),
);

const isOfPanel = ({ name }: { name: string }) => name.includes(' /admin/');
const operations = everyOperation.filter((operation) => !isOfPanel(operation));

// The whole document is one schema to Ajv, so that references resolve; it is no schema itself.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'document' });

/** What is wrong with a value under a schema of the document. */
function problemsOf(schema: object, value: unknown): string[] {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object;
  const validate = ajv.compile(absolute);
  validate(value);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
}

function resolve(response: OpenApiResponse): OpenApiResponse {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : (document.components.responses[name] as OpenApiResponse);
}

describe('the document', () => {
  test('has nothing that the linter finds fault with', async () => {
    // The specification has GET …/cash/{id} beside POST …/{id}/fiscalize: no call can mean both.
    const rules = { 'no-ambiguous-paths': 'off', 'info-contact': 'error' } as const;
    const config = await createConfig({ extends: ['recommended-strict'], rules });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    const found = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]]);
    expect(found).toEqual([]);
  });

  test('describes every endpoint of the specification and its extensions', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual([
      'GET /api/cashdeposit',
      'GET /api/events',
      'GET /api/invoices',
      'GET /api/invoices/cash/{id}',
      'GET /api/invoices/cash/{id}/pdf',
      'GET /api/invoices/{id}',
      'GET /api/invoices/{id}/pdf',
      'GET /api/reports/corrective-journal',
      'GET /api/reports/day',
      'GET /api/reports/journal',
      'GET /api/reports/offline-journal',
      'GET /api/reports/period',
      'GET /api/reports/state',
      'POST /api/cashdeposit/initial',
      'POST /api/cashdeposit/withdraw',
      'POST /api/invoices/cash/create-and-print',
      'POST /api/invoices/draft',
      'POST /api/invoices/status',
      'POST /api/invoices/{id}/cancel',
      'POST /api/invoices/{id}/fiscalize',
      'POST /api/invoices/{id}/return',
      'POST /api/tcr/register',
    ]);
  });

  test('describes every endpoint of the panel, and no other', () => {
    const routes = PANEL_ENDPOINTS.map(
      ({ method, path }) => `${method.toUpperCase()} /admin/api${path}`,
    );
    const described = everyOperation.filter(isOfPanel).map(({ name }) => name);
    expect(described.sort()).toEqual(routes.sort());
  });

  test('gives every operation a name of its own', () => {
    const names = everyOperation.map(({ operation }) => operation.operationId);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test.each(['Invoice', 'Failure', 'Problem', 'ValidationProblem', 'FailureProblem', 'Issue'])(
    'allows no field in %s that it does not name',
    (name) => {
      expect(document.components.schemas[name]).toMatchObject({ additionalProperties: false });
    },
  );
});

describe.each(operations)('$name', ({ operation }) => {
  test('has an example of every JSON body, and each is as its schema says', () => {
    const responses = Object.values(operation.responses).map(resolve);
    const bodies: Pick<OpenApiResponse, 'content'>[] = [operation.requestBody ?? {}, ...responses];
    const contents = bodies.flatMap(({ content }) => content?.['application/json'] ?? []);
    for (const { schema, examples = {} } of contents) {
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      for (const [name, { value }] of Object.entries(examples)) {
        expect([name, problemsOf(schema, value)]).toEqual([name, []]);
      }
    }
  });

  test('can return 401, 403, 405, 429, 500 and 503', () => {
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(['401', '403', '405', '429', '500', '503']),
    );
  });
});

test('every code of the API and of a failed fiscalization has an example with its status', () => {
  const shown = new Set(
    operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, response]) =>
        Object.values(resolve(response).content ?? {}).flatMap(({ examples = {} }) =>
          Object.values(examples).flatMap(({ value }) => {
            const { code, details = [] } = value as { code?: string; details?: { code: string }[] };
            return [code, ...details.map((detail) => detail.code)].map(
              (each) => `${each} ${status}`,
            );
          }),
        ),
      ),
    ),
  );
  const codes = [...Object.entries(problemsIn('api')), ...Object.entries(FAILURES)];
  const statuses = codes.map(([code, { status }]) => [code, status] as const);
  const missing = statuses.filter(([code, status]) => !shown.has(`${code} ${status}`));
  expect(missing).toEqual([]);
});

describe.each(['public', 'panel'] as const)('the document of %s', (part) => {
  const { paths, tags, components } = partOf(document, part);

  test('has the endpoints of that part alone', () => {
    const own = Object.keys(document.paths).filter(
      (path) => path.startsWith('/admin/') === (part === 'panel'),
    );
    expect(Object.keys(paths)).toEqual(own);
    expect(tags.length).toBeGreaterThan(0);
    for (const { name } of tags) expect(name.startsWith('Panel')).toBe(part === 'panel');
  });

  test('refers to nothing that is not in it, and has nothing that is not referred to', () => {
    const text = JSON.stringify({ paths, components });
    const referred = [...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, name]) => name);
    const { securitySchemes, ...kinds } = components;
    const names = Object.entries(kinds).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    );
    expect([...new Set(referred)].sort()).toEqual(names.sort());
    expect(Object.keys(securitySchemes)).toEqual([part === 'panel' ? 'session' : 'apiKey']);
  });
});

// Holds every response that the contract tests see against the OpenAPI document: its status, its
// media type, its headers and its body. A response that the document does not describe fails the
// test.

import { openApiDocument } from '@fiscal/api/openapi';
import { oncePerProcess } from '@fiscal/testbed';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Response, Test } from 'supertest';

/** The part of a documented response that is looked at. */
interface DocumentedResponse {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
}

/** Headers of HTTP itself, and those that protect browsers: they are the same on every response. */
const COMMON_HEADERS =
  /^(?:connection|content-(?:length|type|security-policy)|cross-origin-.*|date|keep-alive|origin-agent-cluster|referrer-policy|strict-transport-security|transfer-encoding|x-(?:content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection))$/;

const { document, ajv, validators } = oncePerProcess('OpenAPI document', () => {
  const document = openApiDocument();
  // Examples and the keywords of OpenAPI itself stand beside those of JSON Schema.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(document, 'openapi');
  return { document, ajv, validators: new Map<string, ValidateFunction>() };
});

/** Literal parts first, so that `/cash/create-and-print` is not taken for `/cash/{id}`. */
const PATHS = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
  }));

/** The call, whose response must be as documented. */
export function asDocumented(call: Test, method: string, path: string): Test {
  return call.expect((response) => {
    const problems = undocumented(method.toLowerCase(), path.split('?')[0] ?? '', response);
    if (problems.length === 0) return;
    throw new Error(
      `${method} ${path} returns ${response.status} as the OpenAPI document does not say: ` +
        `${problems.join('; ')}. ${response.text}`,
    );
  });
}

/** What of a response is not documented; nothing for a path that is none of the document's. */
function undocumented(method: string, path: string, response: Response): string[] {
  const template = PATHS.find(({ pattern }) => pattern.test(path))?.template;
  const operation = template === undefined ? undefined : document.paths[template]?.[method];
  if (template === undefined || operation === undefined) {
    return response.status === 304 ? [] : bodyProblems(response, '/components/schemas/Problem');
  }
  const pointer = `/paths/${escape(template)}/${method}/responses/${response.status}`;
  const direct = at(pointer);
  if (direct === undefined) return ['the status is not documented'];
  const resolved = direct.$ref?.slice(1) ?? pointer;
  const documented = at(resolved) ?? direct;
  const names = new Set(Object.keys(documented.headers ?? {}).map((name) => name.toLowerCase()));
  const undocumented = Object.keys(response.headers).filter(
    (name) => !COMMON_HEADERS.test(name) && !names.has(name),
  );
  return [
    ...undocumented.map((name) => `the header ${name} is not documented`),
    ...contentProblems(response, documented, resolved),
  ];
}

function contentProblems(response: Response, documented: DocumentedResponse, pointer: string) {
  const [type = ''] = (response.headers['content-type'] ?? '').split(';');
  if (documented.content === undefined) return response.text ? ['there should be no body'] : [];
  if (documented.content[type] === undefined) return [`the media type ${type} is not documented`];
  if (type !== 'application/json') return [];
  return bodyProblems(response, `${pointer}/content/${escape(type)}/schema`);
}

function bodyProblems(response: Response, pointer: string): string[] {
  let validate = validators.get(pointer);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` });
    validators.set(pointer, validate);
  }
  if (validate(response.body)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** What the document holds at a JSON pointer. */
function at(pointer: string): DocumentedResponse | undefined {
  let value: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value as DocumentedResponse | undefined;
}

function escape(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

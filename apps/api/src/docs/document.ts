// The OpenAPI document, made from the schemas that the API itself works with. It is built when it
// is first read: a process of which it is not read pays nothing.

import { PANEL_ENDPOINTS } from '../panel/panel-endpoints.ts';
import { dryRun } from '../public/invoices/record-schema.ts';
import { PUBLIC_ENDPOINTS } from '../public/public-endpoints.ts';
import { HEADERS, PARAMETERS, SHARED_RESPONSES } from '../openapi/responses.ts';
import { componentsOf } from '../openapi/component-schemas.ts';
import type { JsonSchema } from '../openapi/component-schemas.ts';
import { describeService } from '../openapi/description.ts';
import { pathsOf, takeCommonResponses } from '../openapi/operations.ts';
import {
  adminProblem,
  failureProblem,
  outdatedProblem,
  problem,
  storageProblem,
  takenProblem,
  validationProblem,
} from '../openapi/problem-schemas.ts';

const ENDPOINTS = [...PUBLIC_ENDPOINTS, ...PANEL_ENDPOINTS];
const PANEL_TAGS: ReadonlySet<string> = new Set(PANEL_ENDPOINTS.map(({ tag }) => tag));

interface Tag {
  name: string;
  description: string;
}

/** An OpenAPI 3.1 document, as far as our own code looks into it. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: object[];
  security: object[];
  tags: Tag[];
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, object>>;
  components: {
    securitySchemes: Record<string, object>;
    /** JSON Schema 2020-12; references are relative to the document. */
    schemas: Record<string, JsonSchema>;
    headers: Record<string, object>;
    parameters: Record<string, object>;
    responses: Record<string, object>;
  };
}

let document: OpenApiDocument | undefined;

/** The document; always the same object. */
export function openApiDocument(): OpenApiDocument {
  document ??= build();
  return document;
}

/** Where the paths of the panel begin. */
const OF_PANEL = '/admin/';

/**
 * What the document says of `/api`, for integrators, or of `/admin`: the paths of that part, and of
 * the components those that they refer to.
 */
export function partOf(whole: OpenApiDocument, part: 'public' | 'panel'): OpenApiDocument {
  const isOfPart = (path: string) => path.startsWith(OF_PANEL) === (part === 'panel');
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => isOfPart(path)));
  const used = new Set<string>();
  const follow = (value: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      const component = (whole.components as Record<string, Record<string, object>>)[kind]?.[name];
      if (component === undefined) throw new Error(`there is no component ${kind}/${name}`);
      follow(component);
    }
  };
  follow(paths);
  const { schemas, headers, parameters, responses, securitySchemes } = whole.components;
  const usedOf = <Component>(kind: string, components: Record<string, Component>) =>
    Object.fromEntries(Object.entries(components).filter(([name]) => used.has(`${kind}/${name}`)));
  const scheme = part === 'panel' ? 'session' : 'apiKey';
  return {
    ...whole,
    security: [{ [scheme]: [] }],
    tags: whole.tags.filter(({ name }) => PANEL_TAGS.has(name) === (part === 'panel')),
    paths,
    components: {
      securitySchemes: { [scheme]: securitySchemes[scheme] ?? {} },
      schemas: usedOf('schemas', schemas),
      headers: usedOf('headers', headers),
      parameters: usedOf('parameters', parameters),
      responses: usedOf('responses', responses),
    },
  };
}

const REFERENCE = /"#\/components\/(\w+)\/([\w.-]+)"/g;

function build(): OpenApiDocument {
  const paths = pathsOf(ENDPOINTS);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fiscal Invoicing Service',
      version: '1.0.0',
      summary: 'Invoices in, codes of the tax authority and a PDF out.',
      description: describeService(),
      // Who runs the service is not known here; its pages are where its users begin.
      contact: { name: 'Operator of this Fiscal Invoicing Service', url: '/docs' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Invoices', description: 'Create, fiscalize, read, print and find invoices.' },
      {
        name: 'Events',
        description: 'Follow what becomes of invoices, and what happens around them.',
      },
      { name: 'Cash registers', description: 'Onboarding; normally not needed.' },
      ...panelTags(),
    ],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key of the admin panel: `key_test_…` for the test environment, `key_live_…` ' +
            'for the live one.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'fiscal_session',
          description:
            'The session of the admin panel (`__Host-fiscal_session` under https). Every call that ' +
            'is no GET carries the `csrfToken` of the session in `X-CSRF-Token`.',
        },
      },
      schemas: {
        ...componentsOf(
          ENDPOINTS.flatMap(({ body, query }) => [body, query]),
          'input',
        ),
        ...componentsOf(
          [
            problem,
            validationProblem,
            failureProblem,
            storageProblem,
            takenProblem,
            outdatedProblem,
            adminProblem,
            dryRun,
            ...ENDPOINTS.map(({ result }) => result),
          ],
          'output',
        ),
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: { ...SHARED_RESPONSES, ...takeCommonResponses(paths) },
    },
  };
}

function panelTags(): Tag[] {
  return [...PANEL_TAGS].map((name) => ({
    name,
    description: 'Behind a session of the admin panel.',
  }));
}

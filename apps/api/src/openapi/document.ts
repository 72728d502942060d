// The OpenAPI document, made from the schemas that the API itself works with. It is built when it is
// asked for the first time: a process that nobody asks pays nothing.

import { PANEL_ENDPOINTS } from '../panel/panel-endpoints.ts';
import { PUBLIC_ENDPOINTS } from '../public/public-endpoints.ts';
import { HEADERS, PARAMETERS, SHARED_ANSWERS } from './answers.ts';
import { componentsOf } from './component-schemas.ts';
import type { JsonSchema } from './component-schemas.ts';
import { describeService } from './description.ts';
import { pathsOf } from './operations.ts';
import {
  adminProblem,
  failureProblem,
  problem,
  storageProblem,
  validationProblem,
} from './problem-schemas.ts';
const ENDPOINTS = [...PUBLIC_ENDPOINTS, ...PANEL_ENDPOINTS];

/** An OpenAPI 3.1 document, as far as our own code looks into it. */
export interface OpenApiDocument {
  openapi: string;
  info: object;
  servers: object[];
  security: object[];
  tags: object[];
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, object>>;
  components: {
    securitySchemes: object;
    /** JSON Schema 2020-12; references are relative to the document. */
    schemas: Record<string, JsonSchema>;
    headers: object;
    parameters: object;
    responses: Record<string, object>;
  };
}

let document: OpenApiDocument | undefined;

/** The document; always the same object. */
export function openApiDocument(): OpenApiDocument {
  document ??= build();
  return document;
}

function build(): OpenApiDocument {
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
      { name: 'Cash registers', description: 'Onboarding; normally not needed.' },
      ...panelTags(),
    ],
    paths: pathsOf(ENDPOINTS),
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
            ...[problem, validationProblem, failureProblem, storageProblem, adminProblem],
            ...ENDPOINTS.map(({ result }) => result),
          ],
          'output',
        ),
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: SHARED_ANSWERS,
    },
  };
}

function panelTags(): object[] {
  const names = new Set(PANEL_ENDPOINTS.map(({ tag }) => tag));
  return [...names].map((name) => ({ name, description: 'Behind a session of the admin panel.' }));
}

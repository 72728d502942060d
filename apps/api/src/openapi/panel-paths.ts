// The admin panel's part of the OpenAPI document, made from the routes themselves.

import { z } from 'zod';
import { shared } from './answers.ts';
import { parametersOf, schemaOf } from './component-schemas.ts';
import { ADMIN_PROBLEM_STATUS } from '../http/panel-problems.ts';
import type { AdminRoute } from '../http/endpoint.ts';

/** By path, each with its methods. */
export function adminPaths(routes: readonly AdminRoute[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `/admin/api${route.path}`;
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: AdminRoute): object {
  const { operationId, tag, summary, access, query, body } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description: WHO[access],
    security: access === 'everyone' ? [] : [{ session: [] }],
    parameters: [...pathParameters(route.path), ...(query ? parametersOf(query) : [])],
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body, 'input') } },
          },
        }
      : {}),
    responses: { ...successOf(route), ...refusalsOf(route) },
  };
}

const WHO: Readonly<Record<AdminRoute['access'], string>> = {
  everyone: 'Needs no session.',
  user: 'For whoever is signed in.',
  operator: 'For operators.',
  company: 'For operators and the admins of the company.',
};

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function successOf(route: AdminRoute): Record<string, object> {
  const { result, mediaType } = route;
  const isEmpty = result instanceof z.ZodUndefined;
  const status = route.status ?? (isEmpty ? 204 : 200);
  const description = isEmpty ? 'Done.' : 'The answer.';
  if (isEmpty && mediaType === undefined) return { [status]: { description } };
  const schema = mediaType === undefined ? schemaOf(result, 'output') : { type: 'string' };
  return { [status]: { description, content: { [mediaType ?? 'application/json']: { schema } } } };
}

function refusalsOf({ access, body, query, path, method }: AdminRoute): Record<string, object> {
  const refusals: Record<number, object> = {};
  const add = (code: keyof typeof ADMIN_PROBLEM_STATUS) => {
    refusals[ADMIN_PROBLEM_STATUS[code]] = shared('AdminProblem');
  };
  if (body ?? query) add('FIELD_INVALID');
  if (access !== 'everyone') add('SIGN_IN_REQUIRED');
  if (method !== 'get') add('CSRF_TOKEN_INVALID');
  if (access === 'operator' || path.includes('{')) add('NOT_FOUND');
  // Others are possible, too: each is a problem of the same shape.
  return { ...refusals, 503: shared('AdminUnavailable'), default: shared('AdminProblem') };
}

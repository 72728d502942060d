// The operations of the OpenAPI document, made from the endpoints themselves.

import type { Access, Endpoint } from '../http/endpoint.ts';
import { PROBLEMS } from '../http/refusal/problems.ts';
import type { ProblemCode } from '../http/refusal/problems.ts';
import { named, parameter, shared } from './responses.ts';
import { parametersOf, schemaOf } from './component-schemas.ts';

/** By path, each with its methods. */
export function pathsOf(endpoints: readonly Endpoint[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = (endpoint.access === 'api-key' ? '/api' : '/admin/api') + endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) };
  }
  return paths;
}

interface PublicOperation {
  operationId: string;
  responses: Record<string, object>;
}

/**
 * Takes what several operations of `/api` respond alike out of them.
 * @returns it as components, by the name of the first operation and the status.
 */
export function takeCommonResponses(paths: ReturnType<typeof pathsOf>): Record<string, object> {
  const places = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([, methods]) => Object.values(methods) as PublicOperation[])
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses)
        .filter(([, response]) => !('$ref' in response))
        .map(([status, response]) => ({ operationId, responses, status, response })),
    );
  const common: Record<string, object> = {};
  for (const same of Map.groupBy(places, ({ response }) => JSON.stringify(response)).values()) {
    const [first, ...others] = same;
    if (first === undefined || others.length === 0) continue;
    const name = `${first.operationId}.${first.status}`;
    common[name] = first.response;
    for (const { responses, status } of same) {
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return common;
}

function operationOf(endpoint: Endpoint): object {
  const { operationId, tag, summary, access, path, query } = endpoint;
  const described = { operationId, tags: [tag], summary };
  const ofQuery = query ? parametersOf(query) : [];
  const own = [
    ...(endpoint.needsVersion ? [parameter('ifMatch')] : []),
    ...(endpoint.parameters ?? []),
  ];
  const requestBody = requestBodyOf(endpoint);
  if (access === 'api-key') {
    const ofPath = path.includes('{id}') ? [parameter('id')] : [];
    const ofRead = endpoint.responses?.[304] ? [parameter('ifNoneMatch')] : [];
    const parameters = [...ofQuery, ...ofPath, ...own, ...ofRead];
    return {
      ...described,
      description: endpoint.description,
      ...(parameters.length > 0 ? { parameters } : {}),
      ...requestBody,
      responses: { ...responsesForKey(endpoint), ...endpoint.responses },
    };
  }
  return {
    ...described,
    description: WHO[access],
    security: access === 'everyone' ? [] : [{ session: [] }],
    parameters: [...pathParameters(path), ...ofQuery, ...own],
    ...requestBody,
    responses: { ...successOf(endpoint), ...refusalsOf(endpoint) },
  };
}

function requestBodyOf({ body, bodyExamples, requestBody }: Endpoint): { requestBody?: object } {
  if (!body) return requestBody ? { requestBody } : {};
  const examples = bodyExamples ? { examples: named(bodyExamples) } : {};
  const content = { 'application/json': { schema: schemaOf(body, 'input'), ...examples } };
  return { requestBody: { required: true, content } };
}

/**
 * What every call behind the key can return, and what one that carries a body can in addition.
 */
function responsesForKey({ path, body, requestBody }: Endpoint): Record<number, object> {
  return {
    401: shared('Unauthorized'),
    403: shared('Forbidden'),
    ...(path.includes('{id}') ? { 404: shared('NotFound'), 410: shared('InvoiceDetached') } : {}),
    405: shared('MethodNotAllowed'),
    ...((body ?? requestBody)
      ? { 413: shared('BodyTooLarge'), 415: shared('UnsupportedMediaType') }
      : {}),
    429: shared('TooManyRequests'),
    500: shared('InternalError'),
    503: shared('StorageUnavailable'),
  };
}

const WHO: Readonly<Record<Exclude<Access, 'api-key'>, string>> = {
  everyone: 'Needs no session.',
  user: 'For any signed-in person.',
  operator: 'For operators.',
  'service-read': 'For operators and the support of the service.',
  'service-retry': 'For operators and the support of the service.',
  company: 'For operators and the owners of the company.',
  'company-read': 'For everybody of the company, operators and the support of the service.',
  'company-export': 'For operators, and the owners and accountants of the company.',
  'company-owner': 'For the owners of the company.',
  'company-report': 'For the owners and accountants of the company, and its inspection views.',
  'company-inspect': 'For operators, the owners of the company, and its inspection views.',
  'company-retry': 'For operators, the owners of the company, and support.',
};

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function successOf({ result, mediaType, status }: Endpoint): Record<string, object> {
  if (!result && mediaType === undefined) return { 204: { description: 'Done.' } };
  const schema = result ? schemaOf(result, 'output') : { type: 'string' };
  const description = result ? 'The response.' : 'Done.';
  return {
    [status ?? 200]: { description, content: { [mediaType ?? 'application/json']: { schema } } },
  };
}

function refusalsOf({
  access,
  body,
  query,
  path,
  method,
  needsVersion,
}: Endpoint): Record<string, object> {
  const refusals: Record<number, object> = {};
  const add = (code: ProblemCode) => {
    refusals[PROBLEMS[code].status] = shared('AdminProblem');
  };
  if (body ?? query) add('FIELD_INVALID');
  add(access === 'everyone' ? 'METHOD_NOT_ALLOWED' : 'SIGN_IN_REQUIRED');
  if (method !== 'get') add('CSRF_TOKEN_INVALID');
  if (access === 'operator' || access.startsWith('service') || path.includes('{')) add('NOT_FOUND');
  if (needsVersion) add('CHANGED_MEANWHILE');
  if (needsVersion) add('VERSION_REQUIRED');
  // Others are possible, too: each is a problem of the same shape.
  return { ...refusals, 503: shared('AdminUnavailable'), default: shared('AdminProblem') };
}

// Puts endpoints on a router. A call passes its guard, its body is read and, in the panel, checked;
// then its handler runs, and its result is written.

import type { Issue } from '@fiscal/domain';
import { Router } from 'express';
import type { RequestHandler } from 'express';
import { validate as isUuid } from 'uuid';
import type { z } from 'zod';
import { inSlot } from './heavy-calls.ts';
import type { Actor } from '../access/actor.ts';
import { callerOf } from '../access/caller.ts';
import type { Endpoint } from './endpoint.ts';
import { hasVersion, tagOf } from './request/if-match.ts';
import { invalidValue } from './request/invalid-value.ts';
import { ignoreBody, jsonBody, panelJsonBody } from './body/json-body.ts';
import { noteRoute } from './request/request-metrics.ts';
import { noSuch, refuse, sendProblem, sendRefusal } from './refusal/refusal.ts';
import type { Refusal } from './refusal/refusal.ts';
import { storing } from './refusal/storing.ts';

/** What somebody may not see, or what no id can name, does not exist for them. */
export const NOTHING = refuse('NOT_FOUND', 'There is nothing at this path.');

/**
 * Endpoints in their order, a path as soon as it is first named; other methods of a path are
 * refused with 405 and `Allow` (decisions §2).
 * @param admit the guard of an endpoint of the panel; calls with an API key have passed theirs
 * before.
 */
export function mountEndpoints<Deps>(
  endpoints: readonly Endpoint<Deps>[],
  deps: Deps,
  admit?: (endpoint: Endpoint) => RequestHandler,
): Router {
  const router = Router();
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const route = router.route(expressPath(path));
    for (const endpoint of ofPath) {
      route[endpoint.method](named(endpoint, admit ? '/admin/api' : '/api'));
      const readBody = admit ? panelJsonBody : jsonBody;
      const handle = admit ? handleChecked(endpoint, deps) : handleUnchecked(endpoint, deps);
      if (admit) route[endpoint.method](admit(endpoint));
      if (endpoint.body ?? endpoint.requestBody) route[endpoint.method](...readBody);
      else if (endpoint.method !== 'get') route[endpoint.method](ignoreBody);
      route[endpoint.method](handle);
    }
    const allow = ofPath.map(({ method }) =>
      method === 'get' ? 'GET, HEAD' : method.toUpperCase(),
    );
    route.all((request, response) => {
      response.set('Allow', allow.join(', '));
      sendProblem(response, 'METHOD_NOT_ALLOWED', `${request.method} is not possible here.`);
    });
  }
  return router;
}

/** Names the endpoint for the figures of calls. @param base the path of its API. */
function named({ method, path }: Endpoint, base: string): RequestHandler {
  const route = { method: method.toUpperCase(), route: base + path };
  return (_request, response, next) => {
    noteRoute(response, route);
    next();
  };
}

/** `/companies/{companyId}` → `/companies/:companyId` */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** For API keys: the contract has issues of its own, so the handler reads query and body itself. */
function handleUnchecked<Deps>({ handle, isHeavy }: Endpoint<Deps>, deps: Deps): RequestHandler {
  return async (request, response) => {
    const { params } = request;
    for (const name in params) {
      if (!isUuid(params[name])) {
        sendRefusal(response, noSuch('invoice'));
        return;
      }
    }
    const checked = { params, query: undefined, body: request.body as unknown };
    const call = { deps, actor: callerOf(response), ...checked, request, response };
    const result = await (isHeavy ? inSlot(response, async () => handle(call)) : handle(call));
    if (result.kind === 'refusal') sendRefusal(response, result);
    else if (result.kind === 'ok') response.json(result.body);
  };
}

const NO_VERSION = refuse(
  'VERSION_REQUIRED',
  'Say with If-Match which version you have seen, or `*` for whatever it is.',
);

/** For the panel. */
function handleChecked<Deps>(endpoint: Endpoint<Deps>, deps: Deps): RequestHandler {
  const { handle, method, status, needsVersion, isHeavy } = endpoint;
  return async (request, response) => {
    const { params } = request;
    const query = check(endpoint.query, request.query, 'QUERY_INVALID');
    const body = check(endpoint.body, request.body, 'FIELD_INVALID');
    const refusal = Object.values(params).every(isUuid) ? (query.refusal ?? body.refusal) : NOTHING;
    if (refusal) {
      sendRefusal(response, refusal);
      return;
    }
    if (needsVersion && request.get('If-Match') === undefined) {
      sendRefusal(response, NO_VERSION);
      return;
    }
    const actor = response.locals.actor as Actor;
    const checked = { params, query: query.value, body: body.value };
    const run = async () => handle({ deps, actor, ...checked, request, response });
    const work = () => (method === 'get' ? run() : storing(response, { kind: 'change' }, run));
    const result = await (isHeavy ? inSlot(response, work) : work());
    if (result.kind === 'refusal') sendRefusal(response, result);
    else if (result.kind === 'ok') {
      if (hasVersion(result.body)) response.set('ETag', tagOf(result.body.version));
      if (result.body === undefined) response.status(204).end();
      else response.status(status ?? 200).json(result.body);
    }
  };
}

interface Checked {
  value?: unknown;
  refusal?: Refusal;
}

function check(
  schema: z.ZodType | undefined,
  value: unknown,
  code: 'QUERY_INVALID' | 'FIELD_INVALID',
): Checked {
  if (!schema) return {};
  const result = schema.safeParse(value, { error: invalidValue });
  if (result.success) return { value: result.data };
  const details = result.error.issues.map((issue): Issue => {
    const path = issue.path.map(String).join('.');
    return { code: 'FIELD_INVALID', path, message: issue.message };
  });
  return { refusal: refuse(code, details[0]?.message ?? 'The request is not valid.', { details }) };
}

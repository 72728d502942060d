// Puts the routes of the admin panel on a router. Every call passes the same doors in the same order:
// signed in, allowed, sent by our own pages, not too often, well-formed; then its handler runs.

import type { Issue } from '@fiscal/domain';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { invalidValue } from './invalid-value.ts';
import { panelJsonBody } from './json-body.ts';
import { storing } from './storing.ts';
import type { Actor } from '../panel/actor.ts';
import { isConfirmed, seesCompany } from '../panel/actor.ts';
import type { LimitedWork } from '../limits/account-limits.ts';
import type { AdminDependencies } from '../panel/dependencies.ts';
import { sendAdminProblem } from './panel-problems.ts';
import type { AdminProblemCode } from './panel-problems.ts';
import type { AdminRoute } from './endpoint.ts';

const EVENT_STREAM = 'text/event-stream';

/** All routes, and 405 for other methods of their paths. To be mounted under /admin/api. */
export function mountAdminRoutes(routes: readonly AdminRoute[], deps: AdminDependencies): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  for (const route of routes) {
    const path = expressPath(route.path);
    const readBody: readonly RequestHandler[] = route.body ? panelJsonBody : [];
    router[route.method](path, admit(route, deps), ...readBody, run(route, deps));
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
    router.all(expressPath(path), (request, response) => {
      response.set('Allow', methods.map((method) => method.toUpperCase()).join(', '));
      sendAdminProblem(response, 'METHOD_NOT_ALLOWED', `${request.method} is not possible here.`);
    });
  }
  router.use((_request, response) => {
    sendAdminProblem(response, 'NOT_FOUND', 'There is nothing at this path.');
  });
  return router;
}

/** `/companies/{companyId}` → `/companies/:companyId` */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function admit(
  route: AdminRoute,
  { sessions, accountLimits, clock }: AdminDependencies,
): RequestHandler {
  return async (request, response, next) => {
    // A live view opens itself again and again: nobody has done anything.
    const actor = await sessions.actorOf(request, route.mediaType !== EVENT_STREAM);
    // Before the refusals, so that their lines in the log name the person, too.
    response.locals.actor = actor;
    const refusal = whyNot(route, actor, request);
    if (refusal) {
      sendAdminProblem(response, refusal.code, refusal.message);
      return;
    }
    if (route.method !== 'get' && !(await sessions.isFromOurPages(request))) {
      const message = 'The call does not carry the token of this session. Load the page again.';
      sendAdminProblem(response, 'CSRF_TOKEN_INVALID', message);
      return;
    }
    const waitS = actor && (await accountLimits.take(actor.userId, workOf(route)));
    if (waitS !== null) {
      response.set('Retry-After', String(waitS));
      sendAdminProblem(response, 'RATE_LIMITED', `Too many calls; wait ${waitS} s and try again.`);
      return;
    }
    if (route.needsConfirmation && actor && !isConfirmed(actor, clock())) {
      sendAdminProblem(response, CONFIRM.code, CONFIRM.message);
      return;
    }
    next();
  };
}

function workOf({ method, isUpload }: AdminRoute): LimitedWork {
  if (isUpload) return 'uploads';
  return method === 'get' ? 'reads' : 'writes';
}

const SIGN_IN = { code: 'SIGN_IN_REQUIRED', message: 'Sign in first.' } as const;
const ADD_FACTOR = {
  code: 'SECOND_FACTOR_MISSING',
  message: 'Add a second factor to your account first.',
} as const;
const CONFIRM = {
  code: 'CONFIRMATION_REQUIRED',
  message: 'Prove first that it is you: with the password, a code of the app or a passkey.',
} as const;
/** What somebody may not see does not exist for them. */
const NOTHING = { code: 'NOT_FOUND', message: 'There is nothing at this path.' } as const;

function whyNot(
  { access, isForFactorSetUp }: AdminRoute,
  actor: Actor | null,
  request: Request,
): { code: AdminProblemCode; message: string } | null {
  if (access === 'everyone') return null;
  if (!actor) return SIGN_IN;
  if (actor.mustAddFactor && !isForFactorSetUp) return ADD_FACTOR;
  if (access === 'operator') return actor.role === 'operator' ? null : NOTHING;
  if (access === 'company') {
    return seesCompany(actor, String(request.params.companyId)) ? null : NOTHING;
  }
  return null;
}

function run(route: AdminRoute, deps: AdminDependencies): RequestHandler {
  return async (request, response) => {
    const params = check(route.params, request.params);
    if (params.kind === 'invalid') {
      // An id that is none belongs to nothing.
      sendAdminProblem(response, NOTHING.code, NOTHING.message);
      return;
    }
    const query = check(route.query, request.query);
    if (query.kind === 'invalid') {
      sendIssues(response, 'QUERY_INVALID', query.issues);
      return;
    }
    const body = check(route.body, request.body);
    if (body.kind === 'invalid') {
      sendIssues(response, 'FIELD_INVALID', body.issues);
      return;
    }
    const actor = response.locals.actor as Actor | null;
    const checked = { params: params.value, query: query.value, body: body.value };
    const handle = () => route.handle({ deps, actor, ...checked, request, response });
    const result = await (route.method === 'get'
      ? handle()
      : storing(response, { kind: 'change' }, handle));
    switch (result.kind) {
      case 'written':
        return;
      case 'refusal':
        sendAdminProblem(response, result.code, result.message, result.details, result.extras);
        return;
      case 'answer':
        if (result.body === undefined) response.status(route.status ?? 204).end();
        else response.status(route.status ?? 200).json(result.body);
    }
  };
}

function sendIssues(response: Response, code: AdminProblemCode, issues: readonly Issue[]): void {
  sendAdminProblem(response, code, issues[0]?.message ?? 'The request is not valid.', issues);
}

type Checked = { kind: 'valid'; value: unknown } | { kind: 'invalid'; issues: Issue[] };

function check(schema: z.ZodType | undefined, value: unknown): Checked {
  if (!schema) return { kind: 'valid', value: undefined };
  const result = schema.safeParse(value, { error: invalidValue });
  if (result.success) return { kind: 'valid', value: result.data };
  const issues = result.error.issues.map((issue): Issue => {
    const path = issue.path.map(String).join('.');
    return { code: 'FIELD_INVALID', path, message: issue.message };
  });
  return { kind: 'invalid', issues };
}

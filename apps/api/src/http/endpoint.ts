// What an endpoint of the admin panel is: data first, and one function. From the same data the router
// checks who may call it and what was sent, the OpenAPI document describes it, and the test of roles
// knows that it exists.

import type { Issue } from '@fiscal/domain';
import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Actor } from '../panel/actor.ts';
import type { AdminDependencies } from '../panel/dependencies.ts';
import type { AdminProblemCode, ProblemExtras } from './panel-problems.ts';

/**
 * Who may call a route.
 * - everyone: nobody needs to be signed in
 * - user: whoever is signed in
 * - operator: operators; for others the path does not exist
 * - company: operators, and the admins of the company of the path; the path begins with
 *   `/companies/{companyId}`, and another company's does not exist
 */
export type Access = 'everyone' | 'user' | 'operator' | 'company';

/** What a handler answers with. */
export type Answer<Body> =
  | { kind: 'answer'; body: Body }
  /** The handler has written to the response itself: a PDF, a stream. */
  | { kind: 'written' }
  | {
      kind: 'refusal';
      code: AdminProblemCode;
      message: string;
      details: readonly Issue[];
      extras: ProblemExtras;
    };

/** One call, with everything in it checked. */
export interface Call<Params, Query, Body, Who> {
  deps: AdminDependencies;
  actor: Who;
  params: Params;
  query: Query;
  body: Body;
  request: Request;
  response: Response;
}

/** Of a route with the access A. */
export type ActorOf<A extends Access> = A extends 'everyone'
  ? Actor | null
  : A extends 'operator'
    ? Extract<Actor, { role: 'operator' }>
    : Actor;

type Output<Schema extends z.ZodType | undefined> = Schema extends z.ZodType
  ? z.output<Schema>
  : undefined;

interface RouteDefinition<
  A extends Access,
  Params extends z.ZodObject | undefined,
  Query extends z.ZodObject | undefined,
  Body extends z.ZodType | undefined,
  Result extends z.ZodType,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Under /admin/api, parameters in braces: `/companies/{companyId}/api-keys`. */
  path: string;
  access: A;
  /** In the OpenAPI document, and the name of the client's function: `createApiKey`. */
  operationId: string;
  tag: string;
  summary: string;
  /** Open also to those who have to add a second factor first. */
  isForFactorSetUp?: true;
  /** Only for who has proved within the last minutes who they are. */
  needsConfirmation?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Of the answer; `z.undefined()` for 204 without a body. */
  result: Result;
  /** It opens a file that was sent: few a minute and account. */
  isUpload?: true;
  /** Default 200, or 204 without a body. */
  status?: 200 | 201 | 202 | 204;
  /** Set for what is no JSON: `application/pdf`, `text/event-stream`. */
  mediaType?: string;
  handle: (
    call: Call<Output<Params>, Output<Query>, Output<Body>, ActorOf<A>>,
  ) => Promise<Answer<z.input<Result>>>;
}

/** A route as the router, the document and the tests see it. */
export interface AdminRoute extends Omit<
  RouteDefinition<Access, z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType, z.ZodType>,
  'handle' | 'body'
> {
  body?: z.ZodType | undefined;
  handle: (call: Call<unknown, unknown, unknown, Actor | null>) => Promise<Answer<unknown>>;
}

/** Checks the types of a route among themselves. */
export function defineRoute<
  A extends Access,
  Result extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Query extends z.ZodObject | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(route: RouteDefinition<A, Params, Query, Body, Result>): AdminRoute {
  if (route.access === 'company' && !route.path.startsWith('/companies/{companyId}')) {
    throw new Error(`${route.path} does not say which company it is about`);
  }
  // The router has checked what the types say before it calls the handler.
  return route as unknown as AdminRoute;
}

/** Path parameters of everything about one company. */
export const companyParams = z.object({ companyId: z.uuid() });

export function answer<Body>(body: Body): Answer<Body> {
  return { kind: 'answer', body };
}

/** The handler has written the response itself. */
export const WRITTEN: Answer<never> = { kind: 'written' };

/** @param details single fields, all at once. */
export function refuse(
  code: AdminProblemCode,
  message: string,
  details: readonly Issue[] = [],
  extras: ProblemExtras = {},
): Answer<never> {
  return { kind: 'refusal', code, message, details, extras };
}

// What an endpoint is: data first, and one function. From the same data the router checks who may
// call it and what was sent, 405 is returned, the OpenAPI document describes it, and the test of
// roles knows that it exists.

import type { ApiCaller } from '@fiscal/db/company';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Actor } from '../access/actor.ts';
import type { Refusal } from './refusal/refusal.ts';

/**
 * Who may call an endpoint.
 * - api-key: a company's own system, under `/api`; all others are the panel's, under `/admin/api`
 * - everyone: no session is needed
 * - user: anybody who is signed in
 * - operator, service-read, service-retry: about the service, for those of its roles that
 *   panel/role-matrix.ts names; for others the path does not exist
 * - company and what begins with it: about one company, for the roles of that matrix; the path
 *   begins with `/companies/{companyId}`, and another company's does not exist
 */
export type Access = 'api-key' | 'everyone' | 'user' | RoleAccess;

/** What the role of the caller decides. */
export type RoleAccess =
  | 'operator'
  | 'service-read'
  | 'service-retry'
  | 'company'
  | 'company-read'
  | 'company-export'
  | 'company-owner'
  | 'company-report'
  | 'company-inspect'
  | 'company-retry';

/** Who calls an endpoint with the access A. */
export type ActorOf<A extends Access> = A extends 'api-key'
  ? ApiCaller
  : A extends 'everyone'
    ? Actor | null
    : A extends 'operator'
      ? Extract<Actor, { role: 'operator' }>
      : Actor;

/** `/companies/{companyId}/members/{userId}` → companyId and userId. Every parameter is a UUID. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : unknown;

/** One call. Of the panel's everything in it is checked; others check query and body themselves. */
export interface Call<
  A extends Access = Access,
  Deps = unknown,
  Params = unknown,
  Query = unknown,
  Body = unknown,
> {
  deps: Deps;
  actor: ActorOf<A>;
  params: Params;
  query: Query;
  body: Body;
  request: Request;
  response: Response;
}

export type Result<Body> =
  | { kind: 'ok'; body: Body }
  /** The handler has written to the response itself: a record, a PDF, a stream. */
  | { kind: 'written' }
  | Refusal;

/** A success: 200 (or what the endpoint declares) with the body as JSON. */
export function ok<Body>(body: Body): Result<Body> {
  return { kind: 'ok', body };
}

/** 204: done, and nothing to say. */
export const DONE = ok(undefined);

/** The handler has written the response itself. */
export const WRITTEN: Result<never> = { kind: 'written' };

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Schema = z.ZodType | undefined;
type Checked<A extends Access, S extends Schema> = A extends 'api-key'
  ? unknown
  : S extends z.ZodType
    ? z.output<S>
    : undefined;
type BodyOf<S extends Schema> = S extends z.ZodType ? z.input<S> : undefined;

/** What is said of an endpoint beside its path, its access and its schemas. */
interface Described {
  /** In the OpenAPI document, and the name of the client's function: `createApiKey`. */
  operationId: string;
  summary: string;
  /** Where it says more than who may call. */
  description?: string;
  /** OpenAPI's parameters beside those of path and query, and beside If-None-Match of a read. */
  parameters?: readonly object[];
  /** Bodies by what they are examples of. */
  bodyExamples?: Readonly<Record<string, object>>;
  /** The body as OpenAPI has it, where there is no schema of it. */
  requestBody?: object;
  /** Responses of OpenAPI by status, beside those that every endpoint of its API and path has. */
  responses?: Readonly<Record<number, object>>;
  /** Open also to those who have to add a second factor first. */
  isForFactorSetUp?: true;
  /** Only for who has proved within the last minutes who they are. */
  needsConfirmation?: true;
  /** It changes what others may change, too: the call says which version it has seen. */
  needsVersion?: true;
  /** It opens a file that was sent: few a minute and account. */
  isUpload?: true;
  /** It takes more than a few milliseconds of the process, and so a slot of its company. */
  isHeavy?: true;
  /** Default 200, or 204 without a body. */
  status?: 200 | 201;
  /** Set for what is no JSON: `application/pdf`, `text/event-stream`. */
  mediaType?: string;
}

/** An endpoint as the router sees it, and, with no known dependencies, the document and tests. */
export interface Endpoint<Deps = never> extends Described {
  method: Method;
  /** Under the path of its API, parameters in braces: `/companies/{companyId}/api-keys`. */
  path: string;
  access: Access;
  tag: string;
  query?: z.ZodObject | undefined;
  body?: Schema;
  /** Of the response; absent for 204 without a body. */
  result?: Schema;
  handle: (call: Call<Access, Deps>) => Result<unknown> | Promise<Result<unknown>>;
}

/** What these endpoints need together. */
export type DependenciesOf<All extends readonly Endpoint[]> =
  All[number] extends Endpoint<infer Deps> ? Deps : never;

/**
 * Endpoints whose handlers need `Deps`: one function a method, each of which makes an endpoint
 * below a path that several share. `shared` is their tag in the document, and who may call them
 * where an endpoint says nothing else.
 */
export function endpointsFor<Deps>() {
  return <A extends Access, Base extends string>(
    base: Base,
    shared: { tag: string; access: A },
  ): ReturnType<typeof endpointsUnder<Deps, A, Base>> => endpointsUnder(base, shared);
}

function endpointsUnder<Deps, A extends Access, Base extends string>(
  base: Base,
  shared: { tag: string; access: A },
) {
  const define =
    (method: Method) =>
    <
      Path extends string,
      Who extends Access = A,
      Query extends z.ZodObject | undefined = undefined,
      Body extends Schema = undefined,
      Output extends Schema = undefined,
    >(
      path: Path,
      own: Described & {
        access?: Who;
        query?: Query;
        body?: Body;
        result?: Output;
        handle: (
          call: Call<
            Who,
            Deps,
            ParamsOf<`${Base}${Path}`>,
            Checked<Who, Query>,
            Checked<Who, Body>
          >,
        ) => Result<BodyOf<Output>> | Promise<Result<BodyOf<Output>>>;
      },
    ): Endpoint<Deps> => {
      // The router has checked what the types say before it calls the handler.
      const made: unknown = { ...shared, ...own, method, path: base + path };
      const endpoint = made as Endpoint<Deps>;
      if (
        endpoint.access.startsWith('company') &&
        !endpoint.path.startsWith('/companies/{companyId}')
      ) {
        throw new Error(`${endpoint.path} does not say which company it is about`);
      }
      return endpoint;
    };
  return {
    get: define('get'),
    post: define('post'),
    put: define('put'),
    patch: define('patch'),
    remove: define('delete'),
  };
}

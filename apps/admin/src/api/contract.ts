// The API as its OpenAPI document describes it: which calls there are, and what goes in and comes
// out.

import type { components, paths } from '@fiscal/client/api';

/** A named body of the API: `Schema<'AdminSession'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name];

/** Where invoices go: the authority's test service, or the real one. */
export type Environment = 'test' | 'live';

/** HTTP methods, as the document writes them. */
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type UrlOf<Path extends string> = `/admin/api${Path}` & keyof paths;

type Operation<M extends Method, Path extends string> = NonNullable<paths[UrlOf<Path>][M]>;

/** Everything that can be called with a method, as it stands behind `/admin/api`. */
export type PathOf<M extends Method> = {
  [Url in keyof paths]: Url extends `/admin/api${infer Path}`
    ? paths[Url] extends Record<M, object>
      ? Path
      : never
    : never;
}[keyof paths];

type Given<Parameters> = [NonNullable<Parameters>] extends [never]
  ? unknown
  : NonNullable<Parameters>;

type Absentable<Query> = { [Name in keyof Query]: Query[Name] | null | undefined };

type BodyOf<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : unknown;

/** What a change says of the version it was made from; `*` for whatever it is. */
type VersionOf<Parameters> = Parameters extends { header: { 'If-Match': string } }
  ? { version: number | '*' }
  : unknown;

/**
 * What goes with a call: the parameters of its path and of its query by their names, and its
 * `body`. A parameter of the query that is null, undefined or empty is left out.
 */
export type Input<M extends Method, Path extends string> = Path extends string
  ? Operation<M, Path> extends infer Op extends { parameters: { path?: unknown; query?: unknown } }
    ? Given<Op['parameters']['path']> &
        Absentable<Given<Op['parameters']['query']>> &
        VersionOf<Op['parameters']> &
        BodyOf<Op>
    : never
  : never;

/** The JSON of a response; undefined where there is none. */
export type ResponseBody<M extends Method, Path extends string> =
  Operation<M, Path> extends { responses: infer Responses }
    ? JsonOf<Responses[keyof Responses & (200 | 201 | 202 | 204)]>
    : never;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } }
  ? Json
  : undefined;

// The one way to the API. Every call carries the session's cookie, every call that changes
// something its CSRF token; whatever is no success is thrown as ApiProblem.

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { isUnattended } from './attendance.ts';
import { isOfProxy, serviceResponded, serviceIsAway } from './connection.ts';
import type { Input, Method, PathOf, ResponseBody } from './contract.ts';
import { problemOf, unreachable } from './problem.ts';
import type { ApiProblem } from './problem.ts';

let csrfToken: string | null = null;
let onProblem: (problem: ApiProblem) => void = () => undefined;

/** Of the session, as sign-in and `GET /session` return it; null when signed out. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Called with every refusal of the API. */
export function setProblemListener(listener: (problem: ApiProblem) => void): void {
  onProblem = listener;
}

/** Longer than any page takes to be read: after that no response comes. */
const READ_TIMEOUT_MS = 30_000;

type Values = Readonly<Record<string, unknown>>;

/** A call that needs no parameter and no body goes without an input. */
type Given<Of> = Partial<Of> extends Of ? [input?: Of] : [input: Of];

/**
 * Calls the API: `call('post', '/companies/{companyId}/pause', { companyId })`. @throws ApiProblem
 */
export function call<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...[input]: Given<Input<M, Path>>
): Promise<ResponseBody<M, Path>> {
  return send(method, path, input ?? {}) as Promise<ResponseBody<M, Path>>;
}

/** What is read from the API. Its key in the cache is its URL: see `keyOf`. */
export function read<Path extends PathOf<'get'>>(
  path: Path,
  ...[input]: Given<Input<'get', Path>>
) {
  const values = (input ?? {}) as Values;
  return queryOptions({
    queryKey: keyOf(path, values),
    queryFn: ({ signal }) =>
      send('get', path, values, signal) as Promise<ResponseBody<'get', Path>>,
  });
}

/** A list that is read page by page; the pages have `nextCursor`. */
export function readPages<Path extends PathOf<'get'>>(path: Path, input: Input<'get', Path>) {
  const values = input as Values;
  type Page = ResponseBody<'get', Path> & { nextCursor: string | null };
  return infiniteQueryOptions({
    queryKey: [...keyOf(path, values), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      send('get', path, { ...values, cursor }, signal) as Promise<Page>,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/**
 * `['companies', '42', 'certificates', { environment: 'live' }]`: whatever is below a part of the
 * URL is read again by `invalidateQueries` with the beginning of its key.
 */
function keyOf(path: string, input: Values): readonly unknown[] {
  const { parts, query } = addressOf(path, input);
  return Object.keys(query).length === 0 ? parts : [...parts, query];
}

/** What of an input stands neither in the path nor in the query. */
const BESIDE = ['body', 'version'];

/**
 * The parts of the path with the values of its parameters; whatever else is given is of the query.
 */
function addressOf(path: string, input: Values) {
  const query = new Map(
    Object.entries(input).filter(
      ([name, value]) =>
        !BESIDE.includes(name) && value !== null && value !== undefined && value !== '',
    ),
  );
  const parts = path
    .slice(1)
    .split('/')
    .map((part) => {
      if (!part.startsWith('{')) return part;
      const name = part.slice(1, -1);
      query.delete(name);
      return String(input[name]);
    });
  return { parts, query: Object.fromEntries(query) };
}

async function send(method: Method, path: string, input: Values, signal?: AbortSignal) {
  const { parts, query } = addressOf(path, input);
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const { body, version } = input;
  const response = await fetch(
    `/admin/api/${parts.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`,
    {
      method: method.toUpperCase(),
      credentials: 'same-origin',
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(version !== undefined && { 'If-Match': tagOf(version as number | '*') }),
        ...(isUnattended() && { 'X-Unattended': '1' }),
        ...(method !== 'get' && csrfToken !== null && { 'X-CSRF-Token': csrfToken }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT_MS)]) : null,
    },
  ).catch((error: unknown) => {
    // A call that was given up by ourselves is no failure of the network.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    serviceIsAway();
    throw unreachable(error);
  });
  const text = await response.text();
  if (response.ok) {
    serviceResponded();
    return text === '' || isPdf(response) ? undefined : (JSON.parse(text) as unknown);
  }
  const problem = problemOf(text, response);
  if (isAbsence(problem)) serviceIsAway();
  else serviceResponded();
  onProblem(problem);
  throw problem;
}

/** Whether it says that nothing works, and not that this call was refused. */
function isAbsence({ code, status, requestId }: ApiProblem): boolean {
  return code === 'STORAGE_UNAVAILABLE' || (isOfProxy(status) && requestId === null);
}

function tagOf(version: number | '*'): string {
  return version === '*' ? version : `"${version}"`;
}

/** A print is shown by the browser itself; a call only has it made. */
function isPdf({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('application/pdf') ?? false;
}

// The one way to the API. Every call carries the session's cookie, every call that changes something
// its CSRF token; whatever is no success is thrown as ApiProblem.

import createClient from 'openapi-fetch';
import type { Middleware } from 'openapi-fetch';
import { isUnattended } from './attendance.ts';
import type { paths } from './contract.ts';
import { problemOf, unreachable } from './problem.ts';

let csrfToken: string | null = null;
let onSignedOut: () => void = () => undefined;
let onFactorMissing: () => void = () => undefined;

/** Of the session, as sign-in and `GET /session` tell it; null when signed out. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token;
}

/** Called whenever the API says that nobody is signed in (any more). */
export function setSignedOutListener(listener: () => void): void {
  onSignedOut = listener;
}

/** Called whenever the API says that nothing is possible before a second factor is added. */
export function setFactorMissingListener(listener: () => void): void {
  onFactorMissing = listener;
}

const sessionGuard: Middleware = {
  onRequest({ request }) {
    if (isUnattended()) request.headers.set('X-Unattended', '1');
    if (request.method !== 'GET' && csrfToken !== null) {
      request.headers.set('X-CSRF-Token', csrfToken);
    }
    return request;
  },
  onError({ error }) {
    // A call that was given up by ourselves is no trouble of the network.
    if (error instanceof DOMException && error.name === 'AbortError') return error;
    return unreachable(error);
  },
};

/** Typed by the API's OpenAPI document. Wrap calls in `answer`. */
export const api = createClient<paths>({ baseUrl: '', credentials: 'same-origin' });
api.use(sessionGuard);

/** What openapi-fetch resolves to. */
interface Outcome<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The body of a success; throws ApiProblem for everything else. */
export async function answer<Data>(call: Promise<Outcome<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok) return data as Data;
  const problem = problemOf(error, response);
  if (problem.code === 'SIGN_IN_REQUIRED') onSignedOut();
  if (problem.code === 'SECOND_FACTOR_MISSING') onFactorMissing();
  throw problem;
}

import type { RequestHandler } from 'express';
import { sendProblem } from './problem-response.ts';

/** The paths of the specification and the one method of each. Spec, Endpoints. */
const METHODS: readonly { path: RegExp; allow: string }[] = [
  { path: /^\/tcr\/register$/, allow: 'POST' },
  { path: /^\/cashdeposit\/initial$/, allow: 'POST' },
  { path: /^\/invoices$/, allow: 'GET, HEAD' },
  { path: /^\/invoices\/draft$/, allow: 'POST' },
  { path: /^\/invoices\/cash\/create-and-print$/, allow: 'POST' },
  { path: /^\/invoices\/[^/]+\/fiscalize$/, allow: 'POST' },
  { path: /^\/invoices\/(cash\/)?[^/]+\/pdf$/, allow: 'GET, HEAD' },
  { path: /^\/invoices\/(cash\/)?[^/]+$/, allow: 'GET, HEAD' },
];

/** Answers 405 with `Allow` where the path exists and the method does not. Decisions §2. */
export const refuseOtherMethods: RequestHandler = (request, response, next) => {
  const known = METHODS.find(({ path }) => path.test(request.path.replace(/\/$/, '')));
  if (known && !known.allow.split(', ').includes(request.method)) {
    response.set('Allow', known.allow);
    sendProblem(response, 'METHOD_NOT_ALLOWED', `${request.method} is not possible here.`);
    return;
  }
  next();
};

// Refused calls as a figure, by reason: whoever tries keys or passwords, or runs into limits, is seen
// without a look at the log. Addresses, companies and people are in the log alone, so that no caller
// makes new figures.

import { Counter } from '@fiscal/runtime';
import type { Registry } from '@fiscal/runtime';
import type { RequestHandler, Response } from 'express';

/** Notes the code of an error that is answered. */
export function noteProblem({ locals }: Response, code: string): void {
  locals.problemCode = code;
}

/**
 * Counts each error that is answered by its code, the part of the API, and whether the caller was known
 * (a valid key, a session): `INVALID_API_KEY`, `RATE_LIMITED`, `SIGN_IN_REFUSED`, …
 */
export function countRefusals(metrics: Registry): RequestHandler {
  const refused = new Counter({
    name: 'fiscal_refused_calls_total',
    help: 'Calls that were answered with an error, by its code.',
    labelNames: ['code', 'part', 'caller'],
    registers: [metrics],
  });
  return (request, response, next) => {
    const part = request.originalUrl.startsWith('/admin/') ? 'panel' : 'api';
    response.once('finish', () => {
      const { problemCode, caller, actor } = response.locals;
      if (typeof problemCode !== 'string') return;
      const isKnown = Boolean(caller ?? actor);
      refused.inc({ code: problemCode, part, caller: isKnown ? 'known' : 'unknown' });
    });
    next();
  };
}

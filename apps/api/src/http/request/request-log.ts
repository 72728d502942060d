// One line in the log for each request: who asked for what, from where, and how it ended. Never a
// header, never a body, never a key. And refused calls as a figure, by reason: addresses, companies
// and people are in the log alone, so that no caller makes new figures.

import type { ApiCaller } from '@fiscal/db/company';
import type { Logger, Registry } from '@fiscal/runtime';
import type { Response } from 'express';
import { Counter } from '@fiscal/runtime';
import type { Actor } from '../../access/actor.ts';
import type { CallObserver } from './observe-calls.ts';
import { identityOf } from './request-identity.ts';

/**
 * Logs `{ requestId, method, path, status, ms, address }` when the response has been sent, with
 * `traceId` of a call that belongs to a trace, `invoiceId` of one that stores an invoice or sets it
 * going, under which the worker logs what became of it, and `companyId` and `apiKeyId` of a call
 * with a key, `userId` and `companyId` of one from the panel.
 */
export function logRequests(logger: Logger): CallObserver {
  return (response, ms) => {
    if (!response.writableFinished) return;
    const { req: request } = response;
    const path = request.originalUrl.split('?')[0];
    // Health is asked for every few seconds.
    const level = path?.startsWith('/health/') ? 'debug' : 'info';
    const line = {
      ...identityOf(response),
      method: request.method,
      path,
      status: response.statusCode,
      ms: Math.round(ms),
      address: request.ip,
      ...callerOf(response),
      ...invoiceOf(response),
    };
    logger[level](line, 'responded');
  };
}

/** Also of an invoice whose id stands in no path. */
function invoiceOf({ locals }: Response): object {
  const begun = locals.write as { write: { invoiceId?: string } } | undefined;
  const invoiceId = begun?.write.invoiceId;
  return invoiceId === undefined ? {} : { invoiceId };
}

function callerOf({ locals }: Response): object {
  const caller = locals.caller as ApiCaller | undefined;
  if (caller) return { companyId: caller.company.id, apiKeyId: caller.apiKeyId };
  const actor = locals.actor as Actor | null | undefined;
  if (!actor) return {};
  const company = actor.companyId !== null ? { companyId: actor.companyId } : {};
  return { userId: actor.userId, ...company };
}

/** Notes the code of an error that is returned. */
export function noteProblem({ locals }: Response, code: string): void {
  locals.problemCode = code;
}

/**
 * Counts each error that is returned by its code, the part of the API, and whether the caller was
 * known (a valid key, a session): `INVALID_API_KEY`, `RATE_LIMITED`, `SIGN_IN_REFUSED`, …
 */
export function countRefusals(metrics: Registry): CallObserver {
  const refused = new Counter({
    name: 'fiscal_refused_calls_total',
    help: 'Calls that were refused with an error, by its code.',
    labelNames: ['code', 'part', 'caller'],
    registers: [metrics],
  });
  // Whoever is on call hears of the first one: a figure that begins with 1 has not increased.
  for (const part of ['api', 'panel']) {
    refused.inc({ code: 'OBJECT_NOT_INTACT', part, caller: 'known' }, 0);
  }
  return ({ locals, req, writableFinished }) => {
    const { problemCode, caller, actor } = locals;
    if (typeof problemCode !== 'string' || !writableFinished) return;
    const part = req.originalUrl.startsWith('/admin/') ? 'panel' : 'api';
    const isKnown = Boolean(caller ?? actor);
    refused.inc({ code: problemCode, part, caller: isKnown ? 'known' : 'unknown' });
  };
}

// One line in the log for each request: who asked for what, from where, and how it ended. Never a header,
// never a body, never a key.

import type { ApiCaller } from '@fiscal/db/company';
import type { Logger } from '@fiscal/runtime';
import type { RequestHandler, Response } from 'express';
import type { Actor } from './admin/kernel/actor.ts';

/**
 * Logs `{ requestId, method, path, status, ms, address }` when the answer has been sent, with
 * `companyId` and `apiKeyId` of a call with a key, `userId` and `companyId` of one from the panel.
 */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    response.once('finish', () => {
      const ms = Math.round(performance.now() - started);
      const path = request.originalUrl.split('?')[0];
      // Whoever asks for health asks every few seconds.
      const level = path?.startsWith('/health/') ? 'debug' : 'info';
      const line = {
        requestId: response.get('X-Request-Id'),
        method: request.method,
        path,
        status: response.statusCode,
        ms,
        address: request.ip,
        ...callerOf(response),
      };
      logger[level](line, 'answered');
    });
    next();
  };
}

function callerOf({ locals }: Response): object {
  const caller = locals.caller as ApiCaller | undefined;
  if (caller) return { companyId: caller.company.id, apiKeyId: caller.apiKeyId };
  const actor = locals.actor as Actor | null | undefined;
  if (!actor) return {};
  const company = actor.role === 'company_admin' ? { companyId: actor.companyId } : {};
  return { userId: actor.userId, ...company };
}

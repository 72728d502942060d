// Each call of the public API as a span: the root of a trace, or below the caller's `traceparent`.

import type { ApiCaller } from '@fiscal/db/company';
import { openSpan, SpanKind, traceIdOf } from '@fiscal/runtime';
import type { Span } from '@fiscal/runtime';
import type { RequestHandler, Response } from 'express';
import { onceOver } from '../response/response-end.ts';
import { identityOf } from './request-identity.ts';
import type { Route } from './request-metrics.ts';

/**
 * Makes the call the current span until its response is sent; the log gets the id of a trace that
 * begins here. After `identifyRequest`.
 */
export const traceRequests: RequestHandler = (request, response, next) => {
  const { span, within } = openSpan(request.method, {
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': request.method },
    trace: request.get('traceparent') ?? null,
  });
  const traceId = traceIdOf(span);
  if (traceId === undefined) {
    next();
    return;
  }
  response.locals.trace ??= { traceId };
  onceOver(response, () => endSpan(span, response));
  within(next);
};

function endSpan(span: Span, response: Response): void {
  const route = response.locals.route as Route | undefined;
  const caller = response.locals.caller as ApiCaller | undefined;
  if (route)
    span.updateName(`${route.method} ${route.route}`).setAttribute('http.route', route.route);
  if (caller) {
    span.setAttribute('fiscal.company.id', caller.company.id);
    span.setAttribute('fiscal.environment', caller.environment);
  }
  const { requestId } = identityOf(response);
  if (requestId !== undefined) span.setAttribute('fiscal.request.id', requestId);
  if (response.writableFinished) {
    span.setAttribute('http.response.status_code', response.statusCode);
  } else {
    span.setAttribute('fiscal.aborted', true);
  }
  span.end();
}

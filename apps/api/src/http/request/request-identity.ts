// What a request is called in logs, here and at those who sent it on. A client, or the proxy, may
// choose: what it sends is taken over where it has the form of such a name, and says nothing beyond
// the log and the response. Two calls may bear one name.

import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/**
 * Letters, digits and what ids are joined with; nothing that a log or a header could take for its
 * own.
 */
const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** W3C Trace Context, version 00: neither the trace nor the span is all zeros. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Sets `X-Request-Id` of the response, and keeps the trace that the call belongs to. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const given = request.get('X-Request-Id');
  const isTaken = given !== undefined && REQUEST_ID.test(given);
  response.setHeader('X-Request-Id', isTaken ? given : randomUUID());
  const [, traceId, spanId] = TRACEPARENT.exec(request.get('traceparent') ?? '') ?? [];
  if (traceId !== undefined) response.locals.trace = { traceId, parentSpanId: spanId };
  next();
};

/**
 * For a line of the log: `requestId`, and `traceId` with `parentSpanId` where the call has a trace.
 */
export function identityOf(response: Response): Record<string, string | undefined> {
  const trace = response.locals.trace as Record<string, string> | undefined;
  return { requestId: response.get('X-Request-Id'), ...trace };
}

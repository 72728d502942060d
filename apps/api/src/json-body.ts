import express from 'express';
import type { RequestHandler } from 'express';
import { sendProblem } from './problem.ts';

const LIMIT_BYTES = 1024 * 1024;

const requireJson: RequestHandler = (request, response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0;
  if (hasBody && !request.is('application/json')) {
    const message = 'The Content-Type must be application/json.';
    sendProblem(response, 'UNSUPPORTED_MEDIA_TYPE', message);
    return;
  }
  next();
};

/**
 * Reads the JSON body of a route that has one; any other route never looks at a body, so that what is
 * not there is answered 404 before what is not valid is answered 400 (decisions §2).
 */
export const jsonBody: readonly RequestHandler[] = [
  requireJson,
  // Any JSON value is read: what is not an object is told so in words.
  express.json({ limit: LIMIT_BYTES, strict: false }),
];

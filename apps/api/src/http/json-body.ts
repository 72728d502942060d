// Reads the JSON body of a route that has one; any other route never looks at a body, so that what is
// not there is answered 404 before what is not valid is answered 400 (decisions §2).

import type { ServerResponse } from 'node:http';
import express from 'express';
import type { RequestHandler } from 'express';
import { countLargeBody } from '../limits/large-bodies.ts';
import { exceededLimit } from './json-structure.ts';
import type { JsonLimits } from './json-structure.ts';
import { sendProblem } from './problem-response.ts';

const LIMIT_BYTES = 1024 * 1024;

/** An invoice has four levels; what it has beside them is ignored, however it is built. */
const MOST_LEVELS = 32;
/** The longest list of the panel has 500 elements. */
const MOST_PANEL_VALUES = 2_000;

/** A body that is built as no call of this API needs it; `message` says how. */
export class BodyStructureError extends Error {
  override readonly name = 'BodyStructureError';
  readonly code = 'BODY_STRUCTURE';
  /** As the body parser wants it. */
  readonly status = 413;
}

const requireJson: RequestHandler = (request, response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0;
  if (hasBody && !request.is('application/json')) {
    const message = 'The Content-Type must be application/json.';
    sendProblem(response, 'UNSUPPORTED_MEDIA_TYPE', message);
    return;
  }
  const coding = request.headers['content-encoding'] ?? 'identity';
  if (hasBody && coding.trim().toLowerCase() !== 'identity') {
    // RFC 9110 §12.5.3: how a server says which codings it takes.
    response.set('Accept-Encoding', 'identity');
    const message = 'Compressed bodies are not taken: send the JSON without a Content-Encoding.';
    sendProblem(response, 'UNSUPPORTED_MEDIA_TYPE', message);
    return;
  }
  next();
};

function readJson(limits: JsonLimits): readonly RequestHandler[] {
  const verify = (_request: unknown, response: ServerResponse, body: Buffer, charset: string) => {
    // RFC 8259 §8.1; what is looked at here are bytes of UTF-8.
    if (charset !== 'utf-8') throw Object.assign(new Error('not in UTF-8'), { status: 400 });
    const exceeded = exceededLimit(body, limits);
    if (exceeded === 'depth') {
      throw new BodyStructureError(`The body is nested deeper than ${limits.depth} levels.`);
    }
    if (exceeded === 'values') {
      throw new BodyStructureError(`The body has more than ${limits.values} values.`);
    }
    countLargeBody(response, body.length);
  };
  return [
    requireJson,
    // Any JSON value is read: what is not an object is told so in words.
    express.json({ limit: LIMIT_BYTES, strict: false, inflate: false, verify }),
  ];
}

/** For routes of clients: unknown fields are ignored, so only the size limits their number. */
export const jsonBody: readonly RequestHandler[] = readJson({
  depth: MOST_LEVELS,
  values: Infinity,
});

/** For routes of the panel, whose pages send nothing that is not asked for. */
export const panelJsonBody: readonly RequestHandler[] = readJson({
  depth: MOST_LEVELS,
  values: MOST_PANEL_VALUES,
});

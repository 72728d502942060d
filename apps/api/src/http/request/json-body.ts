// Reads the JSON body of a route that has one; any other route never looks at a body, so that what is
// not there is answered 404 before what is not valid is answered 400 (decisions §2).

import { isUtf8 } from 'node:buffer';
import express from 'express';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { countLargeBody } from '../../limits/large-bodies.ts';
import { refuse, RefusedBodyError, sendProblem } from '../refusal/refusal.ts';

const LIMIT_BYTES = 1024 * 1024;

/** An invoice has four levels; what it has beside them is ignored, however it is built. */
const MOST_LEVELS = 32;
/** The longest list of the panel has 500 elements. */
const MOST_PANEL_VALUES = 2_000;

/** The charset that a Content-Type declares; the first one counts, as in the WHATWG's MIME types. */
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;

const requireJson: RequestHandler = (request, response, next) => {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0;
  if (hasBody && !request.is('application/json')) {
    const message = 'The Content-Type must be application/json.';
    sendProblem(response, 'UNSUPPORTED_MEDIA_TYPE', message);
    return;
  }
  // RFC 8259 §8.1: JSON is UTF-8. `utf8` is no registered name of it, yet tills write it.
  const charset = CHARSET.exec(request.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (hasBody && !/^utf-?8$/i.test(charset)) {
    const message = 'The body must be JSON in UTF-8: send no charset, or utf-8.';
    sendProblem(response, 'UNSUPPORTED_MEDIA_TYPE', message);
    return;
  }
  // The parser behind knows the registered name alone; which charset it is has been settled here.
  if (hasBody) request.headers['content-type'] = 'application/json';
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
  const verify = (_request: unknown, response: ServerResponse, body: Buffer) => {
    // The decoder would put U+FFFD where a byte is none, and the invoice would be registered with it.
    if (!isUtf8(body)) {
      const message = 'The body is not valid UTF-8: convert its text before it is sent.';
      throw new RefusedBodyError('MALFORMED_JSON', message);
    }
    const exceeded = exceededLimit(body, limits);
    if (exceeded === 'depth') {
      const message = `The body is nested deeper than ${limits.depth} levels.`;
      throw new RefusedBodyError('BODY_TOO_LARGE', message);
    }
    if (exceeded === 'values') {
      const message = `The body has more than ${limits.values} values.`;
      throw new RefusedBodyError('BODY_TOO_LARGE', message);
    }
    countLargeBody(response, body.length);
  };
  return [
    requireJson,
    // Any JSON value is read: what is not an object is refused with a sentence.
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

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACKET = 0x5d;
const CLOSING_BRACE = 0x7d;

/** What a body may be made of. */
interface JsonLimits {
  /** Arrays and objects inside each other. */
  depth: number;
  /** Elements and members, of all arrays and objects together. */
  values: number;
}

/**
 * What of the limits a text exceeds first; null where it keeps to them. Of a text that is no JSON it
 * says nothing: the parser will.
 * @param text in UTF-8.
 */
function exceededLimit(text: Uint8Array, limits: JsonLimits): keyof JsonLimits | null {
  let depth = 0;
  let values = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isInString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) values += 1;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      depth += 1;
      values += 1;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth -= 1;
    if (depth > limits.depth) return 'depth';
    if (values > limits.values) return 'values';
  }
  return null;
}

/** 400 to a body that is JSON and no object. */
export const NO_OBJECT = refuse('BODY_NOT_AN_OBJECT', 'The body must be a JSON object.');

export function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

// Reads the JSON body of a route that has one; any other route never looks at a body, so that what
// is not there is refused with 404 before what is not valid is refused with 400 (decisions §2).

import { isUtf8 } from 'node:buffer';
import type { Request, RequestHandler, Response } from 'express';
import { inSlotIfLarge } from '../heavy-calls.ts';
import { byteLimitsOf, byteReserve } from './body-bytes.ts';
import { refuse, sendProblem, sendRefusal } from '../refusal/refusal.ts';
import type { Refusal } from '../refusal/refusal.ts';
import { countPieces, dropBody } from './body-pieces.ts';

const MIB = 1024 * 1024;

/** An invoice has four levels; what it has beside them is ignored, however it is built. */
const MOST_LEVELS = 32;
/** The longest list of the panel has 500 elements. */
const MOST_PANEL_VALUES = 2_000;

/**
 * The charset that a Content-Type declares; the first one counts, as in the WHATWG's MIME types.
 */
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
  const read: RequestHandler = async (request, response, next) => {
    // Without a body there is none; of one without bytes an empty object is made.
    if (!request.is('application/json')) {
      next();
      return;
    }
    const bytes = await readBytes(request, response);
    // No client waits for a response.
    if (bytes === null) return;
    const result = 'kind' in bytes ? bytes : await parse(bytes, limits, response);
    if (result.kind === 'refusal') {
      sendRefusal(response, result);
      return;
    }
    request.body = result.value;
    next();
  };
  return [requireJson, read];
}

/**
 * The bytes of a body, each reserved before it is read; null where the connection ends before them.
 * They are copied into one place, because a body of single bytes would cost a hundred times as much
 * in pieces.
 */
async function readBytes(request: Request, response: Response): Promise<Buffer | Refusal | null> {
  if (request.destroyed) return null;
  const { body: most } = byteLimitsOf(response);
  const declared = request.headers['content-length'];
  const size = Number(declared ?? 0);
  const reserve = byteReserve(response);
  const refusal = size > most ? tooLarge(most) : reserve(size);
  if (refusal) return refusal;
  const { promise, resolve } = Promise.withResolvers<Buffer | Refusal | null>();
  let reserved = size;
  let room: Buffer = Buffer.alloc(0);
  let length = 0;
  const isTooMany = countPieces();
  const stop = (refused: Refusal) => {
    request.off('data', take);
    resolve(refused);
  };
  const take = (chunk: Buffer) => {
    const needed = length + chunk.length;
    if (isTooMany(chunk)) {
      stop(IN_PIECES);
      // Reading on would be what it is refused for.
      response.once('finish', () => {
        request.socket.destroy();
      });
      return;
    }
    if (length === 0 && chunk.length === size) room = chunk;
    else {
      if (needed > room.length) {
        // Without a Content-Length what is reserved grows with what has come.
        const grown = needed <= size ? size : Math.min(Math.max(needed, 2 * room.length), most);
        const refused = needed > most ? tooLarge(most) : reserve(grown - reserved);
        if (refused) {
          stop(refused);
          return;
        }
        reserved = grown;
        room = Buffer.concat([room.subarray(0, length)], grown);
      }
      chunk.copy(room, length);
    }
    length = needed;
  };
  request.on('data', take);
  request.once('end', () => resolve(room.subarray(0, length)));
  request.once('close', () => resolve(null));
  return promise;
}

const IN_PIECES = refuse('BODY_TOO_LARGE', 'The body comes in too many small chunks.');

/**
 * For what reads no body: one that comes all the same is not kept while the call waits or is not
 * taken.
 */
export const ignoreBody: RequestHandler = (request, _response, next) => {
  const { 'transfer-encoding': coding, 'content-length': length } = request.headers;
  if ((coding ?? length) !== undefined) dropBody(request);
  next();
};

export const ignoreBodyOfReads: RequestHandler = (request, response, next) => {
  if (request.method === 'GET' || request.method === 'HEAD') ignoreBody(request, response, next);
  else next();
};

/** @param most bytes, a whole number of KiB. */
function tooLarge(most: number): Refusal {
  const words = most < MIB ? `${most / 1024} KiB, the most without a key or a session` : '1 MiB';
  return refuse('BODY_TOO_LARGE', `The body is larger than ${words}.`);
}

const NOT_JSON = refuse('MALFORMED_JSON', 'The body is not valid JSON in UTF-8.');
const NOT_UTF8 = refuse(
  'MALFORMED_JSON',
  'The body is not valid UTF-8: convert its text before it is sent.',
);
/** It leaves out a byte order mark. */
const UTF8 = new TextDecoder();

type Parsed = Refusal | { kind: 'value'; value: unknown };

/** Any JSON value: what is not an object is refused with a sentence later. */
async function parse(bytes: Buffer, limits: JsonLimits, response: Response): Promise<Parsed> {
  if (bytes.length === 0) return { kind: 'value', value: {} };
  // The decoder would put U+FFFD where a byte is none, and the invoice would be registered with it.
  if (!isUtf8(bytes)) return NOT_UTF8;
  const exceeded = exceededLimit(bytes, limits);
  if (exceeded === 'depth') {
    return refuse('BODY_TOO_LARGE', `The body is nested deeper than ${limits.depth} levels.`);
  }
  if (exceeded === 'values') {
    return refuse('BODY_TOO_LARGE', `The body has more than ${limits.values} values.`);
  }
  response.locals.bodyBytes = bytes.length;
  return inSlotIfLarge(response, bytes.length, (): Parsed => {
    try {
      return { kind: 'value', value: JSON.parse(UTF8.decode(bytes)) };
    } catch {
      return NOT_JSON;
    }
  });
}

/** Of the body that was read; 0 without one. */
export function bodyBytesOf({ locals }: Response): number {
  return (locals.bodyBytes as number | undefined) ?? 0;
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
 * What of the limits a text exceeds first; null where it keeps to them. Of a text that is no JSON
 * it says nothing: the parser will.
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

/** Whether a parsed body is a JSON object: no array, and not null. */
export function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

// HTTP responses that are no reply of the authority's: what a message, or a question of the receipt
// check, gets in place of one.

import type { Response } from 'express';
import type { UnprocessedBehaviour } from './behaviour.ts';

/** The content type of every SOAP message. */
export const SOAP_TYPE = 'text/xml; charset=utf-8';

/** Closes the connection without a word. */
export function drop(response: Response): void {
  response.req.socket.destroy();
}

/** Responds as a script or a mode wants it, or not at all. */
export function spoil(response: Response, behaviour: UnprocessedBehaviour): void {
  switch (behaviour.type) {
    case 'silence':
      break;
    case 'drop':
      drop(response);
      break;
    case 'http':
      response.status(behaviour.status).end();
      break;
    case 'garbage':
      response.type(SOAP_TYPE).send('\u0002}{<<&&;;%%00 not a message at all');
      break;
    case 'html':
      response
        .status(behaviour.status)
        .type('html')
        .send(
          `<html><head><title>${behaviour.status}</title></head><body><center><h1>${behaviour.status} Bad Gateway</h1></center><hr><center>proxy</center></body></html>`,
        );
      break;
    case 'bytes':
      sendBytes(response, behaviour);
      break;
  }
}

/** Any bytes, said to be XML unless the script says otherwise. */
function sendBytes(
  response: Response,
  behaviour: Extract<UnprocessedBehaviour, { type: 'bytes' }>,
): void {
  const { base64, status, contentType = SOAP_TYPE, contentEncoding } = behaviour;
  if (contentEncoding !== undefined) response.set('Content-Encoding', contentEncoding);
  const bytes = Buffer.from(base64, 'base64');
  response.status(status).set({ 'Content-Type': contentType, 'Content-Length': bytes.length });
  response.end(bytes);
}

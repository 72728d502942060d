import type { Express, Response } from 'express';

/** Pages end long before it; what is larger is a mistake of ours, and is not sent. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The text of a JSON response.
 * @throws Error if it is larger than any reader wants: the call fails with 500, and is logged.
 */
export function writeJson(
  body: unknown,
  replacer?: (name: string, value: unknown) => unknown,
): string {
  const text = JSON.stringify(body, replacer);
  if (text.length > MOST_BYTES) {
    throw new Error(`the response has ${text.length} characters; the most is ${MOST_BYTES}`);
  }
  return text;
}

/** Has the application's JSON responses written so. */
export function limitResponses(app: Express): void {
  app.response.json = function json(this: Response, body: unknown): Response {
    return this.type('json').send(writeJson(body));
  };
}

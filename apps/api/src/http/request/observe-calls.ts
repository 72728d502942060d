// What is noted of every call: once its response is over, by one listener.

import type { Logger } from '@fiscal/runtime';
import type { RequestHandler, Response } from 'express';
import { onceOver } from '../response/response-end.ts';
import { identityOf } from './request-identity.ts';

/**
 * Called once the last byte has been given to the connection, or the connection has closed before.
 * @param ms how long the call took.
 */
export type CallObserver = (response: Response, ms: number) => void;

/** After `identifyRequest`. @param logger gets the errors of responses, too. */
export function observeCalls(
  logger: Pick<Logger, 'warn'>,
  observers: readonly CallObserver[],
): RequestHandler {
  return (_request, response, next) => {
    const begun = performance.now();
    onceOver(response, () => {
      const ms = performance.now() - begun;
      for (const observe of observers) observe(response, ms);
    });
    // Without a listener an error of one response, written to after its end, would end the process.
    response.on('error', (error) =>
      logger.warn({ err: error, ...identityOf(response) }, 'a response broke'),
    );
    next();
  };
}

// Notices that a proxy stands before the API of which the configuration knows nothing. All who come
// through it have one address then, and one of them who guesses passwords delays all others.

import type { Logger } from '@fiscal/runtime';
import type { RequestHandler } from 'express';

/** A client may send the header by itself: after so long without it the warning ends. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

/** Whether calls come through a proxy that `TRUSTED_PROXIES` does not name. */
export interface ForwardingWatch {
  /** To be passed by every request. */
  watch: RequestHandler;
  /** Whether `X-Forwarded-For` has come within the last day, and no proxy is trusted. */
  isIgnored(): boolean;
}

/** @param trustedProxies TRUSTED_PROXIES */
export function watchForwarding(options: {
  trustedProxies: number;
  clock: () => Date;
  logger: Logger;
}): ForwardingWatch {
  const { trustedProxies, clock, logger } = options;
  let seenAt = -Infinity;
  const isIgnored = () => clock().getTime() - seenAt < REMEMBERED_MS;
  return {
    isIgnored,
    watch(request, _response, next) {
      if (trustedProxies === 0 && request.get('X-Forwarded-For') !== undefined) {
        if (!isIgnored()) {
          logger.warn(
            'requests carry X-Forwarded-For, and TRUSTED_PROXIES is 0: all calls through that ' +
              'proxy count as one address',
          );
        }
        seenAt = clock().getTime();
      }
      next();
    },
  };
}

/**
 * What is certainly wrong before a request has come, or null. The API itself speaks http: where
 * browsers find the panel with https, a proxy stands before it.
 */
export function untrustedProxyOf(trustedProxies: number, adminOrigin: string): string | null {
  if (trustedProxies > 0 || !adminOrigin.startsWith('https:')) return null;
  return (
    'ADMIN_ORIGIN is https, so a proxy stands before the API, and TRUSTED_PROXIES is 0: all ' +
    'calls through it count as one address'
  );
}

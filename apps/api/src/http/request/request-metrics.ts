// How many calls there are, how long they take and how they end, by endpoint. A label is the path
// as the endpoint declares it, never what was sent: no caller makes new figures.

import { Counter, Histogram } from '@fiscal/runtime';
import type { Registry } from '@fiscal/runtime';
import type { Response } from 'express';
import type { CallObserver } from './observe-calls.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** An endpoint in the labels of a figure. */
export interface Route {
  /** `GET`; a HEAD counts as its GET. */
  method: string;
  /** `/api/invoices/{id}` */
  route: string;
}

/**
 * Nothing that an endpoint serves: pages, documents, health, paths where nothing is, and calls
 * that are refused before their path is looked at, for their key or their rate.
 */
const OTHER: Route = { method: 'other', route: 'other' };

/** Notes which endpoint serves the call. */
export function noteRoute({ locals }: Response, route: Route): void {
  locals.route = route;
}

/**
 * `fiscal_http_request_seconds` by method, route and status, until the last byte has been given to
 * the connection; `aborted` is the status of what the caller did not wait for. A stream of events
 * lasts as long as its page is open, which is no waiting time: fiscal_panel_streams shows
 * those.
 *
 * `fiscal_server_errors_total` counts those of a status from 500 on. It begins with 0, where the
 * histogram has no such status before the first of them: whoever reads it then sees no rise.
 */
export function measureRequests(metrics: Registry): CallObserver {
  const seconds = new Histogram({
    name: 'fiscal_http_request_seconds',
    help: 'How long calls took, by endpoint and status; a path of no endpoint is "other".',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [metrics],
  });
  const serverErrors = new Counter({
    name: 'fiscal_server_errors_total',
    help: 'Calls that ended with a status from 500 on.',
    registers: [metrics],
  });
  return (response, ms) => {
    if (String(response.getHeader('Content-Type')).startsWith('text/event-stream')) return;
    const { method, route } = (response.locals.route as Route | undefined) ?? OTHER;
    const status = response.writableFinished ? response.statusCode : 'aborted';
    seconds.observe({ method, route, status }, ms / 1_000);
    if (status !== 'aborted' && status >= 500) serverErrors.inc();
  };
}

// Sends a browser which invoices of a company have changed, so that lists and details are live. A
// burst becomes few events; where changes may have been lost, the browser gets a `resync` event.

import type { ChangeListener, InvoiceChange } from '@fiscal/db/change';
import type { z } from 'zod';
import { endpointsFor, WRITTEN } from '../../http/endpoint.ts';
import type { Call, Result } from '../../http/endpoint.ts';
import { refuse } from '../../http/refusal/refusal.ts';
import { openEventStream } from '../live-view.ts';
import type { StreamDependencies } from '../live-view.ts';
import { mayCall } from '../role-matrix.ts';
import { invoiceEventsQuery } from './panel-invoice-schemas.ts';

/** What happens within this time is one event. */
const GATHER_MS = 500;
/** Beyond so many at once a list is read again as a whole. */
const MOST_CHANGES = 100;

type WatchDependencies = StreamDependencies & { changes: ChangeListener };

const { get } = endpointsFor<WatchDependencies>()('/companies/{companyId}', {
  tag: 'Panel: invoices',
  access: 'company-read',
});

/** Changes of invoices as they happen. */
export const invoiceEventsEndpoints = [
  get('/events', {
    operationId: 'watchCompanyInvoices',
    summary:
      'Server-sent events: `invoices` with `{ changes: [{ invoiceId, environment, status }] }`, and ' +
      '`resync` where changes may have been missed',
    query: invoiceEventsQuery,
    mediaType: 'text/event-stream',
    handle: watch,
  }),
];

type WatchCall = Call<
  'company-read',
  WatchDependencies,
  { companyId: string },
  z.output<typeof invoiceEventsQuery>
>;

function watch(call: WatchCall): Result<never> {
  const { deps, params, query } = call;
  const stream = openEventStream(call, (actor) => mayCall('company-read', actor, params.companyId));
  if (!stream) return refuse('TOO_MANY_ATTEMPTS', 'This session has too many live views open.');

  const gathered = new Map<string, InvoiceChange>();
  let isUnsure = false;
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    timer = undefined;
    if (!stream.isListening()) {
      // A browser that takes nothing gets `resync` once it does.
      isUnsure = true;
      timer = setTimeout(send, GATHER_MS);
      return;
    }
    if (isUnsure || gathered.size > MOST_CHANGES) stream.send('resync', {});
    else stream.send('invoices', { changes: [...gathered.values()].map(changeOf) });
    gathered.clear();
    isUnsure = false;
  };
  const receive = (change: InvoiceChange | null) => {
    if (change === null) isUnsure = true;
    else if (change.environment !== (query.environment ?? change.environment)) return;
    else if (gathered.size <= MOST_CHANGES) gathered.set(change.invoiceId, change);
    timer ??= setTimeout(send, GATHER_MS);
  };
  deps.changes.watchInvoices(params.companyId, receive, stream.signal);
  stream.signal.addEventListener('abort', () => clearTimeout(timer));
  return WRITTEN;
}

function changeOf({ invoiceId, environment, status }: InvoiceChange) {
  return { invoiceId, environment, status };
}

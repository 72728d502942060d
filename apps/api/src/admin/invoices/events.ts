// Tells a browser which invoices of a company have changed, so that lists and details are live. A burst
// is told in few events; what may have gone unheard is told as such, and the browser reads again.

import type { InvoiceChange } from '@fiscal/db/change';
import { z } from 'zod';
import { openEventStream } from '../health/event-streams.ts';
import { seesCompany } from '../kernel/actor.ts';
import type { Actor } from '../kernel/actor.ts';
import { companyParams, defineRoute, refuse, WRITTEN } from '../kernel/route.ts';
import type { Answer, Call } from '../kernel/route.ts';
import { invoiceEventsQuery } from './schemas.ts';

/** What happens within this time is one event. */
const GATHER_MS = 500;
/** Beyond so many at once a list is read again as a whole. */
const MOST_CHANGES = 100;

type WatchCall = Call<
  z.output<typeof companyParams>,
  z.output<typeof invoiceEventsQuery>,
  undefined,
  Actor
>;

/** Changes of invoices as they happen. */
export const watchInvoicesRoute = defineRoute({
  method: 'get',
  path: '/companies/{companyId}/events',
  access: 'company',
  operationId: 'watchCompanyInvoices',
  tag: 'Panel: invoices',
  summary:
    'Server-sent events: `invoices` with `{ changes: [{ invoiceId, environment, status }] }`, and ' +
    '`resync` where changes may have been missed',
  params: companyParams,
  query: invoiceEventsQuery,
  result: z.undefined(),
  status: 200,
  mediaType: 'text/event-stream',
  handle: (call) => Promise.resolve(watch(call)),
});

function watch(call: WatchCall): Answer<never> {
  const { deps, params, query } = call;
  const stream = openEventStream(call, (actor) => seesCompany(actor, params.companyId));
  if (!stream) return refuse('TOO_MANY_ATTEMPTS', 'This session has too many live views open.');

  const gathered = new Map<string, InvoiceChange>();
  let isUnsure = false;
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    if (!stream.isListening()) {
      // A browser that takes nothing is told to read again once it does.
      isUnsure = true;
      timer = setTimeout(tell, GATHER_MS);
      return;
    }
    if (isUnsure || gathered.size > MOST_CHANGES) stream.send('resync', {});
    else stream.send('invoices', { changes: [...gathered.values()].map(changeAnswer) });
    gathered.clear();
    isUnsure = false;
  };
  const hear = (change: InvoiceChange | null) => {
    if (change === null) isUnsure = true;
    else if (change.environment !== (query.environment ?? change.environment)) return;
    else if (gathered.size <= MOST_CHANGES) gathered.set(change.invoiceId, change);
    timer ??= setTimeout(tell, GATHER_MS);
  };
  deps.changes.watchInvoices(params.companyId, hear, stream.signal);
  stream.signal.addEventListener('abort', () => {
    clearTimeout(timer);
  });
  return WRITTEN;
}

function changeAnswer({ invoiceId, environment, status }: InvoiceChange) {
  return { invoiceId, environment, status };
}

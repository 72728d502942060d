// The feed of events: what became of documents, and what happened around them. Extensions §10,
// docs/adr/0029.

import type { EventsQuery, FeedEvent, FeedPage, FeedPosition } from '@fiscal/db/event';
import type { InvoiceScope } from '@fiscal/db/invoice';
import type { Issue } from '@fiscal/domain';
import { scopeOf } from '../../access/caller.ts';
import { endpointsFor, WRITTEN } from '../../http/endpoint.ts';
import type { Call, Result } from '../../http/endpoint.ts';
import { inSlot } from '../../http/heavy-calls.ts';
import { queryIssue, readQuery } from '../../http/request/read-query.ts';
import { refuse, refuseIssues } from '../../http/refusal/refusal.ts';
import { writeJson } from '../../http/response/json-response.ts';
import { jsonResponse, parameter, shared } from '../../openapi/responses.ts';
import type { InvoiceDependencies } from '../invoices/invoice-dependencies.ts';
import { recordOf } from '../invoices/record.ts';
import { preferredWait, waitOf } from '../invoices/wait-for-outcome.ts';
import { EVENTS, EVENTS_WITH_RECORDS } from './examples.ts';
import { cursorOf, eventsQuery, positionOf } from './events-query.ts';
import { eventsPage } from './events-schema.ts';
import { waitForEvents } from './wait-for-events.ts';

const { get } = endpointsFor<InvoiceDependencies>()('/events', {
  tag: 'Events',
  access: 'api-key',
});

/** A page with records ends before it is larger, but never before its first event. */
const PAGE_BYTES = 1024 * 1024;
/** Records that are read together. */
const AT_ONCE = 20;

export const eventsEndpoint = get('', {
  operationId: 'readEvents',
  summary: 'Follow what happens',
  description:
    'Outcomes of invoices, and what happens around them, in an order in which nothing comes behind what ' +
    'was read: call again with `after` = the `cursor` of the page before. Begin with `from`. With ' +
    '`Prefer: wait=N` it returns as soon as there is an event.',
  query: eventsQuery,
  parameters: [parameter('prefer')],
  result: eventsPage,
  responses: {
    200: jsonResponse(
      'One page, which may be empty.',
      'EventsPage',
      { events: EVENTS, 'with records': EVENTS_WITH_RECORDS },
      'Preference-Applied',
    ),
    400: shared('QueryNotValid'),
    410: shared('CursorOutdated'),
  },
  async handle({ deps, actor, request, response }) {
    const scope = scopeOf(actor);
    const query = readEventsQuery(scope, request.query);
    if (Array.isArray(query)) return refuseIssues(query);
    const preferred = preferredWait(request);
    const wait = waitOf(preferred, response);
    const page = await waitForEvents(deps, scope, query, wait);
    if (page.kind === 'outdated') {
      const from = page.from.toISOString();
      return refuse(
        'CURSOR_OUTDATED',
        `The feed goes on from another place: call again with from=${from}.`,
        { from },
      );
    }
    preferred.markApplied(response);
    const { hasRecords } = query;
    const send = () => sendEvents({ deps, response }, scope, page, hasRecords);
    return hasRecords && page.events.length > 0 ? inSlot(response, send) : send();
  },
});

/** What is wanted, or everything that is wrong with it. */
function readEventsQuery(
  scope: InvoiceScope,
  query: Record<string, unknown>,
): (EventsQuery & { hasRecords: boolean }) | Issue[] {
  const { after, from } = query;
  const read = readQuery(eventsQuery, query);
  const issues = read.kind === 'invalid' ? read.issues : [];
  if ((after === undefined) === (from === undefined)) {
    issues.push(queryIssue('', 'The query must have either after or from.'));
  }
  const position = typeof after === 'string' && after !== '' ? positionOf(scope, after) : null;
  if (typeof position === 'string') issues.push(queryIssue('after', `after ${position}.`));
  if (read.kind === 'invalid' || issues.length > 0) return issues;
  const { types = null, limit, include, from: first = 'now' } = read.values;
  const begin = first === 'now' ? first : { from: first };
  const start = position === null ? begin : { after: position as FeedPosition };
  return { start, types, limit, hasRecords: include !== undefined };
}

/**
 * Without an ETag: of two reads nothing is the same but events that the client need not read twice.
 */
async function sendEvents(
  { deps, response }: Pick<Call<'api-key', InvoiceDependencies>, 'deps' | 'response'>,
  scope: InvoiceScope,
  { events, end, hasMore, behindMs }: FeedPage,
  hasRecords: boolean,
): Promise<Result<never>> {
  const written = hasRecords
    ? await withRecords(deps, scope, events)
    : events.map((event) => writeJson(bodyOf(event)));
  const last = events[written.length - 1];
  const isCut = last !== undefined && written.length < events.length;
  const cursor = cursorOf(scope, isCut ? { ...last, place: end.place } : end);
  const more = hasMore || isCut;
  const rest = writeJson({ cursor, more, behindSeconds: Math.round(behindMs) / 1_000 });
  response.type('json').end(`{"events":[${written.join(',')}],${rest.slice(1)}`);
  return WRITTEN;
}

/** Ids are given anew in another incarnation of the database. */
const bodyOf = ({ eventPlace, id, type, at, invoiceId, externalId, status }: FeedEvent) => ({
  id: `${(eventPlace >>> 0).toString(16)}-${id}`,
  type,
  at,
  invoiceId,
  externalId,
  status,
});

async function withRecords(
  { records, verificationPages }: InvoiceDependencies,
  scope: InvoiceScope,
  events: readonly FeedEvent[],
): Promise<string[]> {
  const written: string[] = [];
  let bytes = 0;
  for (let begin = 0; begin < events.length; begin += AT_ONCE) {
    const some = events.slice(begin, begin + AT_ONCE);
    const found = await Promise.all(
      some.map(async ({ invoiceId }) => invoiceId && records.find(scope, invoiceId)),
    );
    for (const [index, event] of some.entries()) {
      const record = found[index];
      const invoice = record ? recordOf(record, verificationPages) : null;
      const text = writeJson({ ...bodyOf(event), invoice });
      bytes += Buffer.byteLength(text);
      if (bytes > PAGE_BYTES && written.length > 0) return written;
      written.push(text);
    }
  }
  return written;
}

// Reads the events of a company in an order in which none comes behind what was read before
// (docs/adr/0029): by the transaction that wrote them, and never past one that is still open,
// because its events would have a smaller number than those that are read already.

import type { Environment, InvoiceStatus } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import type { InvoiceScope } from '../invoice/stored-invoice.ts';

/** What an event can be; as the type of PostgreSQL has them. */
export const EVENT_TYPES = [
  'invoice.fiscalized',
  'invoice.offline',
  'invoice.failed',
  'deposit.refused',
  'deadline.near',
  'certificate.ending',
  'cash-register.held',
  'authority.silent',
  'authority.back',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** How long events are read; their month is dropped later. */
export const EVENT_DAYS = 30;
const KEPT = `interval '${EVENT_DAYS} days'`;

/** Behind an event, or where there is none yet. Its numbers are decimal text. */
export interface EventPosition {
  /** Which incarnation of the database has written the event. */
  eventPlace: number;
  xid: string;
  id: string;
  /** What comes behind it was written at this instant or later, but for seconds. */
  at: Date;
}

/** Where a page ends. */
export interface FeedPosition extends EventPosition {
  /** In which incarnation of the database it was read. */
  place: number;
}

export interface FeedEvent extends EventPosition {
  type: EventType;
  status: InvoiceStatus | null;
  invoiceId: string | null;
  externalId: string | null;
}

export interface FeedPage {
  kind: 'page';
  events: FeedEvent[];
  end: FeedPosition;
  /** There are others behind the end, or there may be some of these types. */
  hasMore: boolean;
  /** How long a transaction has been open behind which nothing is given out; 0 for none. */
  behindMs: number;
  /** Events of the company wait for it. */
  isHeld: boolean;
  /** Of the newest event of the company, whether it is given out or not: see newest_event. */
  state: string;
}

/** The position is of another incarnation, or of events that are kept no more. */
export interface OutdatedPosition {
  kind: 'outdated';
  /** From where to go on. */
  from: Date;
}

/** From a position, an instant, or this moment on. */
export type FeedStart = { after: FeedPosition } | { from: Date } | 'now';

export interface EventsQuery {
  start: FeedStart;
  /** Null for all of them. */
  types: readonly EventType[] | null;
  limit: number;
}

/** Of a page that is narrowed to types, so many events are looked at. */
const MOST_LOOKED_AT = 5_000;
/** Clocks, and transactions that are short, differ by less: `from` begins so much earlier. */
const OVERLAP = `interval '1 minute'`;
/** Until one goes on from it, the oldest instant is older. */
const OLDEST_AFTER = `interval '1 hour'`;

/** @param company of the events, in SQL. */
const walk = (company: string) => `
  select * from events_after(${company}, :environment::environment, p.place,
    case when p.place = :eventPlace::int then :xid::text else '0' end::xid8,
    case when p.place = :eventPlace::int then :id::bigint else 0 end,
    case when p.is_current then p.xmin else '18446744073709551615'::xid8 end,
    coalesce(:from::timestamptz - ${OVERLAP}, '-infinity'), :most::int)`;

interface Row {
  place: number;
  xmin: string;
  now: Date;
  oldestKept: Date;
  oldestGiven: Date;
  behindMs: number;
  isHeld: boolean;
  state: string | null;
  /** Null where there is no event. */
  event: FeedEvent | null;
  position: number;
}

const read = statement.all<
  {
    companyId: string | null;
    environment: Environment;
    eventPlace: number | null;
    isOfNow: boolean;
    xid: string | null;
    id: string | null;
    from: Date | null;
    types: readonly EventType[] | null;
    most: number;
  },
  Row
>(
  'read_events',
  `with here as materialized (
     select hashtext(current_place()) as place, pg_snapshot_xmin(snapshot) as xmin,
       case when pg_snapshot_xmin(snapshot) < pg_snapshot_xmax(snapshot) then oldest_writer() end
         as writer_since
     from pg_current_snapshot() snapshot
   ), places as materialized (
     select known.*, here.xmin
     from here cross join lateral (
       select here.place, true as is_current
       union
       select hashtext(d.place), false from database_place d where hashtext(d.place) <> here.place
     ) known
     where not :isOfNow::boolean and (:eventPlace::int is null
       or (known.is_current, known.place) >= (:eventPlace::int = here.place, :eventPlace::int))
   ), looked_at as (
     select found.*, p.place, row_number() over (order by p.is_current, p.place, xid, id) as position
     from places p cross join lateral (
       select * from (${walk(':companyId::uuid')} union all ${walk('null')}) walked
       order by xid, id limit :most::int
     ) found
     order by position limit :most::int
   )
   select here.place, here.xmin::text, now() as now, now() - ${KEPT} as "oldestKept",
     now() - ${KEPT} + ${OLDEST_AFTER} as "oldestGiven",
     greatest(0, extract(epoch from clock_timestamp() - least(here.writer_since,
       case when newest.xid >= here.xmin then newest.at end)))::float8 * 1000 as "behindMs",
     coalesce(newest.xid >= here.xmin, false) as "isHeld", newest.xid::text as state,
     coalesce(e.position, 0)::int as position,
     case when e.id is not null then json_build_object('eventPlace', e.place, 'xid', e.xid::text,
       'id', e.id::text, 'type', e.type, 'at', e.at, 'status', e.status, 'invoiceId', e.invoice_id,
       'externalId', e.external_id) end as event
   from here left join newest_event(:companyId::uuid, :environment::environment, here.place) newest
     on true
   left join looked_at e
     on :types::event_type[] is null or e.type = any(:types::event_type[]) or e.position = :most::int
   order by e.position`,
);

/**
 * A page of the events of a company, and of those that concern every company: behind a position, or
 * from an instant on, less a minute.
 */
export async function readEvents(
  db: Database,
  { companyId, environment }: InvoiceScope,
  { start, types, limit }: EventsQuery,
): Promise<FeedPage | OutdatedPosition> {
  const after = start !== 'now' && 'after' in start ? start.after : null;
  const from = start !== 'now' && 'from' in start ? start.from : null;
  const most = types === null ? limit + 1 : MOST_LOOKED_AT;
  const rows = await read(db, {
    companyId,
    environment,
    eventPlace: after?.eventPlace ?? null,
    xid: after?.xid ?? null,
    id: after?.id ?? null,
    isOfNow: start === 'now',
    from,
    types,
    most,
  });
  const [here] = rows;
  if (here === undefined) throw new Error('the feed has no row');
  const { place, xmin, oldestKept, isHeld, behindMs } = here;
  // A number ahead of all that were given: files of the database were put back, and nothing has
  // noticed it yet.
  if (after !== null && (after.place !== place || BigInt(after.xid) > BigInt(xmin))) {
    const { oldestGiven } = here;
    return { kind: 'outdated', from: after.at > oldestGiven ? after.at : oldestGiven };
  }
  const begin = after?.at ?? from;
  if (begin !== null && begin < oldestKept) return { kind: 'outdated', from: here.oldestGiven };
  const looked = rows.flatMap(({ event, position }) =>
    event === null ? [] : [{ ...event, at: new Date(event.at), position }],
  );
  const matching = looked.filter(({ type }) => types?.includes(type) ?? true);
  const events = matching.slice(0, limit);
  // Of a page that is narrowed to types, that is where the looking ended.
  const last =
    matching.length > limit ? events.at(-1) : looked.find(({ position }) => position === most);
  const now = new Date(here.now.getTime() - behindMs);
  const { eventPlace, xid, id, at } = last ?? { eventPlace: place, xid: xmin, id: '0', at: now };
  const end = { place, eventPlace, xid, id, at };
  const hasMore = last !== undefined;
  return { kind: 'page', events, end, hasMore, behindMs, isHeld, state: here.state ?? '' };
}

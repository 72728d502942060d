// Events of companies, as the API gives them out.

export { EVENT_DAYS, EVENT_TYPES, readEvents } from './event-feed.ts';
export type {
  EventsQuery,
  EventType,
  FeedEvent,
  FeedPage,
  FeedPosition,
  FeedStart,
  OutdatedPosition,
} from './event-feed.ts';

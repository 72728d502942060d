// Events of companies, as the API gives them out.

export * from './event-feed.ts';

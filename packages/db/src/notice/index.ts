// Notices by mail: what raises one, whom it goes to, and what is in hand.

export * from './notices.ts';

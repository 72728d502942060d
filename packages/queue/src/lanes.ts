/**
 * The lanes of the worker, each woken by a queue of its own. A wake-up says that there is work and
 * nothing else: what is to be done stands in PostgreSQL, where a lane looks without a wake-up every
 * second, so that losing a wake-up costs a second and loses nothing.
 */
export const LANES = [
  'fiscalization',
  'test-fiscalization',
  'delivery',
  'registry',
  'printing',
  'notices',
] as const;

export type LaneName = (typeof LANES)[number];

/**
 * Each environment's sales have a lane of their own: a slow test authority never delays a live
 * sale.
 */
export const SALES_LANES = {
  live: 'fiscalization',
  test: 'test-fiscalization',
} as const satisfies Record<string, LaneName>;

/** What a worker may be for, each with the lanes that it takes from then. */
export const LANES_OF_ROLE = {
  fiscalize: ['fiscalization', 'test-fiscalization'],
  deliver: ['delivery'],
  print: ['printing'],
  keys: ['registry'],
  notify: ['notices'],
} as const satisfies Record<string, readonly LaneName[]>;

/** A role of a worker, as WORKER_ROLES names it. */
export type WorkerRole = keyof typeof LANES_OF_ROLE;

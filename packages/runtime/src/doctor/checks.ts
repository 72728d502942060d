// What the doctor examines: every check with the processes that it is of, and what a finding does
// at a start and in /health/ready. By hand every check of a process is made.

/** A process that examines itself. */
export type ProcessName = 'api' | 'worker';

/** What a finding does at a start: `ends` the process, or is a warning in its log. */
type AtStart = 'ends' | 'warns';
/** What a finding does in /health/ready: it is 503 (`fails`), or stands there beside `ok`. */
type InReadiness = 'fails' | 'remarks';

interface Effects {
  start: AtStart;
  readiness: InReadiness;
}

const ALWAYS: Effects = { start: 'ends', readiness: 'fails' };

interface DeclaredCheck {
  /** The variable whose server it asks: a refused connection is a finding about that variable. */
  asks?: 'DATABASE_URL' | 'REDIS_URL';
  api?: Effects;
  worker?: Effects;
}

export const CHECKS = {
  /** The tables are those that the build knows. */
  schema: { asks: 'DATABASE_URL', api: ALWAYS, worker: ALWAYS },
  /** The login has the rights of its process and no more. */
  'database-role': { asks: 'DATABASE_URL', api: ALWAYS, worker: ALWAYS },
  /** Nothing that a session holds is lost in a pooler. */
  sessions: { asks: 'DATABASE_URL', api: ALWAYS, worker: ALWAYS },
  /**
   * Of this machine, against PostgreSQL's. The API assigns no issue times, so it works all the
   * same.
   */
  clock: {
    asks: 'DATABASE_URL',
    api: { start: 'warns', readiness: 'remarks' },
    worker: ALWAYS,
  },
  /**
   * Ids of new invoices begin with the API's time: where it is hours off, it stores none, and
   * another API may.
   */
  'new-invoices': {
    asks: 'DATABASE_URL',
    api: { start: 'warns', readiness: 'fails' },
  },
  /** What comes in the next months has a place. */
  months: {
    asks: 'DATABASE_URL',
    api: { start: 'warns', readiness: 'remarks' },
    worker: { start: 'warns', readiness: 'remarks' },
  },
  /**
   * What the API seals, and what is sealed, can be opened by the workers. An API that runs serves
   * on while the vault's keys are exchanged: only uploads depend on its recipient.
   */
  vault: {
    asks: 'DATABASE_URL',
    api: { start: 'ends', readiness: 'remarks' },
    worker: ALWAYS,
  },
  /** People can sign in with the second factor that they have. Sales need no sign-in. */
  'second-factors': { asks: 'DATABASE_URL', api: { start: 'ends', readiness: 'remarks' } },
  /** Redis evicts nothing. Nothing that has to last is in it, so a process that runs serves on. */
  'redis-policy': {
    asks: 'REDIS_URL',
    api: { start: 'ends', readiness: 'remarks' },
    worker: { start: 'ends', readiness: 'remarks' },
  },
  /**
   * It can be used, and is named where something has left for it. Only what is old depends on it.
   */
  'object-store': {
    asks: 'DATABASE_URL',
    api: { start: 'warns', readiness: 'remarks' },
    worker: { start: 'warns', readiness: 'remarks' },
  },
  /** Replies of the authority can be believed under them. */
  'trust-anchors': { worker: ALWAYS },
  /** It takes a sign-in. By hand alone: in /health/ready it would get one every 15 s. */
  'mail-server': { worker: { start: 'warns', readiness: 'remarks' } },
  /**
   * There is a browser. Whether it prints is asked of the print process, in /health/ready by
   * `printing`.
   */
  chrome: { worker: { start: 'ends', readiness: 'remarks' } },
} as const satisfies Record<string, DeclaredCheck>;

type Checks = typeof CHECKS;
export type CheckName = keyof Checks;

export type CheckOf<Name extends ProcessName> = {
  [Check in CheckName]: Name extends keyof Checks[Check] ? Check : never;
}[CheckName];

/** The checks of a process in the order of the table, each with what its finding does. */
export function checksOf(process: ProcessName): (Effects & { name: CheckName; asks?: string })[] {
  return Object.entries<DeclaredCheck>(CHECKS).flatMap(([name, check]) => {
    const { [process]: effects, asks } = check;
    if (effects === undefined) return [];
    return { name: name as CheckName, ...effects, ...(asks === undefined ? {} : { asks }) };
  });
}

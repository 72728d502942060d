// What of the state needs a person, the gravest first. Thresholds are those at which a customer at
// a till would notice, or the law's deadline comes near.

import type { Environment } from '../../api/contract.ts';
import type { messages } from '../../messages/operations.ts';
import type { Concerned, EfiHealth, Health } from './health.ts';

type QueueName = Health['queues'][number]['queue'];

/** One problem, with what its kind is about. */
export interface HealthProblem {
  kind: Exclude<keyof (typeof messages)['problem'], 'none'>;
  severity: 'watch' | 'bad';
  environments?: readonly Environment[];
  queue?: QueueName;
  ageSeconds?: number;
  count?: number;
  /** Of so many. */
  all?: number;
  /** Whom it concerns. */
  companies?: Concerned;
  /** Of a worker, with what keeps it from signing. */
  worker?: string;
  words?: string;
}

/** By queue: from what age of the oldest it is watched, and from what age it stands still. */
const QUEUE_AGES_S: Readonly<Record<QueueName, readonly [number, number]>> = {
  fiscalization: [15, 60],
  'test-fiscalization': [15, 60],
  registry: [15, 60],
  printing: [120, 900],
  delivery: [900, 3_600],
};

/** Empty when all is well. @param urgentAfterHours the age of an urgent offline invoice. */
export function problemsOf(health: Health, urgentAfterHours: number): HealthProblem[] {
  const problems: HealthProblem[] = [];
  if (health.workers.some(({ isAlive }) => isAlive)) {
    const unserved = health.queues.filter(({ workers }) => workers === 0);
    problems.push(
      ...unserved.map(({ queue }) => ({ kind: 'unserved', severity: 'bad', queue }) as const),
    );
  } else problems.push({ kind: 'workers', severity: 'bad' });
  problems.push(...obstaclesOf(health));
  if (health.heldRegisters > 0) {
    problems.push({ kind: 'held', severity: 'bad', count: health.heldRegisters });
  }
  problems.push(...health.efi.flatMap(problemsOfAuthority));
  const late = health.offline
    .filter(({ olderThanHours }) => olderThanHours === urgentAfterHours)
    .reduce((sum, { count }) => sum + count, 0);
  const { lateCompanies } = health;
  if (late > 0) {
    problems.push({ kind: 'offline', severity: 'bad', count: late, companies: lateCompanies });
  }
  for (const { queue, oldestAgeSeconds, pause } of health.queues) {
    // What waits there waits because a person wants it.
    if (pause !== null) {
      problems.push({ kind: 'paused', severity: 'bad', queue });
      continue;
    }
    const severity = severityOf(oldestAgeSeconds, QUEUE_AGES_S[queue]);
    if (severity) problems.push({ kind: 'queue', severity, queue, ageSeconds: oldestAgeSeconds });
  }
  if (health.isQueueAway) {
    problems.push({ kind: 'queueUnknown', severity: 'watch' });
  }
  if (health.isForwardingIgnored) problems.push({ kind: 'forwarding', severity: 'watch' });
  const { failing, companies } = health.prints;
  if (failing > 0) problems.push({ kind: 'prints', severity: 'watch', count: failing, companies });
  return problems.toSorted((a, b) => rank(a) - rank(b));
}

/** What keeps a living worker from signing: grave where it keeps every one of them. ADR 11. */
function obstaclesOf({ workers, efi }: Health): HealthProblem[] {
  const unableToSign = new Set(
    efi.filter(({ isHindered }) => isHindered).map(({ environment }) => environment),
  );
  return workers
    .filter(({ isAlive }) => isAlive)
    .flatMap(({ host, pid, obstacles }) =>
      obstacles.map(({ environments, words }) => ({
        kind: 'obstacle',
        severity: environments.some((each) => unableToSign.has(each)) ? 'bad' : 'watch',
        environments,
        worker: `${host} · ${pid}`,
        words,
      })),
    );
}

function problemsOfAuthority(authority: EfiHealth): HealthProblem[] {
  const { environment, circuit, unpinned, disbelief, silentCompanies, failingCompanies } =
    authority;
  const environments = [environment];
  const grave = { severity: 'bad', environments } as const;
  const watched = { severity: 'watch', environments } as const;
  const problems: (HealthProblem | false)[] = [
    unpinned !== null && { kind: 'unpinned', ...grave },
    unpinned === null && disbelief !== null && { kind: 'disbelief', ...grave },
    circuit?.state === 'open' && { kind: 'circuit', ...grave },
    failingCompanies.found > 0 && { kind: 'failing', ...grave, companies: failingCompanies },
    silentCompanies.found > 0 && {
      kind: 'silentCompanies',
      ...watched,
      companies: silentCompanies,
    },
    authority.receiptCheckSilentSince !== null && { kind: 'receiptCheck', ...watched },
  ];
  return [...problems, refusalsOf(authority)].filter((problem) => problem !== false);
}

/** No print waits, is made, or is to be tried again. */
export function isAllPrinted({ queues, prints }: Pick<Health, 'queues' | 'prints'>): boolean {
  const lane = queues.find(({ queue }) => queue === 'printing');
  const open = [prints.waiting, prints.failing, lane?.working ?? 0, lane?.postponed ?? 0];
  return open.every((count) => count === 0);
}

/**
 * In the history that is given: a shop's mistake now and then is refused rightly, every tenth
 * message is not.
 */
function refusalsOf({ environment, minutes }: EfiHealth): HealthProblem | false {
  const count = minutes.reduce((sum, { refused }) => sum + refused, 0);
  const all = minutes.reduce((sum, { registered }) => sum + registered, count);
  if (count === 0 || count * 10 < all) return false;
  // In the test environment people try out what is refused.
  const isGrave = environment === 'live' && count >= 5 && count * 2 >= all;
  const severity = isGrave ? 'bad' : 'watch';
  return { kind: 'refused', severity, environments: [environment], count, all };
}

function rank({ severity }: HealthProblem): number {
  return severity === 'bad' ? 0 : 1;
}

function severityOf(ageSeconds: number, ages: readonly [number, number]): 'watch' | 'bad' | null {
  if (ageSeconds < ages[0]) return null;
  return ageSeconds >= ages[1] ? 'bad' : 'watch';
}

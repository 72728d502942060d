// What of the state needs a person, the gravest first. Thresholds are those at which a customer at
// a till would notice, or the law's deadline comes near.

import type { EfiHealth, Health } from './health.ts';

type QueueName = Health['queues'][number]['queue'];

export type HealthProblem =
  | { kind: 'workers'; severity: 'bad' }
  | {
      kind: 'circuit' | 'unpinned' | 'disbelief';
      severity: 'bad';
      environment: EfiHealth['environment'];
    }
  | { kind: 'receiptCheck'; severity: 'watch'; environment: EfiHealth['environment'] }
  | {
      kind: 'silentCompanies';
      severity: 'watch';
      environment: EfiHealth['environment'];
      count: number;
    }
  | { kind: 'queueUnknown' | 'forwarding'; severity: 'watch' }
  | { kind: 'paused'; severity: 'bad'; queue: QueueName }
  | { kind: 'queue'; severity: 'watch' | 'bad'; queue: QueueName; ageSeconds: number }
  | { kind: 'prints'; severity: 'watch'; count: number }
  | { kind: 'offline'; severity: 'bad'; count: number };

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
  if (!health.workers.some(({ isAlive }) => isAlive)) {
    problems.push({ kind: 'workers', severity: 'bad' });
  }
  problems.push(...health.efi.flatMap(problemsOfAuthority));
  const late = health.offline
    .filter(({ olderThanHours }) => olderThanHours === urgentAfterHours)
    .reduce((sum, { count }) => sum + count, 0);
  if (late > 0) problems.push({ kind: 'offline', severity: 'bad', count: late });
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
  const { failing } = health.prints;
  if (failing > 0) problems.push({ kind: 'prints', severity: 'watch', count: failing });
  return problems.toSorted((a, b) => rank(a) - rank(b));
}

function problemsOfAuthority(authority: EfiHealth): HealthProblem[] {
  const { environment, circuit, unpinned, disbelief, silentCompanies } = authority;
  const problems: HealthProblem[] = [];
  if (unpinned !== null) problems.push({ kind: 'unpinned', severity: 'bad', environment });
  else if (disbelief !== null) problems.push({ kind: 'disbelief', severity: 'bad', environment });
  if (circuit?.state === 'open') problems.push({ kind: 'circuit', severity: 'bad', environment });
  if (silentCompanies > 0) {
    const count = silentCompanies;
    problems.push({ kind: 'silentCompanies', severity: 'watch', environment, count });
  }
  if (authority.receiptCheckSilentSince !== null) {
    problems.push({ kind: 'receiptCheck', severity: 'watch', environment });
  }
  return problems;
}

function rank({ severity }: HealthProblem): number {
  return severity === 'bad' ? 0 : 1;
}

function severityOf(ageSeconds: number, ages: readonly [number, number]): 'watch' | 'bad' | null {
  if (ageSeconds < ages[0]) return null;
  return ageSeconds >= ages[1] ? 'bad' : 'watch';
}

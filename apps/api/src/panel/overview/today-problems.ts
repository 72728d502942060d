// Whether all is well with a company: the one place that decides it. Pure: from what is stored to
// what a person should look at.

import type { CompanyState } from '@fiscal/db/overview';

const DAY_MS = 86_400_000;
/**
 * From so many days before its end a certificate is worth a word; from the second on it is grave.
 */
const CERTIFICATE_DAYS = { ending: 30, grave: 7 } as const;

/** Everything that keeps a company from being well, the gravest kinds first. */
export const PROBLEM_KINDS = [
  'company-paused',
  'workers',
  'signing',
  'lane-paused',
  'held',
  'certificate-missing',
  'certificate-ended',
  'sender-refused',
  'failed',
  'stuck',
  'late',
  'sales-fail',
  'authority-silent',
  'authority-disbelieved',
  'certificate-ending',
  'prints',
] as const;

export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export interface TodayProblem {
  kind: ProblemKind;
  severity: 'watch' | 'bad';
  /**
   * Of the invoices or cash registers that it is about; of days where it is a certificate that
   * ends.
   */
  count: number | null;
}

/** How the service itself is, as far as it concerns the company. */
export interface ServiceSeen {
  /** An operator has paused a lane that processes its invoices. */
  isLanePaused: boolean;
  /** Something keeps every living worker from signing: sales fail, and say why. ADR 11. */
  isHindered: boolean;
  authority: AuthoritySeen;
}

/** How the service reaches the authority. */
export interface AuthoritySeen {
  /**
   * `silent`, `disbelieved`: a company that issues nothing offline sells nothing, any other one
   * offline; `unknown`: no worker is alive that could see it.
   */
  state: 'answers' | 'silent' | 'disbelieved' | 'unknown';
  since: Date | string | null;
}

/** Of a certificate: whole days that remain, negative once it has ended. */
export function daysLeft(ends: Date, now: Date): number {
  return Math.floor((ends.getTime() - now.getTime()) / DAY_MS);
}

/**
 * Empty where all is well.
 * @param isRefused whether the authority refuses the company itself.
 * @param isInUse whether the company has sold in this environment: before that it needs nothing.
 */
export function problemsOfToday(
  state: Omit<CompanyState, keyof { lastInvoice: 1; nearestDeadline: 1 }>,
  { isLanePaused, isHindered, authority }: ServiceSeen,
  { isInUse, isRefused, now }: { isInUse: boolean; isRefused: boolean; now: Date },
): TodayProblem[] {
  const days = state.certificateEnds && daysLeft(state.certificateEnds, now);
  const problem = (kind: ProblemKind, severity: 'watch' | 'bad', count: number | null = null) => ({
    kind,
    severity,
    count,
  });
  const isUnheard = authority.state === 'silent' || authority.state === 'disbelieved';
  const counted = (kind: ProblemKind, severity: 'watch' | 'bad', count: number) =>
    count > 0 && problem(kind, severity, count);
  const found: (TodayProblem | false)[] = [
    state.isPaused && problem('company-paused', 'bad'),
    authority.state === 'unknown' && problem('workers', 'bad'),
    isHindered && problem('signing', 'bad'),
    isLanePaused && problem('lane-paused', 'bad'),
    counted('held', 'bad', state.held),
    isInUse && days === null && problem('certificate-missing', 'bad'),
    days !== null && days < 0 && problem('certificate-ended', 'bad'),
    isRefused && problem('sender-refused', 'bad'),
    counted('failed', 'bad', state.failed),
    counted('stuck', 'bad', state.stuck),
    counted('late', 'bad', state.late),
    isUnheard && !state.issuesOffline && problem('sales-fail', 'bad'),
    authority.state === 'silent' && state.issuesOffline && problem('authority-silent', 'watch'),
    authority.state === 'disbelieved' && problem('authority-disbelieved', 'watch'),
    days !== null &&
      days >= 0 &&
      days <= CERTIFICATE_DAYS.ending &&
      problem('certificate-ending', days <= CERTIFICATE_DAYS.grave ? 'bad' : 'watch', days),
    counted('prints', 'watch', state.failingPrints),
  ];
  return found.filter((each) => each !== false).toSorted((a, b) => rank(a) - rank(b));
}

/** A sort keeps the order of kinds within a severity. */
function rank({ severity }: TodayProblem): number {
  return severity === 'bad' ? 0 : 1;
}

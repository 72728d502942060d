// Step "date/time" of the checks: the client's clock (2), the equality of issue and sending time on
// a direct delivery and the windows of subsequent delivery (11, 49). Protocol §6, §14.

import { parseInstant } from '../message/local-time.ts';
import type { CashDeposit, RequestHeader } from '../message/request.ts';
import { refuse } from '../message/refusal.ts';
import type { CheckResult } from '../message/refusal.ts';

const HOUR_MS = 3_600_000;

/** Protocol §6: SendDateTime may be this old. */
const CLOCK_LIMIT_MS = 6 * HOUR_MS;

interface Window {
  readonly limitMs: number;
  /** Of the refusal, as the live service spells it. */
  readonly message: string;
}

const SHORT_WINDOW: Window = {
  limitMs: 48 * HOUR_MS,
  message:
    'IssueDateTime must not be older than 48h days if SubseqDelivType equals to SERVICE or TECHNICALERROR',
};
const LONG_WINDOW: Window = {
  limitMs: 7 * 24 * HOUR_MS,
  message:
    'IssueDateTime must not be older than 7 days if SubseqDelivType is equal to BOUNDBOOK or BUSINESNEEDS',
};

/**
 * How long after its issue a document may still be delivered, by SubseqDelivType. NOINTERNET has no
 * window of the server's: its documents may come until the tenth of the next month, by another way.
 */
const WINDOWS: Readonly<Record<string, Window | undefined>> = {
  SERVICE: SHORT_WINDOW,
  TECHNICALERROR: SHORT_WINDOW,
  BOUNDBOOK: LONG_WINDOW,
  BUSINESSNEEDS: LONG_WINDOW,
};

/** SendDateTime not in the future and not more than six hours old. */
export function checkClock(header: RequestHeader, now: number): CheckResult {
  const sentAt = parseInstant(header.sendDateTime);
  return sentAt <= now && now - sentAt <= CLOCK_LIMIT_MS ? null : refuse(2);
}

/** IssueDateTime of an invoice against SendDateTime and the window of its delivery. */
export function checkIssueTime(
  issueDateTime: string,
  header: RequestHeader,
  now: number,
): CheckResult {
  const issuedAt = parseInstant(issueDateTime);
  const sentAt = parseInstant(header.sendDateTime);
  if (header.subseqDelivType === null) {
    return issuedAt === sentAt
      ? null
      : refuse(11, 'IssueDateTime must be equal to SendDateTime if SubseqDelivType does not exist');
  }
  if (issuedAt > sentAt) return refuse(11, 'IssueDateTime must not be after SendDateTime');
  const window = WINDOWS[header.subseqDelivType];
  return window && now - issuedAt > window.limitMs ? refuse(11, window.message) : null;
}

/** ChangeDateTime of a deposit by the same rules; outside the window the code is 49. */
export function checkChangeTime(
  deposit: CashDeposit,
  header: RequestHeader,
  now: number,
): CheckResult {
  const changedAt = parseInstant(deposit.changeDateTime);
  const sentAt = parseInstant(header.sendDateTime);
  if (header.subseqDelivType === null) {
    return changedAt === sentAt
      ? null
      : refuse(
          11,
          'ChangeDateTime must be equal to SendDateTime if SubseqDelivType does not exist',
        );
  }
  const window = WINDOWS[header.subseqDelivType];
  const isTooOld = window !== undefined && now - changedAt > window.limitMs;
  return changedAt > sentAt || isTooOld ? refuse(49) : null;
}

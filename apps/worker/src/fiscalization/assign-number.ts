import type { Failure } from '@fiscal/domain';
import { FAILURES, localDateOf, localYearOf, sentence } from '@fiscal/domain';
import { assignNumber } from '@fiscal/db/number';
import type { Assignment } from '@fiscal/db/number';
import {
  cashRegisterEndedFailure,
  clockFailure,
  issueTimeAheadFailure,
  numbersUnconfirmedFailure,
  ordinalTakenFailure,
  ordinalTooFarFailure,
} from './failures.ts';
import { offsetOf } from '../authority/wrong-clock.ts';
import { required, tcrCodeOf, withFacts } from './run.ts';
import type { Run } from './run.ts';

/** Gives the invoice its ordinal and issue time. @throws ClaimLostError */
export async function assignNumberStep(run: Run): Promise<Run> {
  const { context, claimed, facts, depositDay } = run;
  const tcrCode = required(tcrCodeOf(claimed), 'TCR code');
  const assigned = await askForNumber(run, tcrCode);
  switch (assigned.kind) {
    case 'assigned': {
      // The day may have changed since its deposit was seen to.
      const isOfDay = depositDay === null || depositDay === localDateOf(assigned.issuedAt);
      const deposit = isOfDay ? facts.deposit : 'unknown';
      return withFacts(run, { isNumbered: true, deposit }, { number: assigned, isNumberNew: true });
    }
    default: {
      const { id: invoiceId, orderNumber } = claimed.invoice;
      const failure = failureOf(assigned, orderNumber, tcrCode);
      if (FAILURES[failure.code].status === 500) context.logger.error({ invoiceId }, failure.error);
      return withFacts(run, { cannotBe: 'numbered' }, { failure });
    }
  }
}

/** Who stood still on the way has asked with an old time: clocks that differ are read twice. */
async function askForNumber({ context, claimed }: Run, tcrCode: string): Promise<Assignment> {
  const ask = () => {
    const now = wholeSecond(context.clock());
    const { orderNumberMaxAhead: maxAhead, clockToleranceMs, lastSeen } = context;
    const source = { tcrCode, year: localYearOf(now), maxAhead, now, clockToleranceMs, lastSeen };
    return assignNumber(context.db, claimed, source);
  };
  const assigned = await ask();
  return assigned.kind === 'clocks-differ' ? ask() : assigned;
}

/** What the invoice fails with that was given no number. */
function failureOf(
  assigned: Exclude<Assignment, { kind: 'assigned' }>,
  orderNumber: number,
  tcrCode: string,
): Failure {
  switch (assigned.kind) {
    case 'taken':
      return ordinalTakenFailure(orderNumber, tcrCode);
    case 'too-far':
      return ordinalTooFarFailure(assigned.reason, tcrCode);
    case 'ended':
      return cashRegisterEndedFailure(tcrCode);
    case 'unconfirmed':
      return numbersUnconfirmedFailure(tcrCode);
    case 'clocks-differ':
      return clockFailure(sentence('workerClock', offsetOf(assigned.aheadMs)), tcrCode);
    case 'row-ahead': {
      const { lastIssuedAt, aheadMs } = assigned;
      const values = { lastIssuedAt: lastIssuedAt.toISOString(), ...offsetOf(aheadMs) };
      return issueTimeAheadFailure(sentence('issueTimeAhead', values), tcrCode);
    }
  }
}

/** The authority's times have no fractions. */
function wholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}

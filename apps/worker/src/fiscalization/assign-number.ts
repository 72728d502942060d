import { localDateOf, localYearOf } from '@fiscal/domain';
import { assignNumber } from '@fiscal/db';
import { ordinalTakenFailure, ordinalTooFarFailure } from '../failures.ts';
import { tcrCodeOf } from './begin-run.ts';
import { required, withFacts } from './run.ts';
import type { Run } from './run.ts';

/** Gives the invoice its ordinal and issue time. @throws ClaimLostError */
export async function assignNumberStep(run: Run): Promise<Run> {
  const { context, claimed, facts, depositDay } = run;
  const tcrCode = required(tcrCodeOf(claimed), 'TCR code');
  const now = wholeSecond(context.clock());
  const { orderNumberMaxAhead: maxAhead } = context;
  const source = { tcrCode, year: localYearOf(now), maxAhead, now };
  const assigned = await assignNumber(context.db, claimed, source);
  switch (assigned.kind) {
    case 'assigned': {
      context.crashPoint('numbered');
      // The day may have changed since its deposit was seen to.
      const isOfDay = depositDay === null || depositDay === localDateOf(assigned.issuedAt);
      const deposit = isOfDay ? facts.deposit : 'unknown';
      return withFacts(run, { isNumbered: true, deposit }, { number: assigned, isNumberNew: true });
    }
    case 'taken': {
      const failure = ordinalTakenFailure(claimed.invoice.orderNumber, tcrCode);
      return withFacts(run, { cannotBe: 'numbered' }, { failure });
    }
    case 'too-far': {
      const failure = ordinalTooFarFailure(assigned.reason, tcrCode);
      return withFacts(run, { cannotBe: 'numbered' }, { failure });
    }
  }
}

/** The authority's times have no fractions. */
function wholeSecond(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 1000) * 1000);
}

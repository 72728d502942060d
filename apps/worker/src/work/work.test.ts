import { describe, expect, test } from '@jest/globals';
import { replyOf, backoffMs, repetitionMs } from './work.ts';
import type { WorkContext } from './work.ts';

const INVOICE = { environment: 'live', companyId: 'a' } as const;
/** 2 to this power is no number any more: a week of attempts, one every ten minutes. */
const TOO_MANY = 1_100;
/**
 * The share of the invoices that a worker delivers first may probe a hundred times in an outage.
 */
const MANY = 100;

function contextWith(isOpen: boolean, random = 0.5): WorkContext {
  const circuit = { isOpenFor: (companyId: string) => isOpen && companyId === 'a' };
  const context = { efi: { live: { circuit } }, deliveryAfterMs: 5_000, random: () => random };
  return context as unknown as WorkContext;
}

describe('the wait before a repetition', () => {
  test('doubles up to 64 times the first one', () => {
    const waits = [1, 2, 3, 4, 7, 8, MANY, TOO_MANY].map((attempts) =>
      backoffMs(contextWith(true), attempts),
    );
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 320_000, 320_000, 320_000, 320_000]);
  });

  test('is at most 25 s while the authority is silent, however often it was tried', () => {
    for (const random of [0, 0.999]) {
      const wait = repetitionMs(contextWith(true, random), INVOICE, MANY);
      expect(wait).toBeLessThanOrEqual(25_000);
    }
    expect(repetitionMs(contextWith(true), INVOICE, 1)).toBe(5_000);
  });

  test('grows where the authority replies, and only this document gets no reply', () => {
    expect(repetitionMs(contextWith(false), INVOICE, MANY)).toBe(320_000);
    const other = { ...INVOICE, companyId: 'b' };
    expect(repetitionMs(contextWith(true), other, MANY)).toBe(320_000);
  });
});

test.each([true, false])(
  'a reply that did not come is stored with whether it was sent: %s',
  (sent) => {
    const RAW = { httpStatus: null, rawReply: null };
    const silent = {
      kind: 'unanswered',
      reason: 'connection',
      detail: 'It broke.',
      ...RAW,
    } as const;
    expect(replyOf('a', { ...silent, wasSent: sent })).toMatchObject({
      submissionId: 'a',
      outcome: 'unanswered',
      unansweredReason: 'connection',
      detail: 'It broke.',
      efiCode: null,
      wasSent: sent,
    });
    const refused = {
      kind: 'refused',
      efiCode: 11,
      efiMessage: 'No.',
      responseUuid: null,
    } as const;
    expect(replyOf('a', { ...refused, ...RAW })).toMatchObject({
      efiCode: 11,
      detail: 'No.',
      wasSent: true,
      unansweredReason: null,
    });
  },
);

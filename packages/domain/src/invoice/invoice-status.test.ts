import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { INVOICE_STATUSES } from '../identifiers/codes.ts';
import type { InvoiceStatus } from '../identifiers/codes.ts';
import { STATUS_TRANSITIONS, canTransition, isFinalStatus } from './invoice-status.ts';

const anyStatus = fc.constantFrom(...INVOICE_STATUSES);

describe('the status of an invoice', () => {
  test('follows exactly the transitions of the specification and the decisions', () => {
    const pairs = INVOICE_STATUSES.flatMap((from) =>
      INVOICE_STATUSES.filter((to) => canTransition(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(pairs).toEqual([
      'Draft → Pending',
      'Pending → Fiscalized',
      'Pending → Failed',
      'Pending → Offline',
      'Failed → Pending',
      'Offline → Fiscalized',
      'Offline → Failed',
    ]);
  });

  test('no transition leaves a final state, and Fiscalized is the only one', () => {
    expect(INVOICE_STATUSES.filter(isFinalStatus)).toEqual(['Fiscalized']);
    fc.assert(
      fc.property(anyStatus, anyStatus, (from, to) => {
        expect(isFinalStatus(from) && canTransition(from, to)).toBe(false);
      }),
    );
  });

  test('whatever happens to a draft, it never is a draft again and stays fiscalized once it is', () => {
    fc.assert(
      fc.property(fc.array(anyStatus, { maxLength: 40 }), (wishes) => {
        let status: InvoiceStatus = 'Draft';
        for (const wish of wishes) {
          const next: InvoiceStatus = canTransition(status, wish) ? wish : status;
          if (next !== status) expect(next).not.toBe('Draft');
          if (status === 'Fiscalized') expect(next).toBe('Fiscalized');
          status = next;
        }
      }),
    );
  });

  test('every status can still become Fiscalized', () => {
    const reached = new Set<InvoiceStatus>(['Fiscalized']);
    INVOICE_STATUSES.forEach(() => {
      for (const status of INVOICE_STATUSES) {
        if (STATUS_TRANSITIONS[status].some((next) => reached.has(next))) reached.add(status);
      }
    });
    expect([...reached].sort()).toEqual([...INVOICE_STATUSES].sort());
  });
});

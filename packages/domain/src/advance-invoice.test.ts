// The table row by row.

import { describe, expect, test } from '@jest/globals';
import { advanceInvoice } from './advance-invoice.ts';
import type { InvoiceFacts, Step } from './advance-invoice.ts';
import { SALE } from './testing/sale.ts';

const SIGNED = { isNumbered: true, isSigned: true, message: 'stored' } as const;
const SENT = { ...SIGNED, message: 'sent' } as const;
const OFFLINE = { status: 'Offline', wasHandedOut: true } as const;

function stepOf(facts: Partial<InvoiceFacts>): Step {
  return advanceInvoice({ ...SALE, ...facts });
}

describe('the next step of an invoice', () => {
  test('a cash sale: deposit, number, signature, message, outcome', () => {
    expect(stepOf({ deposit: 'unknown' })).toEqual({ kind: 'ensure-deposit' });
    expect(stepOf({ deposit: 'registered' })).toEqual({ kind: 'assign-number' });
    expect(stepOf({ isNumbered: true })).toEqual({ kind: 'sign' });
    expect(stepOf(SIGNED)).toEqual({ kind: 'send' });
    expect(stepOf({ ...SENT, reply: 'registered' })).toEqual({ kind: 'record-fiscalized' });
  });

  test('a refused sale fails and frees its number; one that was handed out keeps it', () => {
    const refused = { ...SENT, reply: 'refused' } as const;
    expect(stepOf(refused)).toEqual({ kind: 'record-failed', cause: 'refused', number: 'freed' });
    expect(stepOf({ ...refused, ...OFFLINE })).toEqual({
      kind: 'record-failed',
      cause: 'refused',
      number: 'kept',
    });
  });

  // ADR 24.
  test('an original that is not stored here is asked for before a deposit and a number', () => {
    const notAsked = { original: 'not-asked', deposit: 'unknown' } as const;
    expect(stepOf(notAsked)).toEqual({ kind: 'confirm-original' });
    expect(stepOf({ ...notAsked, obstacle: 'certificate' })).toMatchObject({ cause: 'obstacle' });
    const open = { ...notAsked, ...SIGNED, mayBeRegistered: true } as const;
    expect(stepOf(open)).toEqual({ kind: 'check-receipt' });
  });

  test('an original that is refused, or not told, fails its corrective, and never hands it out', () => {
    const failed = { kind: 'record-failed', cause: 'original', number: 'freed' };
    for (const original of ['refused', 'unreachable'] as const) {
      expect(stepOf({ original, issuesOffline: true })).toEqual(failed);
      const open = { original, ...SIGNED, mayBeRegistered: true, receipt: 'not-found' } as const;
      expect(stepOf(open)).toEqual({ ...failed, number: 'kept' });
    }
    // A customer has it already: only the authority's word ends its delivery.
    const onPaper = { ...SIGNED, wasHandedOut: true };
    expect(stepOf({ original: 'unreachable', ...onPaper })).toEqual({ kind: 'record-offline' });
    expect(stepOf({ original: 'refused', ...onPaper })).toEqual({ ...failed, number: 'kept' });
  });

  // Decisions §6.
  test('a refusal of the sender fails a new sale and frees its number, and never what a customer holds', () => {
    const refused = { ...SENT, reply: 'sender-refused' } as const;
    expect(stepOf(refused)).toEqual({ kind: 'record-failed', cause: 'refused', number: 'freed' });
    const postponed = { kind: 'postpone', cause: 'sender-refused' };
    expect(stepOf({ ...refused, ...OFFLINE })).toEqual(postponed);
    expect(stepOf({ ...refused, ...OFFLINE, issuesOffline: false })).toEqual(postponed);
    const again = { ...refused, wasHandedOut: true, issuesOffline: false };
    expect(stepOf(again)).toEqual({ kind: 'record-offline' });
    const open = { ...refused, mayBeRegistered: true, receipt: 'not-found' } as const;
    expect(stepOf(open)).toEqual({ kind: 'record-offline' });
  });

  test('no refusal is final while an earlier message may have been registered', () => {
    const refused = { ...SENT, reply: 'refused', mayBeRegistered: true } as const;
    const open = { kind: 'postpone', cause: 'open' };
    for (const receipt of ['not-found', 'unreachable'] as const) {
      expect(stepOf({ ...refused, receipt })).toEqual({ kind: 'record-offline' });
      expect(stepOf({ ...refused, receipt, ...OFFLINE })).toEqual(open);
      expect(stepOf({ ...refused, receipt, issuesOffline: false })).toEqual(open);
    }
    const known = { ...refused, receipt: 'not-found', isReceiptCheckBelieved: true } as const;
    expect(stepOf(known)).toMatchObject({ kind: 'record-failed', number: 'freed' });
  });

  test('an unanswered sale goes Offline, or fails with its number where the company wants that', () => {
    const silent = { ...SENT, reply: 'unanswered' } as const;
    expect(stepOf(silent)).toEqual({ kind: 'record-offline' });
    const failed = { kind: 'record-failed', cause: 'unanswered' };
    expect(stepOf({ ...silent, issuesOffline: false })).toEqual({ ...failed, number: 'kept' });
    const unsent = { ...silent, reply: 'not-sent', issuesOffline: false } as const;
    expect(stepOf(unsent)).toEqual({ ...failed, number: 'freed' });
    // On paper already: that the company hands nothing out any more changes nothing for this one.
    for (const reply of ['unanswered', 'not-sent'] as const) {
      const onPaper = { ...SENT, reply, wasHandedOut: true, issuesOffline: false };
      expect(stepOf(onPaper)).toEqual({ kind: 'record-offline' });
    }
  });

  test('the receipt check is asked before another message', () => {
    const open = { ...SIGNED, message: 'none', mayBeRegistered: true } as const;
    expect(stepOf(open)).toEqual({ kind: 'check-receipt' });
    expect(stepOf({ ...open, receipt: 'registered' })).toEqual({ kind: 'record-fiscalized' });
    expect(stepOf({ ...open, receipt: 'not-found' })).toEqual({ kind: 'sign' });
  });

  test('58 is recovered once in every lane, then it counts', () => {
    for (const lane of [{}, OFFLINE]) {
      const missing = { ...SENT, ...lane, reply: 'deposit-missing' } as const;
      expect(stepOf(missing)).toEqual({ kind: 'recover-deposit' });
      const again = { ...missing, wasDepositRecovered: true };
      expect(stepOf(again)).toMatchObject({ kind: 'record-failed', cause: 'refused' });
    }
  });

  test('no message of a cash invoice goes out without the deposit of its day', () => {
    for (const lane of [{}, OFFLINE]) {
      const repeated = { ...SIGNED, ...lane, message: 'none', deposit: 'unknown' } as const;
      expect(stepOf(repeated)).toEqual({ kind: 'ensure-deposit' });
    }
    expect(stepOf({ deposit: 'refused' })).toEqual({
      kind: 'record-failed',
      cause: 'deposit-refused',
      number: 'freed',
    });
    expect(stepOf({ ...SIGNED, deposit: 'unanswered' })).toEqual({ kind: 'record-offline' });
    expect(stepOf({ ...SIGNED, ...OFFLINE, deposit: 'unanswered' })).toEqual({
      kind: 'postpone',
      cause: 'unanswered',
    });
  });

  test('what stands against it on our side fails a sale, and puts off what a customer holds', () => {
    for (const obstacle of ['endpoint', 'tcr', 'clock', 'certificate'] as const) {
      expect(stepOf({ obstacle })).toMatchObject({ kind: 'record-failed', cause: 'obstacle' });
      expect(stepOf({ ...OFFLINE, obstacle })).toEqual({ kind: 'postpone', cause: 'obstacle' });
      expect(stepOf({ wasHandedOut: true, obstacle })).toEqual({ kind: 'record-offline' });
    }
    const noDeposit = { ...SIGNED, deposit: 'refused' } as const;
    expect(stepOf({ ...noDeposit, ...OFFLINE })).toMatchObject({ kind: 'postpone' });
    expect(stepOf({ ...noDeposit, wasHandedOut: true })).toEqual({ kind: 'record-offline' });
    const numbered = { ...SIGNED, obstacle: 'certificate' } as const;
    expect(stepOf(numbered)).toMatchObject({ kind: 'record-failed', number: 'freed' });
    const mayExist = { ...numbered, mayBeRegistered: true, receipt: 'unreachable' } as const;
    expect(stepOf(mayExist)).toMatchObject({ kind: 'record-failed', number: 'kept' });
    const notFound = { ...mayExist, receipt: 'not-found', isReceiptCheckBelieved: true } as const;
    expect(stepOf(notFound)).toMatchObject({ kind: 'record-failed', number: 'kept' });
    const grown = { ...OFFLINE, isNumbered: true, cannotBe: 'written' } as const;
    expect(stepOf(grown)).toEqual({ kind: 'postpone', cause: 'not-written' });
  });

  test('after 48 hours nothing is sent any more, but the receipt check is still asked', () => {
    const late = { ...OFFLINE, isNumbered: true, isSigned: true, isOverdue: true } as const;
    expect(stepOf(late)).toEqual({ kind: 'postpone', cause: 'overdue' });
    expect(stepOf({ ...late, mayBeRegistered: true })).toEqual({ kind: 'check-receipt' });
  });
});

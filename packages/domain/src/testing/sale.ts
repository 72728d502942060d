import type { InvoiceFacts } from '../advance-invoice.ts';

/** A sale of which nothing is done yet. */
export const SALE: InvoiceFacts = {
  status: 'Pending',
  wasHandedOut: false,
  issuesOffline: true,
  isNumbered: false,
  isSigned: false,
  mayBeRegistered: false,
  isReceiptCheckBelieved: false,
  receipt: 'not-asked',
  isOverdue: false,
  obstacle: null,
  original: 'known',
  deposit: 'not-needed',
  wasDepositRecovered: false,
  cannotBe: null,
  message: 'none',
  reply: null,
};

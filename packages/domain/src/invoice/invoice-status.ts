// The life of an invoice as its status tells it. (Spec, States and transitions; decisions §2, §6.)
//
//   Draft       Stored, nothing signed, nothing sent. Leaves by the fiscalize call only.
//   Pending     Fiscalization is asked for: waiting for a worker, or in its hands. Leaves when the
//               authority registered it (Fiscalized), when something definite stands against it
//               (Failed), or when the authority stayed silent and the company may issue offline
//               (Offline).
//   Fiscalized  Registered: IIC and FIC exist. Final; a correction is another document.
//   Failed      Refused, or impossible for now; `errorMessage` explains. Leaves by a repeated
//               fiscalize call only. What it then carries is decided by what was handed out, not by
//               this status: an invoice that was never Offline and was refused is signed anew, one
//               that was Offline, or whose outcome is open, keeps number, time and IIC.
//   Offline     Signed, handed out without a FIC, delivered by itself later. Leaves when the
//               authority registers it (Fiscalized) or definitely refuses it (Failed). A fiscalize
//               call changes nothing.
//
// This file does not store or move anything: packages/db does, by compare-and-set.

import type { InvoiceStatus } from '../identifiers/codes.ts';

/** Which statuses may follow each status. */
export const STATUS_TRANSITIONS: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  Draft: ['Pending'],
  Pending: ['Fiscalized', 'Failed', 'Offline'],
  Fiscalized: [],
  Failed: ['Pending'],
  Offline: ['Fiscalized', 'Failed'],
};

/** Whether an invoice may go from one status to the other. Staying is not a transition. */
export function canTransition(from: InvoiceStatus, to: InvoiceStatus): boolean {
  return STATUS_TRANSITIONS[from].includes(to);
}

/** Whether no status can follow: only `Fiscalized`. Spec, What the service does. */
export function isFinalStatus(status: InvoiceStatus): boolean {
  return STATUS_TRANSITIONS[status].length === 0;
}

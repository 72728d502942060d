// Invoices that came to the authority more than once, and whether the client asked the receipt
// check before it sent them again. Protocol §8, §14, §16.
//
// A message counts as received when it arrived and showed its IIC, whatever a behaviour made of it
// then: silence, a drop or an error page leave the client in the dark, and that is the point. Only
// a refusal that went out means to the client that nothing was registered; after it the document
// may be sent again as it pleases. All order is the order of arrival.

import { REFUSAL_MESSAGES } from '../message/refusal.ts';
import type { MessageEntry, ReceiptCheck } from './events.ts';

/** Behaviours under which even a refused message gets no fault. */
const WITHHOLDING: ReadonlySet<string> = new Set([
  'accept-then-drop',
  'accept-then-silence',
  'accept-then-die',
  'empty',
]);

/**
 * Codes that say nothing about the document: the authority had an error of its own. Protocol §7.2.
 */
const TECHNICAL_CODES: ReadonlySet<number> = new Set([0, 900]);

/** Code 50 is documented, although the simulator never gives it by itself. */
const DOCUMENTED_CODES: ReadonlySet<number> = new Set(
  [...Object.keys(REFUSAL_MESSAGES), 50].map(Number).filter((code) => !TECHNICAL_CODES.has(code)),
);

/** True if a fault with a documented code went out whole: it says that nothing was registered. */
function wasRefused({ code, behaviour, answerLost }: MessageEntry): boolean {
  const isWithheld = answerLost || (behaviour !== null && WITHHOLDING.has(behaviour));
  return code !== null && DOCUMENTED_CODES.has(code) && !isWithheld;
}

/** By what a message is recognized. */
function identityOf({ sequence, requestUuid, receivedAt }: MessageEntry) {
  return { sequence, requestUuid, receivedAt };
}

/**
 * RegisterInvoice messages whose IIC had an open message before, with no question to the receipt
 * check for the IIC between the last open one (`earlier`) and this; one that a mode spoilt counts,
 * because the client did ask.
 */
export function resendsWithoutCheck(
  messages: readonly MessageEntry[],
  receiptChecks: readonly ReceiptCheck[],
) {
  const checksByIic = Map.groupBy(receiptChecks, ({ iic }) => iic);
  const open = new Map<string, MessageEntry>();
  const resends = messages.flatMap((message) => {
    const { iic, kind, sequence, subsequentDelivery } = message;
    if (iic === null || kind !== 'invoice') return [];
    const earlier = open.get(iic);
    if (!wasRefused(message)) open.set(iic, message);
    const wasChecked = checksByIic
      .get(iic)
      ?.some(({ afterMessage: at }) => earlier && at >= earlier.sequence && at < sequence);
    if (!earlier || wasChecked === true) return [];
    const { outcome, behaviour } = earlier;
    const resend = { iic, ...identityOf(message), subsequentDelivery };
    return [{ ...resend, earlier: { ...identityOf(earlier), outcome, behaviour } }];
  });
  return resends;
}

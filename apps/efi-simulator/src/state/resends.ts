// Invoices that came to the authority more than once, and whether the client behaved: it asks the
// receipt check before it sends again, and marks what it sends again. Protocol §8, §14, §16.
//
// A message counts as received when it arrived and showed its IIC, whatever a behaviour made of it
// then: silence, a drop or an error page leave the client in the dark, and that is the point. Only
// a refusal that went out means to the client that nothing was registered; after it the document may
// be sent again as it pleases. All order is the order of arrival.

import { REFUSAL_MESSAGES } from '../checks/refusal.ts';
import type { MessageEntry, ReceiptCheck } from './events.ts';

/** A message for an IIC whose fate was open when it came. */
type Resend = Pick<
  MessageEntry,
  'sequence' | 'requestUuid' | 'receivedAt' | 'subsequentDelivery'
> & {
  readonly iic: string;
  /** The last message for the IIC before this one that was not answered with a refusal. */
  readonly earlier: Pick<
    MessageEntry,
    'sequence' | 'requestUuid' | 'receivedAt' | 'outcome' | 'behaviour'
  >;
};

/** Behaviours under which even a refused message gets no fault. */
const WITHHOLDING: ReadonlySet<string> = new Set([
  ...['accept-then-drop', 'accept-then-silence', 'accept-then-die', 'empty'],
]);

/** Codes that say nothing about the document: the authority had trouble of its own. Protocol §7.2. */
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

function resend(iic: string, message: MessageEntry, earlier: MessageEntry): Resend {
  const { sequence, requestUuid, receivedAt, subsequentDelivery } = message;
  const { outcome, behaviour } = earlier;
  return {
    ...{ iic, sequence, requestUuid, receivedAt, subsequentDelivery },
    earlier: {
      ...{ sequence: earlier.sequence, requestUuid: earlier.requestUuid },
      ...{ receivedAt: earlier.receivedAt, outcome, behaviour },
    },
  };
}

/** @param checks of the IIC; one that a mode spoilt counts, because the client did ask. */
function wasChecked(
  checks: readonly ReceiptCheck[],
  earlier: MessageEntry,
  message: MessageEntry,
): boolean {
  return checks.some(
    ({ afterMessage }) => afterMessage >= earlier.sequence && afterMessage < message.sequence,
  );
}

/**
 * What the client did about invoices that it sent again, by the messages of every IIC in their order:
 * sent without a question to the receipt check in between, and without SubseqDelivType.
 */
export function summarizeResends(
  messagesByIic: ReadonlyMap<string, readonly MessageEntry[]>,
  checksByIic: ReadonlyMap<string, readonly ReceiptCheck[]>,
) {
  const resendsWithoutCheck: Resend[] = [];
  const unmarkedRepeats: Resend[] = [];
  for (const [iic, messages] of messagesByIic) {
    const checks = checksByIic.get(iic) ?? [];
    let open: MessageEntry | null = null;
    for (const message of messages) {
      if (message.kind !== 'invoice') continue;
      if (open && !wasChecked(checks, open, message)) {
        resendsWithoutCheck.push(resend(iic, message, open));
      }
      if (open && message.subsequentDelivery === null) {
        unmarkedRepeats.push(resend(iic, message, open));
      }
      if (!wasRefused(message)) open = message;
    }
  }
  return { resendsWithoutCheck, unmarkedRepeats };
}

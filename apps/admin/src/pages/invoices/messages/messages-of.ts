// The messages of an invoice, out of its timeline: each is a line when it was sent, and one when
// its reply came.

import type { TimelineEvent } from '../invoice-queries.ts';

export interface MessageHead {
  id: string;
  /** 1 for the first one that was sent; those that another one stands for are counted. */
  number: number;
  sentAt: string;
  outcome: 'registered' | 'refused' | 'unanswered' | 'open';
  subsequentDelivery: string | null;
}

const OUTCOMES: Readonly<Partial<Record<TimelineEvent['kind'], MessageHead['outcome']>>> = {
  'message-registered': 'registered',
  'message-refused': 'refused',
  'message-unanswered': 'unanswered',
};

/** The newest first. @param events oldest first. */
export function messagesOf(
  events: readonly Pick<
    TimelineEvent,
    'kind' | 'at' | 'submissionId' | 'subsequentDelivery' | 'replaced'
  >[],
): MessageHead[] {
  const messages = new Map<string, MessageHead>();
  let number = 0;
  for (const { kind, at, submissionId: id, subsequentDelivery, replaced } of events) {
    if (id === null) continue;
    const known = messages.get(id);
    const outcome = OUTCOMES[kind] ?? known?.outcome ?? 'open';
    if (known) known.outcome = outcome;
    else {
      number += (replaced ?? 0) + 1;
      messages.set(id, { id, number, sentAt: at, outcome, subsequentDelivery });
    }
  }
  return [...messages.values()].toReversed();
}

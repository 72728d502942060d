// Puts the traces of an invoice in one order. Every row about it becomes a line, or two: a
// message is sent, and gets its reply.

import type { AuditAction } from '@fiscal/db/audit';
import type { InvoiceTraces, TimelineMessage } from '@fiscal/db/invoice';
import type { z } from 'zod';
import { instantText } from '../field-schemas.ts';
import type { timelineEvent } from './panel-invoice-schemas.ts';

type Event = z.input<typeof timelineEvent>;
type Kind = Event['kind'];

/** Oldest first; what happened in the same millisecond stands in the order of cause and effect. */
export function timelineOf(traces: InvoiceTraces): Event[] {
  const events = [
    event(traces.createdAt.toISOString(), 'created', {}),
    ...traces.numbers.map(({ at, event: what, ordinal, reason }) =>
      event(at, what === 'given' ? 'number-given' : 'number-freed', { ordinal, detail: reason }),
    ),
    ...traces.messages.flatMap(messageEvents),
    ...traces.audit.map(auditEvent),
    ...traces.documents.map(({ id, fic, at }) =>
      event(at, 'printed', { documentId: id, detail: fic }),
    ),
  ];
  return events.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : rankOf(a) - rankOf(b)));
}

const NOTHING = {
  detail: null,
  actor: null,
  actorName: null,
  submissionId: null,
  subsequentDelivery: null,
  httpStatus: null,
  efiCode: null,
  tookMs: null,
  replaced: null,
  ordinal: null,
  documentId: null,
};

function event(at: string, kind: Kind, more: Partial<Event>): Event {
  return { ...NOTHING, ...more, at: instantText(at), kind };
}

const OUTCOMES = {
  registered: 'message-registered',
  refused: 'message-refused',
  unanswered: 'message-unanswered',
} as const;

function messageEvents(message: TimelineMessage): Event[] {
  const { id: submissionId, subsequentDelivery, replaced, outcome, answeredAt } = message;
  const header = { submissionId, subsequentDelivery, replaced };
  const sent = event(message.createdAt, 'message-sent', header);
  if (outcome === null || answeredAt === null) return [sent];
  const { detail, httpStatus, efiCode } = message;
  const tookMs = Date.parse(answeredAt) - Date.parse(message.createdAt);
  const reply = { submissionId, detail, httpStatus, efiCode, tookMs };
  return [sent, event(answeredAt, OUTCOMES[outcome], reply)];
}

type InvoiceAction = Extract<AuditAction, `invoice.${string}`>;

/** Actions of the audit log, and which field of what came after is worth a line. */
const ACTIONS: Readonly<
  Record<Exclude<InvoiceAction, 'invoice.exported'>, { kind: Kind; detail: string }>
> = {
  'invoice.tested': { kind: 'tested', detail: '' },
  'invoice.fiscalized': { kind: 'fiscalized', detail: 'fic' },
  'invoice.offline': { kind: 'handed-out-offline', detail: 'detail' },
  'invoice.failed': { kind: 'failed', detail: 'error' },
  'invoice.refused': { kind: 'failed', detail: 'error' },
  'invoice.retried': { kind: 'retried', detail: '' },
  'invoice.dismissed': { kind: 'dismissed', detail: 'reason' },
  'invoice.delivery-brought-forward': { kind: 'brought-forward', detail: '' },
  'invoice.print-brought-forward': { kind: 'brought-forward', detail: '' },
};

function auditEvent({ action, at, actor, actorName, after }: InvoiceTraces['audit'][number]) {
  if (!Object.hasOwn(ACTIONS, action)) {
    return event(at, 'other', { actor, actorName, detail: action });
  }
  const known = ACTIONS[action as keyof typeof ACTIONS];
  const value = after?.[known.detail];
  const detail = typeof value === 'string' ? value : null;
  return event(at, known.kind, { actor, actorName, detail });
}

const RANKS: readonly Kind[] = [
  'created',
  'tested',
  'retried',
  'number-given',
  'message-sent',
  'message-registered',
  'message-refused',
  'message-unanswered',
  'number-freed',
  'handed-out-offline',
  'fiscalized',
  'failed',
  'printed',
];

function rankOf({ kind }: Event): number {
  const rank = RANKS.indexOf(kind);
  return rank === -1 ? RANKS.length : rank;
}

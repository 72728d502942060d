// What happened to an invoice, from the rows that keep it: messages, numbers, prints, and the audit
// log for everything that changed its state. The messages themselves are read one by one.

import type { Paper } from '@fiscal/domain';
import type { Database } from '../connection/client.ts';
import { statement } from '../connection/statement.ts';
import { MESSAGE_COLUMNS, withMessage } from '../object/stored-bytes.ts';
import type { Message, StoredMessage } from '../object/stored-bytes.ts';

/**
 * The messages `s` of the invoice `i`: none was stored before it, nor after its outcome, give or
 * take a day, by PostgreSQL's clock, so that it looks into those months alone.
 */
export const MESSAGE_OF_INVOICE = `s.invoice_id = i.id and s.id >= messages_since(i.created_at)
  and s.id < messages_until(
    case when i.status in ('Fiscalized', 'Failed') then i.updated_at else now() end)`;

/** A message to the authority, without its bytes. */
export interface TimelineMessage {
  id: string;
  /** XSD SubseqDelivType; null on the first direct send. */
  subsequentDelivery: string | null;
  /** ISO 8601, like every time here. */
  createdAt: string;
  answeredAt: string | null;
  outcome: 'registered' | 'refused' | 'unanswered' | null;
  httpStatus: number | null;
  efiCode: number | null;
  detail: string | null;
  /** Earlier messages like it that nothing ever came back of, and that it stands for. */
  replaced: number;
}

/** What the rows keep of an invoice, each list oldest first, of the newest 300. */
export interface InvoiceTraces {
  createdAt: Date;
  messages: TimelineMessage[];
  numbers: { event: 'given' | 'freed'; at: string; ordinal: number; reason: string | null }[];
  documents: { id: string; fic: string | null; paper: Paper; at: string }[];
  audit: {
    action: string;
    at: string;
    actor: string;
    actorName: string | null;
    after: Record<string, unknown> | null;
  }[];
}

/** More than an invoice ever has while all is well: 48 h of attempts each quarter of an hour. */
const NEWEST = 300;

// A list of the newest, oldest first. The inner select ends in `order by … desc`.
function oldestFirst(fields: string, from: string, order: string): string {
  return `coalesce((
    select json_agg(json_build_object(${fields}) order by ${order})
    from (${from} limit ${NEWEST}) x), '[]'::json)`;
}

/** Null if the company has no such invoice. */
export const readInvoiceTraces = statement.maybe<
  { companyId: string; invoiceId: string },
  InvoiceTraces
>(
  'read_invoice_traces',
  `select i.created_at as "createdAt",
     ${oldestFirst(
       `'id', x.id, 'subsequentDelivery', x.subsequent_delivery, 'createdAt', x.created_at,
        'answeredAt', x.answered_at, 'outcome', x.outcome, 'httpStatus', x.http_status,
        'efiCode', x.efi_code, 'detail', x.detail, 'replaced', cardinality(x.replaced_uuids)`,
       `select * from submission s where ${MESSAGE_OF_INVOICE} order by created_at desc, id desc`,
       'x.created_at, x.id',
     )} as messages,
     ${oldestFirst(
       `'event', x.event, 'at', x.at, 'ordinal', x.ordinal, 'reason', x.reason`,
       'select * from number_ledger where invoice_id = i.id order by id desc',
       'x.id',
     )} as numbers,
     ${oldestFirst(
       `'id', x.id, 'fic', x.fic, 'paper', x.paper, 'at', x.created_at`,
       `select id, fic, paper, created_at from printed_document where invoice_id = i.id
        order by created_at desc, id desc`,
       'x.created_at, x.id',
     )} as documents,
     ${oldestFirst(
       `'action', x.action, 'at', x.at, 'actor', x.actor, 'after', x.after, 'actorName',
        (select nullif(u.name, '') from app_user u where 'user:' || u.id = x.actor)`,
       'select * from audit_log where entity_id = i.id order by at desc, id desc',
       'x.at, x.id',
     )} as audit
   from invoice i where i.company_id = :companyId and i.id = :invoiceId`,
);

interface MessageTexts
  extends Message, Omit<TimelineMessage, 'createdAt' | 'answeredAt' | 'replaced'> {
  requestUuid: string;
  /** XSD SendDateTime. */
  sendDateTime: string;
  createdAt: Date;
  answeredAt: Date | null;
}

const findTexts = statement.maybe<
  { companyId: string; invoiceId: string; submissionId: string },
  Omit<MessageTexts, keyof Message> & StoredMessage
>(
  'find_message_texts',
  `select s.id, s.request_uuid as "requestUuid", s.send_date_time as "sendDateTime",
     s.subsequent_delivery as "subsequentDelivery", s.created_at as "createdAt",
     s.answered_at as "answeredAt", s.outcome, s.http_status as "httpStatus",
     s.efi_code as "efiCode", s.detail, ${MESSAGE_COLUMNS}
   from submission s join invoice i on i.id = s.invoice_id
   where i.company_id = :companyId and i.id = :invoiceId and s.id = :submissionId`,
);

/**
 * Null if the company's invoice has no such message.
 * @throws ObjectStoreUnavailableError, ObjectNotIntactError where it is in the object store.
 */
export async function findMessageTexts(
  db: Database,
  companyId: string,
  invoiceId: string,
  submissionId: string,
): Promise<MessageTexts | null> {
  const row = await findTexts(db, { companyId, invoiceId, submissionId });
  return row && withMessage(db.objects, row);
}

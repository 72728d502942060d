// Everything that the invariants are about, read at the end of a run: the rows, the authority's
// ledger, and what the clients saw.

import type {
  MessageEntry,
  RegisteredDeposit,
  RegisteredInvoice,
} from '../../../apps/efi-simulator/src/state/events.ts';
import { inParallel } from '@fiscal/testbed';
import type { Body } from '../invoices.ts';
import { clientOf } from './client.ts';
import type { OrderHistory } from './history.ts';
import type { Run } from './run.ts';

/** An invoice row; what the authority's ledger says as well has its name there. */
export interface InvoiceRow {
  id: string;
  note: string | null;
  status: 'Draft' | 'Pending' | 'Fiscalized' | 'Failed' | 'Offline';
  failure: { code: string; efiCode: number | null } | null;
  registerId: string;
  tcrCode: string | null;
  year: number | null;
  ordinal: number | null;
  invoiceNumber: string | null;
  issueDateTime: string | null;
  iic: string | null;
  fic: string | null;
  offlineSince: string | null;
  deliverBefore: string | null;
}

/** Everything at the end of a run. */
export interface Evidence extends Pick<Run, 'disturbances' | 'deaths'> {
  invoices: InvoiceRow[];
  /** Messages that were stored before they were sent. */
  submissions: {
    requestUuid: string;
    invoiceId: string;
    iic: string | null;
    outcome: 'registered' | 'refused' | 'unanswered' | null;
    efiCode: number | null;
  }[];
  /** The PDFs of the prints, with the FIC that they show. */
  documents: { invoiceId: string; fic: string | null }[];
  /** Work that is not done. */
  work: { kind: string; id: string }[];
  /** What the authority received, and the effects that it had. */
  messages: MessageEntry[];
  effects: Omit<RegisteredInvoice, 'soap'>[];
  deposits: RegisteredDeposit[];
  /** Messages that were sent again although no question to the receipt check had arrived. */
  resendsWithoutCheck: { iic: string; receivedAt: string }[];
  orders: OrderHistory[];
  /** What the API says of a sample: the record and the size of its PDF, 0 where there is none. */
  sample: { id: string; record: Body; pdfBytes: number }[];
}

const SAMPLE = 200;

/** Reads it; the service must be at rest. */
export async function gather(run: Run): Promise<Evidence> {
  const { query, disturbances, deaths, history: orders } = run;
  const invoices = await query<InvoiceRow>(`
    select id, note, status, failure, cash_register_id as "registerId", tcr_code as "tcrCode", year,
           ordinal::float8, invoice_number as "invoiceNumber", issue_date_time as "issueDateTime",
           iic, fic, offline_since::text as "offlineSince", deliver_before::text as "deliverBefore"
    from invoice order by id`);
  const { messages, invoices: effects, deposits, summary } = await run.control('GET', '/ledger');
  return {
    ...{ invoices, disturbances, deaths, orders, messages, effects, deposits },
    submissions: await query(`
      select r.uuid as "requestUuid", s.invoice_id as "invoiceId",
             substring(s.request from ' IIC="([0-9A-F]{32})"') as iic,
             case when r.is_last then s.outcome::text else 'unanswered' end as outcome,
             case when r.is_last then s.efi_code end as "efiCode"
      from submission s, lateral (
        select uuid, position, false as is_last
        from unnest(s.replaced_uuids) with ordinality as replaced(uuid, position)
        union all select s.request_uuid, 1 + cardinality(s.replaced_uuids), true
      ) r
      where s.kind = 'invoice' order by s.created_at, s.id, r.position`),
    documents: await query(`
      select invoice_id as "invoiceId", fic from document
      where substring(pdf from 1 for 5) = '%PDF-'::bytea`),
    work: await query('select kind::text, subject_id as id from work order by 1, 2'),
    resendsWithoutCheck: summary.resendsWithoutCheck,
    sample: await readSample(run, invoices),
  };
}

/** Every n-th invoice that was registered, as the API shows it. */
function readSample(run: Run, invoices: InvoiceRow[]): Promise<Evidence['sample']> {
  const registered = invoices.filter(({ fic }) => fic !== null);
  const step = Math.max(1, Math.floor(registered.length / SAMPLE));
  const chosen = registered.filter((_, index) => index % step === 0);
  return inParallel(chosen, 1, async ({ id, registerId }) => {
    const client = clientOf(run, registerId);
    const record: Body = await client.readInvoice(id).catch((error: unknown) => ({ error }));
    return {
      id,
      record,
      pdfBytes: await client.readPdf(id).then(
        ({ length }) => length,
        () => 0,
      ),
    };
  });
}

// Everything that the invariants are about, read at the end of a run: the rows, the authority's
// ledger, and what the clients saw.

import type {
  MessageEntry,
  RegisteredDeposit,
  RegisteredInvoice,
} from '../../../apps/efi-simulator/src/state/events.ts';
import type { Body } from '../invoices.ts';
import { clientOfRegister } from './client.ts';
import type { OrderHistory } from './history.ts';
import type { Run } from './run.ts';

/** An invoice row. */
export interface InvoiceRow {
  id: string;
  note: string | null;
  status: 'Draft' | 'Pending' | 'Fiscalized' | 'Failed' | 'Offline';
  cash_register_id: string;
  tcr_code: string | null;
  year: number | null;
  ordinal: number | null;
  invoice_number: string | null;
  issue_date_time: string | null;
  iic: string | null;
  fic: string | null;
  offline_since: string | null;
  deliver_before: string | null;
  failure: { code: string; efiCode: number | null } | null;
}

/** A message that was stored before it was sent. */
export interface SubmissionRow {
  request_uuid: string;
  invoice_id: string;
  iic: string | null;
  outcome: 'registered' | 'refused' | 'unanswered' | null;
  efi_code: number | null;
}

/** Everything at the end of a run. */
export interface Evidence extends Pick<Run, 'disturbances' | 'deaths'> {
  invoices: InvoiceRow[];
  submissions: SubmissionRow[];
  /** Prints, with the FIC that they show. */
  documents: { invoice_id: string; fic: string | null; is_pdf: boolean }[];
  /** Work that is not done. */
  work: { kind: string; subject_id: string }[];
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
    select id, note, status, cash_register_id, tcr_code, year, ordinal::int8::float8 as ordinal,
           invoice_number, issue_date_time, iic, fic, offline_since::text, deliver_before::text,
           failure
    from invoice order by id`);
  const submissions = await query<SubmissionRow>(`
    select r.uuid as request_uuid, s.invoice_id,
           substring(s.request from ' IIC="([0-9A-F]{32})"') as iic,
           case when r.is_last then s.outcome::text else 'unanswered' end as outcome,
           case when r.is_last then s.efi_code end as efi_code
    from submission s, lateral (
      select uuid, position, false as is_last
      from unnest(s.replaced_uuids) with ordinality as replaced(uuid, position)
      union all select s.request_uuid, 1 + cardinality(s.replaced_uuids), true
    ) r
    where s.kind = 'invoice' order by s.created_at, s.id, r.position`);
  const { messages, invoices: effects, deposits, summary } = await run.control('GET', '/ledger');
  return {
    ...{ invoices, submissions, disturbances, deaths, orders, messages, effects, deposits },
    resendsWithoutCheck: summary.resendsWithoutCheck,
    documents: await query(`
      select invoice_id, fic, substring(pdf from 1 for 5) = '%PDF-'::bytea as is_pdf
      from document`),
    work: await query('select kind::text, subject_id from work order by 1, 2'),
    sample: await readSample(run, invoices),
  };
}

/** Every n-th invoice that was registered, as the API shows it. */
async function readSample(run: Run, invoices: InvoiceRow[]): Promise<Evidence['sample']> {
  const registered = invoices.filter(({ fic }) => fic !== null);
  const step = Math.max(1, Math.floor(registered.length / SAMPLE));
  const sample: Evidence['sample'] = [];
  for (const { id, cash_register_id: register } of registered.filter((_, i) => i % step === 0)) {
    const client = clientOfRegister(run, register);
    const record: Body = await client.readInvoice(id).catch((error: unknown) => ({ error }));
    const pdf = await client.readPdf(id).catch(() => []);
    sample.push({ id, record, pdfBytes: pdf.length });
  }
  return sample;
}

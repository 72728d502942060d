// Everything that the invariants are about, read at the end of a run: the rows, the authority's ledger,
// and what the shops saw.

import type { Body } from '../running-service.ts';
import type { Disturbance } from './disturbances.ts';
import type { Ground } from './ground.ts';
import type { OrderStory } from './journal.ts';

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
  type_of_invoice: 'Cash' | 'NonCash';
  iic: string | null;
  fic: string | null;
  offline_since: string | null;
  deliver_before: string | null;
  failure: { code: string; efiCode: number | null } | null;
}

/** A message that was written down before it was sent. */
export interface SubmissionRow {
  request_uuid: string;
  invoice_id: string;
  iic: string | null;
  outcome: 'registered' | 'refused' | 'unanswered' | null;
  efi_code: number | null;
}

/** A print. */
export interface DocumentRow {
  invoice_id: string;
  fic: string | null;
  is_pdf: boolean;
}

/** A message that the authority received. */
export interface LedgerMessage {
  sequence: number;
  receivedAt: string;
  kind: string | null;
  requestUuid: string | null;
  tcrCode: string | null;
  iic: string | null;
  subsequentDelivery: string | null;
  outcome: 'accepted' | 'repeated' | 'refused' | 'ignored';
  code: number | null;
  behaviour: string | null;
}

/** One effect at the authority. */
export interface LedgerInvoice {
  sequence: number;
  iic: string;
  fic: string;
  tcrCode: string;
  ordinal: number;
  year: string;
  invoiceNumber: string;
  issueDateTime: string;
  /** Calendar day of issue in Montenegro. */
  day: string;
  typeOfInv: 'CASH' | 'NONCASH';
}

/** A deposit at the authority. */
export interface LedgerDeposit {
  sequence: number;
  tcrCode: string;
  operation: string;
  day: string;
}

/** Everything at the end of a run. */
export interface Evidence {
  invoices: InvoiceRow[];
  submissions: SubmissionRow[];
  documents: DocumentRow[];
  /** Work that nobody has done. */
  work: { kind: string; subject_id: string }[];
  messages: LedgerMessage[];
  effects: LedgerInvoice[];
  deposits: LedgerDeposit[];
  /** Messages that were sent again although no question to the receipt check had arrived. */
  resendsWithoutCheck: { iic: string; receivedAt: string }[];
  /** When a question may have got lost on its way. */
  disturbances: readonly Disturbance[];
  stories: OrderStory[];
  /** Answers of the API to a sample: invoice id to record and size of its PDF. */
  sample: { id: string; record: Body; pdfStatus: number; pdfBytes: number }[];
  /** Deaths that a supervisor could not mend. */
  deaths: string[];
}

const SAMPLE = 200;

/** Reads it; the service must be at rest. */
export async function gather(ground: Ground, stories: OrderStory[]): Promise<Evidence> {
  const { query } = ground;
  const invoices = await query<InvoiceRow>(`
    select id, note, status, cash_register_id, tcr_code, year, ordinal::int8::float8 as ordinal,
           invoice_number, issue_date_time, type_of_invoice, iic, fic, offline_since::text,
           deliver_before::text, failure
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
  const documents = await query<DocumentRow>(`
    select invoice_id, fic, substring(pdf from 1 for 5) = '%PDF-'::bytea as is_pdf from document`);
  const work = await query<{ kind: string; subject_id: string }>(
    'select kind::text, subject_id from work order by 1, 2',
  );
  const ledger = await ground.control('GET', '/ledger');
  const { resendsWithoutCheck } = ledger.summary as Pick<Evidence, 'resendsWithoutCheck'>;
  return {
    invoices,
    submissions,
    documents,
    work,
    messages: ledger.messages as LedgerMessage[],
    effects: ledger.invoices as LedgerInvoice[],
    deposits: ledger.deposits as LedgerDeposit[],
    resendsWithoutCheck,
    disturbances: ground.disturbances,
    stories,
    sample: await readSample(ground, invoices),
    deaths: [...ground.deaths],
  };
}

/** Every n-th invoice that was handed out, as the API shows it. */
async function readSample(ground: Ground, invoices: InvoiceRow[]): Promise<Evidence['sample']> {
  const keys = new Map(ground.registers.map(({ id, apiKey }) => [id, apiKey]));
  const handedOut = invoices.filter(({ fic }) => fic !== null);
  const step = Math.max(1, Math.floor(handedOut.length / SAMPLE));
  const sample: Evidence['sample'] = [];
  for (const { id, cash_register_id: register } of handedOut.filter((_, i) => i % step === 0)) {
    const apiKey = keys.get(register) ?? '';
    const { body } = await ground.call(apiKey, 'GET', `/api/invoices/${id}`);
    const pdf = await ground.call(apiKey, 'GET', `/api/invoices/${id}/pdf`);
    sample.push({ id, record: body, pdfStatus: pdf.status, pdfBytes: pdf.bytes });
  }
  return sample;
}

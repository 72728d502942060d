// Everything that the invariants are about, read at the end of a run: the rows, the authority's
// ledger, and what the clients saw.

import type { Invoice } from '@fiscal/client';
import { inParallel } from '@fiscal/testbed';
import type { Ledger } from '../../../apps/efi-simulator/src/state/ledger.ts';
import type { Body } from '../service/invoices.ts';
import { clientOf } from './client.ts';
import type { Run } from './run.ts';

/** What the rows and the ledger both have, beside the IIC. */
export const REGISTERED = ['fic', 'ordinal', 'invoiceNumber', 'tcrCode', 'issueDateTime'] as const;

type LedgerView = ReturnType<Ledger['view']> & { summary: ReturnType<Ledger['summary']> };
type Registered = Pick<LedgerView['invoices'][number], (typeof REGISTERED)[number] | 'iic'>;
type Nullable<T> = { [Field in keyof T]: T[Field] | null };

export interface InvoiceRow extends Nullable<Registered> {
  id: string;
  note: string | null;
  status: Invoice['status'];
  failure: { code: string; efiCode: number | null } | null;
  registerId: string;
  year: number | null;
  offlineSince: string | null;
  deliverBefore: string | null;
}

export interface WithdrawalRow {
  id: string;
  note: string | null;
  tcrCode: string;
  cashAmt: string;
  status: string;
  fcdc: string | null;
  /** In Podgorica, without the offset. */
  changedAt: string | null;
  /** Not before it was accepted, as far as a clock may be off. */
  isOfItsTime: boolean | null;
}

/** A message that was stored before it was sent. */
export interface Submission {
  requestUuid: string;
  invoiceId: string;
  iic: string | null;
  outcome: 'registered' | 'refused' | 'unanswered' | null;
  efiCode: number | null;
}

/** Everything at the end of a run. */
export type Evidence = Awaited<ReturnType<typeof gather>>;

const SAMPLE = 200;

/** Reads it; the service must be at rest. */
export async function gather(run: Run) {
  const { query, disturbances, deaths, history } = run;
  const invoices = await query<InvoiceRow>(`
    select id, note, status, failure, cash_register_id as "registerId", tcr_code as "tcrCode", year,
           ordinal::float8, invoice_number as "invoiceNumber", issue_date_time as "issueDateTime",
           iic, fic, offline_since::text as "offlineSince", deliver_before::text as "deliverBefore"
    from invoice order by id`);
  const ledger = (await run.control('GET', '/ledger')) as LedgerView;
  const { messages, invoices: effects, deposits, summary } = ledger;
  const withdrawals = await query<WithdrawalRow>(`
    select id, external_id as note, tcr_code as "tcrCode", cash_amount as "cashAmt", status, fcdc,
      to_char(changed_at at time zone 'Europe/Podgorica', 'YYYY-MM-DD"T"HH24:MI:SS') as "changedAt",
      changed_at >= created_at - interval '61 seconds' as "isOfItsTime"
    from withdrawal order by id`);
  const resendsWithoutCheck: { iic: string; receivedAt: string }[] = summary.resendsWithoutCheck;
  return {
    disturbances,
    deaths,
    history,
    invoices,
    messages,
    effects,
    deposits,
    withdrawals,
    withdrawalHistory: run.withdrawalHistory,
    drawers: await readDrawers(run, ledger.drawers),
    /** Messages that were sent again although no question to the receipt check had arrived. */
    resendsWithoutCheck,
    submissions: await query<Submission>(`
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
    /** The PDFs of the prints, with the FIC that they show. */
    documents: await query<{ invoiceId: string; fic: string | null }>(`
      select invoice_id as "invoiceId", fic from document
      where substring(pdf from 1 for 5) = '%PDF-'::bytea`),
    /** Work that is not done. */
    work: await query<{ kind: string; id: string }>(
      'select kind::text, subject_id as id from work order by 1, 2',
    ),
    sample: await readSample(run, invoices),
  };
}

/** What the authority and the API say of each day of a register on which cash was taken out. */
function readDrawers(run: Run, drawers: LedgerView['drawers']) {
  const taken = drawers.filter(({ withdrawn }) => withdrawn !== '0.00');
  return inParallel(taken, 1, async (authority) => {
    const { id } = run.registers.find(({ tcrCode }) => tcrCode === authority.tcrCode)!;
    const drawer = await clientOf(run, id).readDrawer({ date: authority.day });
    return { authority, drawer };
  });
}

/** Every n-th invoice that was registered, as the API shows it; without a PDF there are 0 bytes. */
function readSample(run: Run, invoices: InvoiceRow[]) {
  const registered = invoices.filter(({ fic }) => fic !== null);
  const step = Math.max(1, Math.floor(registered.length / SAMPLE));
  const chosen = registered.filter((_, index) => index % step === 0);
  return inParallel(chosen, 1, async ({ id, registerId }) => {
    const client = clientOf(run, registerId);
    const record: Body = await client.readInvoice(id).catch((error: unknown) => ({ error }));
    const pdf = await client.readPdf(id).catch(() => []);
    return { id, record, pdfBytes: pdf.length };
  });
}

// Fills a database with as many invoices as a busy shop has after a year, made by PostgreSQL
// itself, so that tests and the benchmark can look at what a list costs when there is much to list.

import pg from 'pg';

/** How many of `oneIn` invoices are in a state; the others are Fiscalized. */
const NOT_FISCALIZED = { Draft: 2, Failed: 3, Offline: 1, Pending: 1 } as const;

// One invoice a minute, the newest now. Every tenth has a buyer, every second a note of its own.
// The states are spread over the whole time, failures over eight causes.
const INVOICES = `
  with shop as (
    select $1::uuid as company_id, $2::uuid as cash_register_id, $3::text as tcr_code,
           $4::int as year, $5::int as count, $6::bigint as one_in
  )
  insert into invoice (id, company_id, environment, cash_register_id, status, document_type,
    type_of_invoice, payment_method, order_number, note, tcr_code, year, ordinal, invoice_number, issued_at, issue_date_time, iic, iic_signature, fic, offline_since,
    deliver_before, failure, attempts, created_at, updated_at)
  select pg_temp.uuidv7_at(at, n), company_id, 'test', cash_register_id, status::invoice_status, 'INVOICE',
    case when n % 10 = 0 then 'NonCash' else 'Cash' end,
    case when n % 10 = 0 then 'ACCOUNT' else 'BANKNOTE' end, 0,
    case when n % 2 = 0 then 'narudžba-' || n end,
    case when is_signed then tcr_code end, case when is_signed then year end,
    case when is_signed then n end,
    case when is_signed then 'bb123bb123/' || n || '/' || year || '/' || tcr_code end,
    case when is_signed then at end,
    case when is_signed then to_char(at at time zone 'Europe/Podgorica', 'YYYY-MM-DD"T"HH24:MI:SS"+01:00"') end,
    case when is_signed then upper(md5(company_id::text || n)) end,
    case when is_signed then 'AB' end,
    case when status = 'Fiscalized' then md5('fic' || company_id::text || n)::uuid::text end,
    case when status = 'Offline' then at end, case when status = 'Offline' then now() + n % 48 * interval '1 hour' end,
    case when status = 'Failed' then json_build_object('error', 'Refused.', 'code',
      case when n % 2 = 0 then 'CERTIFICATE_ERROR' else 'EFI_REFUSED' end, 'tcrCode', tcr_code,
      'efiCode', (array[11, 53, 58, 34, 35, 36, 41, 42])[1 + n / 100 % 8],
      'efiMessage', 'The words of ' || n, 'retryable', false, 'remedy', 'Put it right.') end,
    1, at, at
  from (
    select numbered.*, status in ('Fiscalized', 'Offline') as is_signed,
           date_trunc('milliseconds', now()) - (count - n) * interval '1 minute' as at
    from (
      select shop.*, n, case
        when n::bigint * 37 % one_in < ${NOT_FISCALIZED.Draft} then 'Draft'
        when n::bigint * 37 % one_in < ${NOT_FISCALIZED.Draft + NOT_FISCALIZED.Failed} then 'Failed'
        when n::bigint * 37 % one_in < ${NOT_FISCALIZED.Draft + NOT_FISCALIZED.Failed + NOT_FISCALIZED.Offline} then 'Offline'
        when n::bigint * 37 % one_in < ${NOT_FISCALIZED.Draft + NOT_FISCALIZED.Failed + NOT_FISCALIZED.Offline + NOT_FISCALIZED.Pending} then 'Pending'
        else 'Fiscalized' end as status
      from shop, generate_series(1, count) n
    ) numbered
  ) invoices`;

/** Of an invoice that has one: its note holds its number. */
const BUYER = `(split_part(note, '-', 2)::int % 5000)`;

const CONTENTS = `
  insert into invoice_content (invoice_id, request, computed, warnings, seller)
  select i.id,
    json_build_object('type', 'Invoice', 'orderNumber', 0, 'typeOfInvoice', type_of_invoice,
      'paymentMethod', payment_method, 'paymentDeadline', i.created_at, 'items',
      json_build_array(json_build_object('name', 'Kafa', 'unitPrice', 1, 'quantity', 1, 'vat',
        json_build_object('rate', 21))),
      'buyer', case when type_of_invoice = 'NonCash' then json_build_object('idType', 'TIN',
        'idNumber', lpad(${BUYER}::text, 8, '0'), 'name', 'Kupac ' || ${BUYER}) end),
    json_build_object('lines', json_build_array(), 'sameTaxGroups', json_build_array(), 'totals',
      json_build_object('withoutVat', '1.00', 'vat', '0.21', 'total', '1.21'), 'decimals', 2),
    '[]'::json,
    json_build_object('tin', c.tin, 'name', c.name, 'address', c.address, 'town', c.town, 'country', c.country,
      'isInVat', c.is_in_vat, 'vatNumber', c.vat_number, 'bankAccount', c.bank_account)
  from invoice i join company c on c.id = i.company_id where i.company_id = $1`;

const SEARCH = `
  insert into invoice_search (environment, created_at, invoice_id, company_id, total, words)
  select environment, created_at, id, company_id, 1.21,
    search_words(note || case when type_of_invoice = 'NonCash'
      then ' Kupac ' || ${BUYER} || ' ' || lpad(${BUYER}::text, 8, '0') else '' end)
  from invoice where company_id = $1 order by created_at`;

const WORK = `
  insert into work (subject_id, kind, company_id, environment, scheduled_at)
  select id, case status when 'Pending' then 'fiscalize' else 'deliver' end::work_kind, company_id,
    environment, case status when 'Pending' then now() - interval '1 hour' else now() end
  from invoice where company_id = $1 and status in ('Pending', 'Offline')`;

// Time-ordered, as the service makes them.
const UUIDV7 = `
  create or replace function pg_temp.uuidv7_at(at timestamptz, n int) returns uuid language sql as $$
    select overlay(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
      || right(md5(n::text || random()::text), 19) placing '8' from 17)::uuid $$`;

const MESSAGES = `
  insert into submission (id, kind, invoice_id, cash_register_id, certificate_id, request_uuid,
    send_date_time, request, created_at, answered_at, outcome, http_status, response_bytes, efi_code, detail)
  select pg_temp.uuidv7_at(created_at, 1), 'invoice', id, cash_register_id, $2, gen_random_uuid(), '', '<Request/>',
    created_at, created_at + interval '1 second',
    case status when 'Fiscalized' then 'registered' when 'Failed' then 'refused' else 'unanswered'
    end::submission_outcome, 200, '<Response/>', (failure ->> 'efiCode')::int, 'detail'
  from invoice where company_id = $1 and status <> 'Draft'`;

const AUDIT = `
  insert into audit_log (at, actor, company_id, action, entity_id, after)
  select created_at, 'worker', company_id, case status when 'Failed' then 'invoice.refused'
    when 'Offline' then 'invoice.offline' else 'invoice.fiscalized' end, id, jsonb_build_object('fic', fic)
  from invoice where company_id = $1 and status not in ('Draft', 'Pending')`;

const NUMBERS = `
  insert into number_ledger
    (environment, cash_register_id, tcr_code, year, ordinal, invoice_id, event, at)
  select environment, cash_register_id, tcr_code, year, ordinal, id, 'given', created_at
  from invoice where company_id = $1 and ordinal is not null order by ordinal`;

const SEQUENCE = `
  insert into number_sequence (environment, tcr_code, year, last_ordinal, cash_register_ids)
  values ('test', $1, $2, $3, array[$4::uuid])`;

/** Whose invoices they are. */
interface Shop {
  companyId: string;
  cashRegisterId: string;
  tcrCode: string;
}

/** How many, in the row of which year; of `oneIn` of them 7 are not Fiscalized. */
interface ManyInvoices {
  count: number;
  year: number;
  oneIn: number;
}

/**
 * Gives a shop that has none so many invoices of the test environment, with their messages, audit
 * rows and numbers, and lets PostgreSQL count what there is now. @param databaseUrl of the owner.
 */
export async function addManyInvoices(
  databaseUrl: string,
  { companyId, cashRegisterId, tcrCode }: Shop,
  { count, year, oneIn }: ManyInvoices,
): Promise<void> {
  // A connection of its own: those of a pool give up long before so much is written.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(UUIDV7);
    await client.query(INVOICES, [companyId, cashRegisterId, tcrCode, year, count, oneIn]);
    await client.query(CONTENTS, [companyId]);
    await client.query(SEARCH, [companyId]);
    await client.query(MESSAGES, [companyId, cashRegisterId]);
    await client.query(AUDIT, [companyId]);
    await client.query(NUMBERS, [companyId]);
    await client.query(WORK, [companyId]);
    await client.query(SEQUENCE, [tcrCode, year, count, cashRegisterId]);
    await client.query(
      'vacuum analyze invoice, invoice_content, invoice_search, work, submission, audit_log, number_ledger',
    );
  } finally {
    await client.end();
  }
}

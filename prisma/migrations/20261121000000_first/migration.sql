-- The whole schema, each table with its guards beside it, in the order in which an invoice meets
-- them: companies, people, invoices, numbers, deposits, key operations, messages, documents, work,
-- audit, figures. prisma/schema.prisma says what each column means; what Prisma cannot express
-- (checks, triggers, partial indexes, storage) stands here alone. Roles and privileges are those of
-- packages/db/src/migration/privileges.ts.

-- What many tables share -----------------------------------------------------------------------

create type environment as enum ('test', 'live');

create function protect_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', TG_TABLE_NAME;
end $$;

-- TRUNCATE passes by the triggers of rows.
create function protect_from_truncate() returns trigger language plpgsql as $$
begin
  raise exception '% can not be emptied', TG_TABLE_NAME;
end $$;

-- A commit that notifies takes a lock that the whole cluster shares, and holds it until it is on
-- the disk: commits go one by one. A connection that announces changes itself gets them as messages
-- instead, before it commits.
create function announce_change(change text, payload text) returns void language plpgsql as $$
begin
  if current_setting('fiscal.announces_changes', true) = 'on' then
    raise info using errcode = 'FI001', message = change, detail = payload;
  else
    perform pg_notify(change, payload);
  end if;
end $$;

-- Who changes what others may change, too, says which version they have seen: each change raises it.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- Companies ------------------------------------------------------------------------------------

create type company_status as enum ('active', 'paused');

create table company (
  id uuid primary key,
  tin text not null,
  name text not null,
  address text not null,
  town text not null,
  country text not null default 'MNE',
  is_in_vat boolean not null default true,
  vat_number text,
  bank_account text,
  logo text,
  environment environment not null default 'test',
  status company_status not null default 'active',
  prices_include_vat boolean not null default false,
  offline_issuing boolean not null default true,
  writes_per_minute integer,
  reads_per_minute integer,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null,
  requires_second_factor boolean not null default false,
  prints_at_once boolean not null default false,
  version integer not null default 1
);
create trigger company_version before update on company
  for each row execute function raise_version();
create index company_tin_idx on company (tin);
create index company_name_id_idx on company (name, id);

create table cash_register (
  id uuid primary key,
  company_id uuid not null references company (id) on update cascade on delete restrict,
  environment environment not null,
  name text not null,
  tcr_code text,
  internal_id text not null,
  type text not null default 'REGULAR',
  business_unit_code text not null,
  software_code text not null,
  operator_code text not null,
  maintainer_code text not null,
  is_default boolean not null default false,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null,
  version integer not null default 1
);
create trigger cash_register_version before update on cash_register
  for each row execute function raise_version();
create unique index cash_register_company_id_environment_business_unit_code_int_key
  on cash_register (company_id, environment, business_unit_code, internal_id);
-- What is printed is unique by the TCR code: it belongs to one cash register of an environment.
create unique index cash_register_tcr_code_key on cash_register (environment, tcr_code);
create unique index cash_register_one_default on cash_register (company_id, environment)
  where is_default;

create table certificate (
  id uuid primary key,
  company_id uuid not null references company (id) on update cascade on delete restrict,
  environment environment not null,
  is_active boolean not null,
  subject text not null,
  issuer text not null,
  serial_number text not null,
  tin text not null,
  fingerprint_sha256 text not null,
  not_before timestamptz(0) not null,
  not_after timestamptz(0) not null,
  certificate_der bytea not null,
  sealed_private_key bytea not null,
  created_at timestamptz(3) not null default current_timestamp,
  sealed_to text,
  warned_days integer
);
create index certificate_company_id_environment_idx on certificate (company_id, environment);
create index certificate_sealed_to_idx on certificate (sealed_to);
create unique index certificate_one_active on certificate (company_id, environment) where is_active;

create table api_key (
  id uuid primary key,
  company_id uuid not null references company (id) on update cascade on delete restrict,
  environment environment not null,
  cash_register_id uuid references cash_register (id) on update cascade on delete set null,
  name text not null,
  prefix text not null,
  hash bytea not null,
  created_at timestamptz(3) not null default current_timestamp,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create unique index api_key_hash_key on api_key (hash);
create index api_key_company_id_environment_idx on api_key (company_id, environment);

-- People of the panel --------------------------------------------------------------------------

create type user_role as enum ('operator', 'company_admin', 'accountant', 'support');

create table app_user (
  id uuid primary key,
  email text not null constraint app_user_email_lower_case check (email = lower(email)),
  password_hash text,
  role user_role not null,
  company_id uuid references company (id) on update cascade on delete set null,
  created_at timestamptz(3) not null default current_timestamp,
  disabled_at timestamptz(3),
  invitation_expires_at timestamptz(3),
  invitation_hash bytea,
  last_sign_in_at timestamptz(3),
  locale text not null default 'me' constraint app_user_locale check (locale in ('me', 'en')),
  name text not null default '',
  totp_enabled_at timestamptz(3),
  totp_last_step bigint,
  totp_secret bytea,
  invitation_asked_at timestamptz(3),
  second_factor_reset_at timestamptz(3),
  version integer not null default 1,
  -- An operator belongs to no company, and a company admin to one.
  constraint app_user_role_and_company check (
    case role
      when 'operator' then company_id is null
      when 'support' then true
      else company_id is not null
    end
  )
);
-- A sign-in changes nothing of what people edit.
create trigger app_user_version before update of name, locale, role, disabled_at on app_user
  for each row execute function raise_version();
create unique index app_user_invitation_hash_key on app_user (invitation_hash);
create index app_user_company_id_idx on app_user (company_id);
create index app_user_email_idx on app_user (email);
create unique index app_user_company_id_email_key on app_user (company_id, email);
-- An address has one account. Invitations that are not accepted are no accounts: several companies
-- may invite the same address, and none of them learns whether it has an account.
create unique index app_user_email_of_account on app_user (email) where password_hash is not null;
create unique index app_user_email_of_operator on app_user (email) where company_id is null;

create table user_session (
  id uuid primary key,
  user_id uuid not null references app_user (id) on update cascade on delete cascade,
  token_hash bytea not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz(3) not null default current_timestamp,
  last_seen_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null,
  confirmed_at timestamptz(3) not null default current_timestamp
);
create unique index user_session_token_hash_key on user_session (token_hash);
create index user_session_user_id_idx on user_session (user_id);
create index user_session_expires_at_idx on user_session (expires_at);

create table passkey (
  id uuid primary key,
  user_id uuid not null references app_user (id) on update cascade on delete cascade,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[],
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz(3) not null default current_timestamp,
  last_used_at timestamptz(3)
);
create unique index passkey_credential_id_key on passkey (credential_id);
create index passkey_user_id_idx on passkey (user_id);

create table passkey_challenge (
  challenge text primary key,
  user_id uuid not null references app_user (id) on update cascade on delete cascade,
  purpose text not null
    constraint passkey_challenge_purpose check (purpose in ('register', 'sign-in', 'confirm')),
  expires_at timestamptz(3) not null
);
create index passkey_challenge_user_id_idx on passkey_challenge (user_id);

create table sign_in_delay (
  key text primary key,
  attempts integer not null,
  refused integer not null default 0,
  blocked_until timestamptz(3) not null,
  last_attempt_at timestamptz(3) not null
);
create index sign_in_delay_last_attempt_at_idx on sign_in_delay (last_attempt_at);

-- Invoices -------------------------------------------------------------------------------------

create type invoice_status as enum ('Draft', 'Pending', 'Fiscalized', 'Failed', 'Offline');

-- A sentence of the authority without what differs from invoice to invoice (words with digits, quoted
-- values), hashed: under code 11 it says everything that breaks a rule, each in its own words. A
-- quotation begins after no letter, because the authority writes "doesn't".
create function words_key(words text) returns text language sql immutable as $$
  select left(md5(trim(regexp_replace(regexp_replace(regexp_replace(lower(words),
    '(^|[^[:alnum:]])(''[^'']*''|"[^"]*"|[„“][^“”"]*[“”"])', '\1', 'g'),
    '[^[:space:]]*[0-9][^[:space:]]*', '', 'g'),
    '[^[:alpha:]]+', ' ', 'g'))), 8)
$$;

-- What changes about an invoice: a narrow row, so that a step of fiscalization rewrites little.
create table invoice (
  id uuid primary key,
  company_id uuid not null references company (id) on update cascade on delete restrict,
  environment environment not null,
  cash_register_id uuid not null references cash_register (id) on update cascade on delete restrict,
  api_key_id uuid,
  status invoice_status not null,
  document_type text not null,
  type_of_invoice text not null,
  payment_method text not null,
  order_number bigint not null,
  note text,
  original_id uuid references invoice (id) on update cascade on delete set null,
  tcr_code text,
  year integer,
  ordinal bigint constraint invoice_ordinal_positive check (ordinal > 0),
  invoice_number text,
  issued_at timestamptz(0),
  issue_date_time text,
  iic text constraint invoice_iic_form check (iic ~ '^[0-9A-F]{32}$'),
  iic_signature text,
  issuer json,
  fic text,
  offline_since timestamptz(3),
  deliver_before timestamptz(3),
  failure json,
  attempts integer not null default 0,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  alarm_hours integer not null default 0,
  dismissal_reason text,
  dismissed_at timestamptz(3),
  dismissed_by text,
  failure_cause text generated always as (
    failure ->> 'code' || coalesce(':' || (failure ->> 'efiCode'), '') ||
    case when failure ->> 'efiCode' = '11'
      then coalesce(':' || words_key(failure ->> 'efiMessage'), '') else '' end
  ) stored,
  iic_references json,
  prices_include_vat boolean,
  recorded_with uuid,
  constraint invoice_fiscalized_has_codes check (
    status <> 'Fiscalized'
    or (iic is not null and fic is not null and invoice_number is not null and issued_at is not null)
  ),
  constraint invoice_offline_has_iic check (
    status <> 'Offline'
    or (iic is not null and offline_since is not null and deliver_before is not null)
  ),
  constraint invoice_failed_has_reason check (status <> 'Failed' or failure is not null),
  -- A dismissal says who and why, and lasts as long as the invoice is Failed.
  constraint invoice_dismissal check (
    case when dismissed_at is null
      then dismissed_by is null and dismissal_reason is null
      else status = 'Failed' and dismissed_by is not null and dismissal_reason is not null
    end
  )
);

-- What is printed (ordinal, year, TCR code) is what is unique. An index without the rows that have
-- no value costs them nothing: none has a number or an IIC until late in its life.
create unique index invoice_iic_key on invoice (iic) where iic is not null;
create unique index invoice_number_key on invoice (environment, invoice_number)
  where invoice_number is not null;
create unique index invoice_ordinal_key on invoice (environment, tcr_code, year, ordinal)
  where ordinal is not null;
create index invoice_original on invoice (original_id) where original_id is not null;

-- Lists. Status and type stand at the end of the index, so that a page that is narrowed to either
-- is found without reading the rows in between; the few invoices of a status other than Fiscalized
-- have their own.
create index invoice_in_list
  on invoice (company_id, environment, created_at, id, status, type_of_invoice);
create index invoice_not_fiscalized on invoice (environment, status, company_id, created_at, id)
  where status <> 'Fiscalized';

-- A client that lost an answer finds its invoice by its note or its number, a person of the panel
-- by the beginning or the end of a code, too: six characters are enough to find it. Notes may be
-- long, so they are hashed.
create index invoice_note on invoice using hash (note) where note is not null;
create index invoice_number_in_list
  on invoice (coalesce(ordinal, order_number), company_id, environment);
create index invoice_iic_end on invoice (right(iic, 6)) where iic is not null;
create index invoice_fic_beginning on invoice (left(fic, 6)) where fic is not null;
create index invoice_fic_end on invoice (right(fic, 6)) where fic is not null;

-- Failed work, of one company and of all, also by cause: what the customer holds by its
-- deadline, then all else by age. An invoice that is not Failed costs nothing here.
create index invoice_failed on invoice (environment, deliver_before, created_at, id)
  where status = 'Failed' and dismissed_at is null;
create index invoice_failed_of_company
  on invoice (company_id, environment, deliver_before, created_at, id)
  where status = 'Failed' and dismissed_at is null;
create index invoice_failed_by_cause
  on invoice (environment, failure_cause, deliver_before, created_at, id)
  where status = 'Failed' and dismissed_at is null;
create index invoice_failed_by_cause_of_company
  on invoice (company_id, environment, failure_cause, deliver_before, created_at, id)
  where status = 'Failed' and dismissed_at is null;

-- What is to be delivered, by its deadline.
create index invoice_delivery on invoice (deliver_before) where status = 'Offline';
create index invoice_offline on invoice (environment, deliver_before, id) where status = 'Offline';
create index invoice_offline_of_company on invoice (company_id, environment, deliver_before, id)
  where status = 'Offline';

-- A fiscalized invoice is never edited or deleted, whatever program connects (Spec, What the
-- service does); only a draft may be deleted. A guard runs only where a statement names what it
-- guards, or where the row is closed: the usual steps of an invoice pay for none.
create function protect_invoice() returns trigger language plpgsql as $$
begin
  if TG_OP = 'DELETE' then
    raise exception 'invoice % is % and can not be deleted', OLD.id, OLD.status;
  end if;
  raise exception 'invoice % is fiscalized and can not be changed', OLD.id;
end $$;
create trigger invoice_keep before delete on invoice
  for each row when (old.status <> 'Draft') execute function protect_invoice();
create trigger invoice_protect before update on invoice
  for each row when (old.status = 'Fiscalized') execute function protect_invoice();
create trigger invoice_no_truncate before truncate on invoice
  for each statement execute function protect_from_truncate();

-- Only a refusal takes an IIC off an invoice again; nothing puts another one in its place.
create function protect_signed_invoice() returns trigger language plpgsql as $$
begin
  if (NEW.iic is not null or OLD.offline_since is not null) and (
       NEW.iic is distinct from OLD.iic
    or NEW.iic_signature is distinct from OLD.iic_signature
    or NEW.tcr_code is distinct from OLD.tcr_code
    or NEW.ordinal is distinct from OLD.ordinal
    or NEW.year is distinct from OLD.year
    or NEW.invoice_number is distinct from OLD.invoice_number
    or NEW.issued_at is distinct from OLD.issued_at
    or NEW.issue_date_time is distinct from OLD.issue_date_time
    or NEW.iic_references::text is distinct from OLD.iic_references::text
    or NEW.issuer::text is distinct from OLD.issuer::text
  ) then
    raise exception 'invoice % is signed and keeps its number, time and IIC', OLD.id;
  end if;
  if OLD.offline_since is not null
     and NEW.offline_since is distinct from OLD.offline_since then
    raise exception 'invoice % was handed out offline, which can not be taken back', OLD.id;
  end if;
  return NEW;
end $$;
create trigger invoice_protect_signed before update of
  iic, iic_signature, tcr_code, ordinal, year, invoice_number, issued_at,
  issue_date_time, iic_references, issuer, offline_since on invoice
  for each row when (old.iic is not null) execute function protect_signed_invoice();

-- Payload: `<invoice id> <company id> <environment> <status>`.
create function notify_invoice_changed() returns trigger language plpgsql as $$
begin
  perform announce_change('invoice_changed',
    concat_ws(' ', NEW.id, NEW.company_id, NEW.environment, NEW.status));
  return null;
end $$;
create trigger invoice_changed after update of status, dismissed_at on invoice
  for each row when ((old.status, old.dismissed_at) is distinct from (new.status, new.dismissed_at))
  execute function notify_invoice_changed();

-- What an invoice says, written once with it. There is no foreign key between the two: one
-- statement inserts both rows, and no role may delete either.
create table invoice_content (
  invoice_id uuid primary key,
  request json not null,
  computed json not null,
  warnings json not null,
  seller json,
  advance_payment_iic text
);
-- The invoices that an advance has paid, which its corrective names.
create index invoice_paid_by_advance on invoice_content (advance_payment_iic)
  where advance_payment_iic is not null;
create trigger invoice_content_protect before update or delete on invoice_content
  for each row execute function protect_append_only();
create trigger invoice_content_no_truncate before truncate on invoice_content
  for each statement execute function protect_from_truncate();

-- What people search by, written once with the invoice as its contents are, so that no step of
-- fiscalization pays for these indexes.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- As people type it: lower case, without diacritics, Latin. `dj` says what đ becomes: d or dj.
create function searched_form(written text, dj text) returns text
language sql immutable strict parallel safe as $$
  select replace(translate(
    replace(replace(replace(
      lower(regexp_replace(normalize(written, NFD), '[\u0300-\u036F]', '', 'g')),
      'љ', 'lj'), 'њ', 'nj'), 'џ', 'dz'),
    'абвгдежзијклмнопрстћуфхцчшђ', 'abvgdezzijklmnoprstcufhccsđ'), 'đ', dj)
$$;

-- Everything written, each in both spellings of đ, after a blank, so that a word's beginning is
-- known by the blank before it.
create function search_words(written text) returns text
language sql immutable strict parallel safe as $$
  select ' ' || searched_form(written, 'd')
    || case when written ~ '[ĐđЂђ]' then ' ' || searched_form(written, 'dj') else '' end
$$;

-- The number of the thirty days that an instant is in: words are searched period by period.
create function search_period(at timestamptz) returns integer
language sql immutable strict parallel safe as $$
  select floor(date_part('epoch', at - timestamptz '2000-01-01 00:00:00Z') / 2592000)::integer
$$;

-- What a company has in a period, and rarely another one, too: as short as an entry of an index can be.
create function search_part(company_id uuid, period integer) returns bigint
language sql immutable strict parallel safe as $$
  select uuid_hash_extended(company_id, period)
$$;

create table invoice_search (
  environment environment not null,
  created_at timestamptz(3) not null default current_timestamp,
  invoice_id uuid not null,
  company_id uuid not null,
  total numeric(65, 2) not null,
  words text,
  -- Also the list of all companies.
  primary key (environment, created_at, invoice_id)
);
create index invoice_search_total
  on invoice_search (environment, total, company_id, created_at, invoice_id);
-- A company's words are found without those of others, and those of a period without older ones: by
-- its part, over all companies by the period. Few rows wait to be merged, because each search reads
-- those, and an insert merges them.
create index invoice_search_words on invoice_search using gin
  (search_part(company_id, search_period(created_at)), search_period(created_at), words gin_trgm_ops)
  with (gin_pending_list_limit = 256) where words is not null;
create trigger invoice_search_protect before update or delete on invoice_search
  for each row execute function protect_append_only();
create trigger invoice_search_no_truncate before truncate on invoice_search
  for each statement execute function protect_from_truncate();

-- Numbers --------------------------------------------------------------------------------------

-- The row of numbers of a TCR code and year. It remembers what its statement gave last, because a
-- statement returns nothing that it has only computed.
create table number_sequence (
  tcr_code text not null,
  year integer not null,
  last_ordinal bigint not null default 0,
  free_ordinals bigint[] default array[]::bigint[],
  given_ordinal bigint,
  floor_ordinal bigint not null default 0,
  last_issued_at timestamptz(0),
  environment environment not null,
  cash_register_ids uuid[] default array[]::uuid[],
  primary key (environment, tcr_code, year)
);

create table number_ledger (
  id bigserial primary key,
  cash_register_id uuid not null,
  tcr_code text not null,
  year integer not null,
  ordinal bigint not null,
  invoice_id uuid not null,
  event text not null,
  reason text,
  at timestamptz(3) not null default current_timestamp,
  environment environment not null
);
create index number_ledger_environment_tcr_code_year_ordinal_idx
  on number_ledger (environment, tcr_code, year, ordinal);
create index number_ledger_invoice_id_idx on number_ledger (invoice_id);
create trigger number_ledger_protect before update or delete on number_ledger
  for each row execute function protect_append_only();
create trigger number_ledger_no_truncate before truncate on number_ledger
  for each statement execute function protect_from_truncate();

-- Cash deposits --------------------------------------------------------------------------------

create type cash_deposit_status as enum ('pending', 'registered', 'refused', 'offline');

create table cash_deposit (
  id uuid primary key,
  cash_register_id uuid not null references cash_register (id) on update cascade on delete restrict,
  tcr_code text not null,
  local_date date not null,
  cash_amount text,
  status cash_deposit_status not null,
  fcdc text,
  change_date_time text,
  failure json,
  deliver_before timestamptz(3),
  claim_token bigint not null default 0,
  leased_until timestamptz(3),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  requested_amount text not null default '0.00'
);
create unique index cash_deposit_cash_register_id_tcr_code_local_date_key
  on cash_deposit (cash_register_id, tcr_code, local_date);
create index cash_deposit_open on cash_deposit (next_attempt_at)
  where status in ('pending', 'offline');

-- Key operations -------------------------------------------------------------------------------

create type key_operation_status as enum ('pending', 'done', 'failed');

create table key_operation (
  id uuid primary key,
  cash_register_id uuid references cash_register (id) on update cascade on delete restrict,
  kind text not null,
  cash_amount text,
  status key_operation_status not null default 'pending',
  result json,
  failure json,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  certificate_id uuid references certificate (id) on update cascade on delete set null,
  company_id uuid references company (id) on update cascade on delete set null,
  environment environment,
  input json,
  -- It is about a cash register, or about a company in one environment.
  constraint key_operation_about_something check (
    cash_register_id is not null or (company_id is not null and environment is not null)
  )
);
create index key_operation_cash_register_id_created_at_idx
  on key_operation (cash_register_id, created_at);
create index key_operation_pending on key_operation (created_at) where status = 'pending';

create function notify_key_operation_recorded() returns trigger language plpgsql as $$
begin
  perform announce_change('key_operation_recorded', NEW.id::text);
  return null;
end $$;
create trigger key_operation_recorded after update of status on key_operation
  for each row when (new.status <> 'pending')
  execute function notify_key_operation_recorded();

-- Messages to the authority --------------------------------------------------------------------

create type submission_kind as enum ('invoice', 'cash_deposit', 'tcr');
create type submission_outcome as enum ('registered', 'refused', 'unanswered');

-- The answer is the one change of a message: it stays on its page and touches no index, the bytes
-- that are sent and received being kept beside it. invoice_id has no foreign key: the statement
-- that adds a message takes it from the invoice's row, which no role may delete, and the check
-- would lock that row once more.
create table submission (
  id uuid primary key,
  kind submission_kind not null,
  invoice_id uuid,
  cash_deposit_id uuid references cash_deposit (id) on update cascade on delete set null,
  key_operation_id uuid references key_operation (id) on update cascade on delete set null,
  cash_register_id uuid not null,
  certificate_id uuid not null,
  request_uuid uuid not null,
  send_date_time text not null,
  subsequent_delivery text,
  request text not null,
  created_at timestamptz(3) not null default current_timestamp,
  answered_at timestamptz(3),
  outcome submission_outcome,
  http_status integer,
  response text,
  efi_code integer,
  detail text,
  was_sent boolean,
  unanswered_reason text,
  -- What comes from the authority's address may be any bytes, and text takes no NUL.
  response_bytes bytea,
  replaced_uuids uuid[] not null default array[]::uuid[],
  replaced_open_at timestamptz(3)
) with (fillfactor = 70, toast_tuple_target = 256);
create unique index submission_request_uuid_key on submission (request_uuid);
create index submission_invoice_id_created_at_idx on submission (invoice_id, created_at);
create index submission_of_deposit on submission (cash_deposit_id, created_at)
  where cash_deposit_id is not null;

-- A message keeps everything it was sent with; only its answer is added, once. It is deleted only
-- where a newer message of its invoice stands for it.
create function protect_submission() returns trigger language plpgsql as $$
begin
  if exists (select from submission s where s.invoice_id = OLD.invoice_id
             and OLD.request_uuid = any (s.replaced_uuids)) then
    return OLD;
  end if;
  raise exception 'submission % can not be deleted', OLD.id;
end $$;
create trigger submission_protect before delete on submission
  for each row execute function protect_submission();
create trigger submission_protect_message before update of
  id, kind, invoice_id, cash_deposit_id, key_operation_id, cash_register_id,
  certificate_id, request_uuid, send_date_time, subsequent_delivery, request, created_at,
  replaced_uuids, replaced_open_at on submission
  for each row execute function protect_append_only();
create trigger submission_protect_answer before update on submission
  for each row when (old.outcome is not null) execute function protect_append_only();
create trigger submission_no_truncate before truncate on submission
  for each statement execute function protect_from_truncate();

-- A message without what is new in every one: UUID, sending time, and the signature over them. A
-- value of an attribute cannot hold a quotation mark, so that nothing else looks like these.
create function message_contents(request text) returns text language sql immutable as $$
  select regexp_replace(request,
    ' (UUID|SendDateTime)="[^"]*"|<DigestValue>[^<]*</DigestValue>|<SignatureValue>[^<]*</SignatureValue>',
    '', 'g')
$$;

-- Of an invoice that never gets a reply the first message is kept, the last one, and the UUIDs of
-- those between. A message that anything came back of, or whose outcome is not written yet, is
-- never replaced. Both functions run as their owner: no process may delete a message.
create function replace_unanswered_submission() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  last submission%rowtype;
begin
  NEW.replaced_uuids := array[]::uuid[];
  NEW.replaced_open_at := null;
  if NEW.invoice_id is null or NEW.subsequent_delivery is null then return NEW; end if;
  select * into last from submission s where s.invoice_id = NEW.invoice_id
    order by s.created_at desc, s.id desc limit 1;
  if last.outcome is distinct from 'unanswered' or last.http_status is not null
     or last.response_bytes is not null or last.response is not null
     or last.subsequent_delivery is distinct from NEW.subsequent_delivery
     or last.certificate_id <> NEW.certificate_id
     or message_contents(last.request) <> message_contents(NEW.request)
     or not exists (select from submission s
                    where s.invoice_id = NEW.invoice_id and s.id <> last.id) then
    return NEW;
  end if;
  NEW.replaced_uuids := last.replaced_uuids || last.request_uuid;
  -- Whether one of them may have been registered is still known.
  NEW.replaced_open_at := case when last.was_sent is distinct from false
    then last.created_at else last.replaced_open_at end;
  return NEW;
end $$;
-- Only a repetition can stand for messages before it; whatever else says that it does is corrected.
create trigger submission_replace before insert on submission
  for each row when (new.subsequent_delivery is not null or new.replaced_uuids <> '{}'
                     or new.replaced_open_at is not null)
  execute function replace_unanswered_submission();

create function delete_replaced_submission() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from submission s
  where s.invoice_id = NEW.invoice_id and s.request_uuid = any (NEW.replaced_uuids);
  return null;
end $$;
create trigger submission_delete_replaced after insert on submission
  for each row when (cardinality(new.replaced_uuids) > 0)
  execute function delete_replaced_submission();

-- Printed invoices -----------------------------------------------------------------------------

create table document (
  id uuid primary key,
  invoice_id uuid not null references invoice (id) on update cascade on delete restrict,
  fic text,
  sha256 text not null,
  pdf bytea not null,
  created_at timestamptz(3) not null default current_timestamp
);
create index document_invoice_id_created_at_idx on document (invoice_id, created_at);
-- One print of each version: two workers that print the same invoice at the same time store one.
create unique index document_one_of_a_version on document (invoice_id, coalesce(fic, ''));
create trigger document_protect before update or delete on document
  for each row execute function protect_append_only();
create trigger document_no_truncate before truncate on document
  for each statement execute function protect_from_truncate();

create function notify_document_added() returns trigger language plpgsql as $$
begin
  perform announce_change('document_added', NEW.invoice_id::text);
  return null;
end $$;
create trigger document_added after insert on document
  for each row execute function notify_document_added();

-- Work -----------------------------------------------------------------------------------------

create type work_kind as enum ('fiscalize', 'deliver', 'key_operation', 'print', 'print_at_once');

-- Waiting work of every kind: one row a subject and kind, deleted when it is done. Half of each
-- page stays free, so that a claim changes its row in place and no index; rows that are done are
-- vacuumed after a thousand, however large the table once was.
create table work (
  subject_id uuid not null,
  kind work_kind not null,
  company_id uuid not null,
  environment environment not null,
  scheduled_at timestamptz(3) not null,
  leased_until timestamptz(3),
  token uuid,
  attempts integer not null default 0,
  created_at timestamptz(3) not null default current_timestamp,
  primary key (subject_id, kind)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000,
  autovacuum_vacuum_cost_delay = 0
);
-- Each environment's sales have a lane of their own, which finds its work in an index of its own.
create index work_sales on work (environment, scheduled_at) where kind = 'fiscalize';
create index work_other on work (kind, scheduled_at) where kind <> 'fiscalize';

-- What a person had tried again together: who, when, and which invoices. What became of each is read
-- from its own row.
create table retry_batch (
  id uuid primary key,
  company_id uuid references company (id) on update cascade on delete restrict,
  environment environment not null,
  started_by text not null,
  started_at timestamptz(3) not null default current_timestamp
);
create index retry_batch_of_all on retry_batch (environment, started_at);
create index retry_batch_of_company on retry_batch (company_id, environment, started_at);
create table retry_batch_invoice (
  batch_id uuid not null references retry_batch (id) on delete restrict,
  invoice_id uuid not null references invoice (id) on update cascade on delete restrict,
  -- It was handed out before, so that only a reply of the authority is an outcome.
  is_delivery boolean not null,
  primary key (batch_id, invoice_id)
);

-- Lanes from which no worker takes anything until a person resumes them.
create table lane_pause (
  lane text primary key,
  paused_at timestamptz(3) not null default current_timestamp,
  paused_by text not null,
  reason text not null
);

-- Audit ----------------------------------------------------------------------------------------

create table audit_log (
  id bigserial primary key,
  at timestamptz(3) not null default current_timestamp,
  actor text not null,
  company_id uuid,
  action text not null,
  entity_id uuid,
  before jsonb,
  after jsonb
);
create index audit_log_company_id_at_idx on audit_log (company_id, at);
create index audit_log_company_id_id_idx on audit_log (company_id, id);
create index audit_log_entity_id_at_idx on audit_log (entity_id, at);
-- What people did, among all that the service did by itself.
create index audit_log_people on audit_log (id) where actor like 'user:%';
create index audit_log_people_of_company on audit_log (company_id, id) where actor like 'user:%';
-- What one person did.
create index audit_log_actor on audit_log (actor, id) where actor like 'user:%';
-- What was done rarely. What is done with every sale is found without an index, and costs none.
create index audit_log_action on audit_log (action, id) where action <> 'invoice.fiscalized';
create index audit_log_action_of_company on audit_log (company_id, action, id)
  where action <> 'invoice.fiscalized';
create trigger audit_log_protect before update or delete on audit_log
  for each row execute function protect_append_only();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function protect_from_truncate();

-- Figures of operation -------------------------------------------------------------------------

create table worker_heartbeat (
  id uuid primary key,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  lanes json not null,
  circuits json not null
);

create table efi_minute (
  environment environment not null,
  minute timestamptz(0) not null,
  registered integer not null default 0,
  refused integer not null default 0,
  unanswered integer not null default 0,
  total_ms bigint not null default 0,
  slowest_ms integer not null default 0,
  primary key (environment, minute)
);

create table worker_lane_minute (
  lane text not null,
  minute timestamptz(0) not null,
  done integer not null default 0,
  failed integer not null default 0,
  primary key (lane, minute)
);

-- The circuits that are open, so that every worker knows of each within a second or two.
create table authority_circuit (
  id bigserial primary key,
  environment environment not null,
  scope text not null,
  opened_at timestamptz(3) not null,
  seen_at timestamptz(3) not null
);
create unique index authority_circuit_environment_scope_key on authority_circuit (environment, scope);

-- Counters need not survive a crash.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

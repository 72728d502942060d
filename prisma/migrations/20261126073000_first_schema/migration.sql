-- The whole schema, each table with its guards beside it, in the order in which an invoice meets
-- them: companies, people, invoices, numbers, deposits, key operations, messages, prints, archive,
-- work, audit, figures. prisma/schema.prisma says what each column means; what Prisma cannot
-- express (checks, triggers, partial indexes, parts, storage) stands here alone. Roles and
-- privileges are those of packages/db/src/migration/privileges.ts.

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
-- instead, before it commits. What is announced ends with the version of its words.
create function announce_change(change text, payload text) returns void language plpgsql as $$
begin
  payload := payload || ' v1';
  if current_setting('fiscal.announces_changes', true) = 'on' then
    raise info using errcode = 'FI001', message = change, detail = payload;
  else
    perform pg_notify(change, payload);
  end if;
end $$;

-- Who changes what others may change, too, says which version they have seen: each change raises
-- it.
create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- What grows is stored by month (docs/adr/0022): a part of the table a month, named by it, after a
-- first one that has no beginning.

-- An id of version 7 begins with its instant, in milliseconds since 1970.
create function uuid_instant(id uuid) returns timestamptz
language sql immutable strict parallel safe as $$
  select to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)
$$;

-- Not above any id of this instant or later.
create function first_uuid(at timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select rpad(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

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
  prints_at_once boolean not null default false,
  strict_correctives boolean not null default false,
  originals_from_elsewhere boolean not null default false,
  requires_second_factor boolean not null default false,
  writes_per_minute integer,
  reads_per_minute integer,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null,
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
  sealed_to text not null,
  warned_days integer,
  created_at timestamptz(3) not null default current_timestamp
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
  name text not null default '',
  password_hash text,
  role user_role not null,
  company_id uuid references company (id) on update cascade on delete set null,
  locale text not null default 'me' constraint app_user_locale check (locale in ('me', 'en')),
  totp_secret bytea,
  totp_enabled_at timestamptz(3),
  totp_last_step bigint,
  invitation_hash bytea,
  invitation_expires_at timestamptz(3),
  invitation_asked_at timestamptz(3),
  second_factor_reset_at timestamptz(3),
  disabled_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
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
  confirmed_at timestamptz(3) not null default current_timestamp,
  last_seen_at timestamptz(3) not null default current_timestamp,
  expires_at timestamptz(3) not null
);
create unique index user_session_token_hash_key on user_session (token_hash);
create index user_session_user_id_idx on user_session (user_id);
create index user_session_expires_at_idx on user_session (expires_at);

-- Links that visitors ask for who have forgotten their password. Each is a row of its own, so that
-- none takes the place of another one that the person already has.
create table password_link (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id) on update cascade on delete cascade,
  expires_at timestamptz(3) not null
);
create index password_link_user_id_idx on password_link (user_id);
create index password_link_expires_at_idx on password_link (expires_at);

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

-- A sentence of the authority without what differs from invoice to invoice (words with digits,
-- quoted values), hashed: under code 11 it says everything that breaks a rule, each in its own
-- words. A quotation begins after no letter, because the authority writes "doesn't".
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
  -- Of what it says in invoice_content (docs/adr/0026). Here, because claims compare it.
  form integer not null default 1,
  document_type text not null,
  type_of_invoice text not null,
  payment_method text not null,
  order_number bigint not null,
  note text,
  prices_include_vat boolean not null default false,
  original_id uuid references invoice (id) on update cascade on delete set null,
  -- The root of a corrective whose original is not stored here: domain's RootElsewhere.
  root_elsewhere jsonb,
  tcr_code text,
  year integer,
  ordinal bigint constraint invoice_ordinal_positive check (ordinal > 0),
  invoice_number text,
  issued_at timestamptz(0),
  issue_date_time text,
  iic text constraint invoice_iic_form check (iic ~ '^[0-9A-F]{32}$'),
  iic_signature text,
  iic_references json,
  issuer json,
  fic text,
  offline_since timestamptz(3),
  deliver_before timestamptz(3),
  failure json,
  failure_cause text generated always as (
    failure ->> 'code' || coalesce(':' || (failure ->> 'efiCode'), '') ||
    case when failure ->> 'efiCode' = '11'
      then coalesce(':' || words_key(failure ->> 'efiMessage'), '') else '' end
  ) stored,
  dismissed_at timestamptz(3),
  dismissed_by text,
  dismissal_reason text,
  recorded_with uuid,
  attempts integer not null default 0,
  alarm_hours integer not null default 0,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  constraint invoice_fiscalized_has_codes check (
    status <> 'Fiscalized'
    or (iic is not null and fic is not null and invoice_number is not null
        and issued_at is not null)
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
create index invoice_root_elsewhere on invoice ((root_elsewhere ->> 'iic'))
  where root_elsewhere is not null;

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

-- The invoices of a day of a company, in the order in which they were issued: for the archive.
create index invoice_of_day on invoice (company_id, environment, issued_at, id)
  where issued_at is not null;

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
  seller json not null,
  advance_payment_iic text
) partition by range (invoice_id);
-- The invoices that an advance has paid, which its corrective names.
create index invoice_paid_by_advance on invoice_content (advance_payment_iic)
  where advance_payment_iic is not null;
create trigger invoice_content_protect before update or delete on invoice_content
  for each row execute function protect_append_only();
create trigger invoice_content_no_truncate before truncate on invoice_content
  for each statement execute function protect_from_truncate();

-- What a sale does is planned once, for whatever month it turns out to be: PostgreSQL chooses the
-- parts of the months when a function is given its invoice, and would open all of them in a join,
-- or plan the statement anew each time.
create function content_of_invoice(invoice uuid)
returns table (
  invoice_id uuid, request json, computed json, warnings json, seller json, advance_payment_iic text
) language plpgsql
stable rows 1 set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select c.invoice_id, c.request, c.computed, c.warnings, c.seller, c.advance_payment_iic
    from invoice_content c where c.invoice_id = invoice;
end $$;

-- The invoices in force, no correctives, that an advance pays. A function, so that a statement
-- which reads records opens the months of invoice_content only for an advance. Correctives of
-- originals from elsewhere are left out, too: what the advance has paid of these is not stored
-- here.
create function invoices_paid_by_advance(advance_iic text, company uuid, of_environment environment)
returns table (id uuid) language plpgsql
stable rows 5 set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select i.id
    from invoice_content c join invoice i on i.id = c.invoice_id
    where c.advance_payment_iic = advance_iic
      and i.company_id is not distinct from company
      and i.environment is not distinct from of_environment
      and i.original_id is null and i.root_elsewhere is null
      and i.status in ('Pending', 'Offline', 'Fiscalized');
end $$;

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

-- What a company has in a period, and rarely another one, too: as short as an entry of an index can
-- be.
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
  (search_part(company_id, search_period(created_at)), search_period(created_at),
   words gin_trgm_ops)
  with (gin_pending_list_limit = 256) where words is not null;
create trigger invoice_search_protect before update or delete on invoice_search
  for each row execute function protect_append_only();
create trigger invoice_search_no_truncate before truncate on invoice_search
  for each statement execute function protect_from_truncate();

-- Numbers --------------------------------------------------------------------------------------

-- The row of numbers of a TCR code and year. It remembers what its statement gave last, because a
-- statement returns nothing that it has only computed.
create table number_sequence (
  environment environment not null,
  tcr_code text not null,
  year integer not null,
  cash_register_ids uuid[] default array[]::uuid[],
  last_ordinal bigint not null default 0,
  free_ordinals bigint[] default array[]::bigint[],
  given_ordinal bigint,
  floor_ordinal bigint not null default 0,
  last_issued_at timestamptz(0),
  confirmed_in text,
  primary key (environment, tcr_code, year)
);

create table number_ledger (
  id bigserial primary key,
  environment environment not null,
  cash_register_id uuid not null,
  tcr_code text not null,
  year integer not null,
  ordinal bigint not null,
  -- Null for a number that was given before, to an invoice that this database does not have.
  invoice_id uuid,
  event text not null,
  reason text,
  at timestamptz(3) not null default current_timestamp
);
create index number_ledger_environment_tcr_code_year_ordinal_idx
  on number_ledger (environment, tcr_code, year, ordinal);
create index number_ledger_invoice_id_idx on number_ledger (invoice_id);
create trigger number_ledger_protect before update or delete on number_ledger
  for each row execute function protect_append_only();
create trigger number_ledger_no_truncate before truncate on number_ledger
  for each statement execute function protect_from_truncate();

-- A database that was restored, rolled back or promoted may lack numbers that the authority has. It
-- recognizes itself by its place: what stands in database_place travels with a copy, the place that
-- current_place() reads does not. docs/adr/0019.

-- Copies of its files that were put back where they came from, as a worker or a person has noticed:
-- nothing in PostgreSQL shows them, so each is a place of its own.
create table database_rollback (
  id bigserial primary key,
  noticed_by text not null,
  at timestamptz(3) not null default current_timestamp
);
create trigger database_rollback_protect before update or delete on database_rollback
  for each row execute function protect_append_only();
create trigger database_rollback_no_truncate before truncate on database_rollback
  for each statement execute function protect_from_truncate();

-- Another one after: initdb or pg_upgrade (system identifier), promotion or point-in-time recovery
-- (timeline), create database … template (database), a dump read into the same database (table).
create function current_place() returns text language sql stable as $$
  select concat_ws('.', (select system_identifier from pg_control_system()),
    substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8),
    (select oid from pg_database where datname = current_database()),
    'number_sequence'::regclass::oid, (select count(*) from database_rollback))
$$;

create table database_place (
  place text primary key,
  -- Null while numbers are given only where they were confirmed.
  confirmed_at timestamptz(3),
  seen_at timestamptz(3) not null default current_timestamp
);
insert into database_place (place, confirmed_at) values (current_place(), now());

-- Null while the database is not confirmed in its place: rows that are opened then have to be
-- confirmed, too.
create function confirmed_place() returns text language sql stable as $$
  select place from database_place where place = current_place() and confirmed_at is not null
$$;
alter table number_sequence alter column confirmed_in set default confirmed_place();

-- The last number of a TCR code and year before the database came to its place, as was found out.
create table number_confirmation (
  environment environment not null,
  tcr_code text not null,
  year integer not null,
  place text not null,
  last_ordinal bigint not null check (last_ordinal >= 0),
  nothing_lost boolean not null,
  evidence text not null,
  at timestamptz(3) not null default current_timestamp,
  primary key (environment, tcr_code, year, place)
);

-- It can be raised while no invoice has a number behind it: 75 was typed for 750 (docs/adr/0019).
-- That is decided under the lock of the row of numbers, which then takes the number over anew.
create function raise_confirmed_number() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  raised record := OLD;
begin
  raised.last_ordinal := NEW.last_ordinal;
  raised.nothing_lost := false;
  raised.evidence := NEW.evidence;
  if NEW is distinct from raised or NEW.last_ordinal <= OLD.last_ordinal then
    raise exception 'a confirmed number is raised, and nothing else of it is changed';
  end if;
  -- A row that is not there yet could begin meanwhile, behind the number from before.
  insert into number_sequence (environment, tcr_code, year, confirmed_in)
    values (OLD.environment, OLD.tcr_code, OLD.year, null) on conflict do nothing;
  perform from number_sequence s
    where s.environment = OLD.environment and s.tcr_code = OLD.tcr_code and s.year = OLD.year
    for update;
  if exists (select from invoice i
             where i.environment = OLD.environment and i.tcr_code = OLD.tcr_code
             and i.year = OLD.year and i.ordinal > OLD.last_ordinal) then
    return null;
  end if;
  update number_sequence s set confirmed_in = null
    where s.environment = OLD.environment and s.tcr_code = OLD.tcr_code and s.year = OLD.year
      and s.confirmed_in = OLD.place;
  return NEW;
end $$;
create trigger number_confirmation_protect before delete on number_confirmation
  for each row execute function protect_append_only();
create trigger number_confirmation_raise before update on number_confirmation
  for each row execute function raise_confirmed_number();
create trigger number_confirmation_no_truncate before truncate on number_confirmation
  for each statement execute function protect_from_truncate();


-- Cash deposits --------------------------------------------------------------------------------

create type cash_deposit_status as enum ('pending', 'registered', 'refused', 'offline');

create table cash_deposit (
  id uuid primary key,
  cash_register_id uuid not null references cash_register (id) on update cascade on delete restrict,
  tcr_code text not null,
  local_date date not null,
  form integer not null default 1,
  requested_amount text not null default '0.00',
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
  updated_at timestamptz(3) not null default current_timestamp
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
  company_id uuid references company (id) on update cascade on delete set null,
  environment environment,
  certificate_id uuid references certificate (id) on update cascade on delete set null,
  kind text not null,
  form integer not null default 1,
  cash_amount text,
  input json,
  status key_operation_status not null default 'pending',
  result json,
  failure json,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
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

-- The reply is the one change of a message: it stays on its page and touches no index, the bytes
-- that are sent and received being kept beside it. There are no foreign keys: the statement that
-- adds a message takes its ids from rows that no role may delete, and each check would lock such a
-- row once more, and its table whenever a month is made.
create table submission (
  id uuid primary key,
  kind submission_kind not null,
  invoice_id uuid,
  cash_deposit_id uuid,
  key_operation_id uuid,
  cash_register_id uuid not null,
  certificate_id uuid not null,
  request_uuid uuid not null,
  send_date_time text not null,
  subsequent_delivery text,
  request text,
  created_at timestamptz(3) not null default current_timestamp,
  answered_at timestamptz(3),
  outcome submission_outcome,
  http_status integer,
  -- What comes from the authority's address may be any bytes, and text takes no NUL.
  response_bytes bytea,
  efi_code integer,
  detail text,
  was_sent boolean,
  unanswered_reason text,
  replaced_uuids uuid[] not null default array[]::uuid[],
  replaced_open_at timestamptz(3),
  object_key text,
  -- Of message_object, hexadecimal.
  object_sha256 text
) partition by range (id);
create index submission_invoice_id_created_at_idx on submission (invoice_id, created_at);
create index submission_of_deposit on submission (cash_deposit_id, created_at)
  where cash_deposit_id is not null;
create trigger submission_no_truncate before truncate on submission
  for each statement execute function protect_from_truncate();

-- Where the messages of an invoice are: none was stored before it, by PostgreSQL's clock and not by
-- its id (docs/adr/0011), and none after what became of it. A day is left on either side, because
-- the clocks of two machines are never so far apart.
create function messages_since(created_at timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select first_uuid(to_timestamp(extract(epoch from created_at)::float8 - 86400))
$$;
create function messages_until(at timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select first_uuid(to_timestamp(extract(epoch from at)::float8 + 86400))
$$;

-- The messages of an invoice, the newest first.
create function messages_of_invoice(invoice uuid)
returns table (
  id uuid, request text, created_at timestamptz, outcome submission_outcome, was_sent boolean,
  unanswered_reason text, replaced_open_at timestamptz
) language plpgsql
stable rows 2 set plan_cache_mode = force_generic_plan as $$
declare
  since uuid := (select messages_since(i.created_at) from invoice i where i.id = invoice);
begin
  return query
    select s.id, s.request, s.created_at, s.outcome, s.was_sent, s.unanswered_reason,
      s.replaced_open_at
    from submission s
    where s.invoice_id = invoice and s.id >= since
    order by s.created_at desc, s.id desc;
end $$;

-- A message is deleted only where a newer one of its invoice stands for it.
create function protect_submission() returns trigger language plpgsql as $$
declare
  since uuid := (select messages_since(i.created_at) from invoice i where i.id = OLD.invoice_id);
begin
  if exists (select from submission s where s.invoice_id = OLD.invoice_id and s.id >= since
             and OLD.request_uuid = any (s.replaced_uuids)) then
    return OLD;
  end if;
  raise exception 'submission % can not be deleted', OLD.id;
end $$;
create trigger submission_protect before delete on submission
  for each row execute function protect_submission();

-- A message as one object: how many bytes are the request's and the reply's, the request, the
-- reply.
create function message_object(request text, response bytea) returns bytea language sql stable as $$
  select convert_to(format(E'request %s reply %s\n', octet_length(convert_to(request, 'UTF8')),
      coalesce(octet_length(response)::text, 'none')), 'UTF8')
    || convert_to(request, 'UTF8') || coalesce(response, '')
$$;

-- It keeps everything it was sent with. Once it has its reply, it may leave for the object store
-- with it (docs/data.md#object-store), and what is noted is of both: nothing else of it changes.
create function protect_message() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  emptied record := OLD;
begin
  if OLD.outcome is not null and OLD.object_key is null and NEW.object_key is not null then
    emptied.request := null;
    emptied.response_bytes := null;
    emptied.object_key := NEW.object_key;
    emptied.object_sha256 :=
      encode(sha256(message_object(OLD.request, OLD.response_bytes)), 'hex');
    if NEW is not distinct from emptied then return NEW; end if;
  end if;
  raise exception 'submission is append-only';
end $$;
create trigger submission_protect_message before update of
  id, kind, invoice_id, cash_deposit_id, key_operation_id, cash_register_id,
  certificate_id, request_uuid, send_date_time, subsequent_delivery, request, created_at,
  replaced_uuids, replaced_open_at, object_key, object_sha256 on submission
  for each row execute function protect_message();
create trigger submission_protect_answer before update on submission
  for each row when (old.outcome is not null) execute function protect_message();
create trigger submission_is_whole before insert on submission
  for each row when (new.request is null or new.object_key is not null)
  execute function protect_append_only();

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
  since uuid := (select messages_since(i.created_at) from invoice i where i.id = NEW.invoice_id);
begin
  NEW.replaced_uuids := array[]::uuid[];
  NEW.replaced_open_at := null;
  if NEW.invoice_id is null or NEW.subsequent_delivery is null then return NEW; end if;
  select * into last from submission s
    where s.invoice_id = NEW.invoice_id and s.id >= since
    order by s.created_at desc, s.id desc limit 1;
  if last.outcome is distinct from 'unanswered' or last.http_status is not null
     or last.response_bytes is not null
     or last.subsequent_delivery is distinct from NEW.subsequent_delivery
     or last.certificate_id <> NEW.certificate_id
     or message_contents(last.request) <> message_contents(NEW.request)
     or not exists (select from submission s
                    where s.invoice_id = NEW.invoice_id and s.id >= since
                      and s.id <> last.id) then
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
declare
  since uuid := (select messages_since(i.created_at) from invoice i where i.id = NEW.invoice_id);
begin
  delete from submission s
  where s.invoice_id = NEW.invoice_id and s.id >= since
    and s.request_uuid = any (NEW.replaced_uuids);
  return null;
end $$;
create trigger submission_delete_replaced after insert on submission
  for each row when (cardinality(new.replaced_uuids) > 0)
  execute function delete_replaced_submission();

-- The reply of a message, added once; one that is there already is kept. What is inserted here
-- changes the row of the message.
create view submission_answer as
  select id as submission_id, outcome, http_status, response_bytes, efi_code, detail, was_sent,
    unanswered_reason
  from submission;
create function answer_submission() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
begin
  update submission
  set answered_at = now(), outcome = NEW.outcome, http_status = NEW.http_status,
      response_bytes = NEW.response_bytes, efi_code = NEW.efi_code, detail = NEW.detail,
      was_sent = NEW.was_sent, unanswered_reason = NEW.unanswered_reason
  where id = NEW.submission_id and outcome is null;
  return NEW;
end $$;
create trigger submission_answer_add instead of insert on submission_answer
  for each row execute function answer_submission();

-- Prints ---------------------------------------------------------------------------------------

create table document (
  id uuid not null,
  -- No foreign key: no role may delete an invoice, and each would lock its table whenever a month
  -- is made.
  invoice_id uuid not null,
  fic text,
  -- Of the print, in the row or in the object store.
  sha256 text not null,
  pdf bytea,
  created_at timestamptz(3) not null default current_timestamp,
  object_key text,
  object_size integer,
  primary key (invoice_id, id)
) partition by range (invoice_id);
create index document_invoice_id_created_at_idx on document (invoice_id, created_at);
-- One print of each version: two workers that print the same invoice at the same time store one.
create unique index document_one_of_a_version on document (invoice_id, coalesce(fic, ''));
create trigger document_no_truncate before truncate on document
  for each statement execute function protect_from_truncate();

-- The one change of a print: it leaves, and what is noted is of what leaves.
create function protect_document() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  emptied record := OLD;
begin
  if TG_OP = 'UPDATE' and OLD.object_key is null and NEW.object_key is not null
     and OLD.sha256 = encode(sha256(OLD.pdf), 'hex') then
    emptied.pdf := null;
    emptied.object_key := NEW.object_key;
    emptied.object_size := octet_length(OLD.pdf);
    if NEW is not distinct from emptied then return NEW; end if;
  end if;
  raise exception 'document is append-only';
end $$;
create trigger document_protect before update or delete on document
  for each row execute function protect_document();
create trigger document_is_whole before insert on document
  for each row when (new.pdf is null or new.object_key is not null)
  execute function protect_append_only();

create function notify_document_added() returns trigger language plpgsql as $$
begin
  perform announce_change('document_added', NEW.invoice_id::text);
  return null;
end $$;
create trigger document_added after insert on document
  for each row execute function notify_document_added();

-- Months ---------------------------------------------------------------------------------------

-- The first part of each table ends after the month that comes.
create function end_of_first_part() returns uuid language sql stable as $$
  select first_uuid(
    (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC')
$$;
create table invoice_content_first partition of invoice_content
  for values from (minvalue) to (end_of_first_part());
create table document_first partition of document
  for values from (minvalue) to (end_of_first_part());
create table submission_first partition of submission
  for values from (minvalue) to (end_of_first_part())
  with (fillfactor = 70, toast_tuple_target = 256);
drop function end_of_first_part();
create unique index submission_first_request_uuid_idx on submission_first (request_uuid);
-- A part gets the triggers of rows from its table; those of statements are its own.
create trigger invoice_content_no_truncate before truncate on invoice_content_first
  for each statement execute function protect_from_truncate();
create trigger document_no_truncate before truncate on document_first
  for each statement execute function protect_from_truncate();
create trigger submission_no_truncate before truncate on submission_first
  for each statement execute function protect_from_truncate();

-- The parts of the three tables and where each begins and ends; the first one has no beginning. One
-- is pending whose detachment was interrupted.
create function stored_months()
returns table (
  table_name text, part_name text, begins timestamptz, ends timestamptz, is_pending boolean
)
language sql stable as $$
  select p.relname, c.relname,
    uuid_instant(substring(bounds.text from 'FROM \(''([^'']*)''\)')::uuid),
    uuid_instant(substring(bounds.text from 'TO \(''([^'']*)''\)')::uuid),
    i.inhdetachpending
  from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
  cross join lateral (select pg_get_expr(c.relpartbound, c.oid)) as bounds (text)
  where p.relnamespace = 'public'::regnamespace
    and p.relname in ('invoice_content', 'document', 'submission')
$$;

-- Makes the parts that are missing of this month and the twelve after it. A part is made apart and
-- attached, which keeps nobody from reading or writing. Workers call it, and own no table: it does
-- nothing else, runs as its owner, and gives way where it has to wait.
create function make_months() returns void language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  divided record;
  month timestamp;
  part text;
begin
  perform pg_advisory_xact_lock(72707370);
  for divided in
    select table_name as name, max(ends) at time zone 'UTC' as ends from stored_months() group by 1
  loop
    month := divided.ends;
    while month <= (now() at time zone 'UTC') + interval '12 months' loop
      part := divided.name || to_char(month, '_YYYY_MM');
      execute format('create table %I (like %I including defaults including storage)
        with (%s)', part, divided.name,
        case divided.name when 'submission' then 'fillfactor = 70, toast_tuple_target = 256' else
          'fillfactor = 100' end);
      execute format('create trigger %I before truncate on %I for each statement
        execute function protect_from_truncate()', divided.name || '_no_truncate', part);
      if divided.name = 'submission' then
        -- A UUID is drawn for one message and sent within its month; over all months nothing is
        -- unique that does not name the id.
        execute format('create unique index on %I (request_uuid)', part);
      end if;
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        divided.name, part, first_uuid(month at time zone 'UTC'),
        first_uuid((month + interval '1 month') at time zone 'UTC'));
      month := month + interval '1 month';
    end loop;
  end loop;
end $$;
revoke execute on function make_months() from public;
select make_months();

-- The sealed archive ---------------------------------------------------------------------------

-- What the manifests that were written are, so that a missing one is noticed, the newest one too
-- (docs/adr/0020).
create table archive_seal (
  company_id uuid not null references company (id) on update cascade on delete restrict,
  environment environment not null,
  number integer not null check (number > 0),
  day date not null,
  manifest_sha256 text not null check (manifest_sha256 ~ '^[0-9a-f]{64}$'),
  is_complete boolean not null,
  documents integer not null,
  sealed_at timestamptz(3) not null default current_timestamp,
  primary key (company_id, environment, number)
);
create trigger archive_seal_protect before update or delete on archive_seal
  for each row execute function protect_append_only();
create trigger archive_seal_no_truncate before truncate on archive_seal
  for each statement execute function protect_from_truncate();
-- Whether a day has a seal is asked for each day of two months: fiscal_archive_behind_seconds.
create index archive_seal_of_day on archive_seal (company_id, environment, day);

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
  trace text,
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

-- What a person had tried again together: who, when, and which invoices. What became of each is
-- read from its own row.
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
  vault_recipients text[] not null default '{}',
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
create unique index authority_circuit_environment_scope_key
  on authority_circuit (environment, scope);

-- Messages without a reply, as workers count them together before a circuit opens: a few rows while
-- an authority is silent, none otherwise. They need not survive a crash.
create unlogged table authority_silence (
  id bigserial primary key,
  environment environment not null,
  company_id text not null,
  sent_at timestamptz(3) not null,
  stored_at timestamptz(3) not null,
  is_across boolean not null
);

-- Counters need not survive a crash.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

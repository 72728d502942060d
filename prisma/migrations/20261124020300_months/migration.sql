-- The three tables that are the bulk of what is stored, divided by month, so that an old month can be
-- detached (docs/adr/0022). The tables that are there become the first part, as they are; processes of the
-- release before go on with the same names, columns and privileges.
-- contract: what is renamed has a table of its name in its place before anybody sees it

-- No role may delete what these refer to, and each would lock the table that it refers to whenever a month
-- is made.
alter table document drop constraint document_invoice_id_fkey;
alter table submission drop constraint submission_cash_deposit_id_fkey;
alter table submission drop constraint submission_key_operation_id_fkey;

alter table document drop constraint document_pkey;
alter table document add constraint document_pkey primary key using index document_key;

-- A part gets the triggers of rows from its table, but those of statements are its own.
drop trigger invoice_content_protect on invoice_content;
drop trigger document_protect on document;
drop trigger document_added on document;
drop trigger submission_protect on submission;
drop trigger submission_protect_message on submission;
drop trigger submission_protect_answer on submission;
drop trigger submission_replace on submission;
drop trigger submission_delete_replaced on submission;

alter table invoice_content rename to invoice_content_first;
alter index invoice_content_pkey rename to invoice_content_first_pkey;
alter index invoice_paid_by_advance rename to invoice_content_first_paid_by_advance;
create table invoice_content (like invoice_content_first including defaults including storage, primary key (invoice_id))
  partition by range (invoice_id);

alter table document rename to document_first;
alter index document_pkey rename to document_first_pkey;
alter index document_invoice_id_created_at_idx rename to document_first_invoice_id_created_at_idx;
alter index document_one_of_a_version rename to document_first_one_of_a_version;
create table document (like document_first including defaults including storage, primary key (invoice_id, id))
  partition by range (invoice_id);

alter table submission rename to submission_first;
alter index submission_pkey rename to submission_first_pkey;
alter index submission_request_uuid_key rename to submission_first_request_uuid_key;
alter index submission_invoice_id_created_at_idx
  rename to submission_first_invoice_id_created_at_idx;
alter index submission_of_deposit rename to submission_first_of_deposit;
create table submission (like submission_first including defaults including storage, primary key (id))
  partition by range (id);

-- Nobody waits for the privileges that every `migrate` ends with; the parts are reached by their tables alone.
do $$
declare
  given record;
begin
  for given in
    with had as (
      select c.oid, c.relname, a.grantee, a.privilege_type as privilege, '' as columns
      from pg_class c cross join aclexplode(c.relacl) a where a.grantee <> c.relowner
      union all
      select c.oid, c.relname, a.grantee, a.privilege_type, format('(%I)', t.attname)
      from pg_class c join pg_attribute t on t.attrelid = c.oid cross join aclexplode(t.attacl) a
      where a.grantee <> c.relowner
    )
    select relname as part, replace(relname, '_first', '') as name, privilege, columns,
      case grantee when 0 then 'public' else grantee::regrole::text end as role
    from had
    where oid in ('invoice_content_first'::regclass, 'document_first'::regclass, 'submission_first'::regclass)
  loop
    execute format('grant %s %s on %I to %s', given.privilege, given.columns, given.name, given.role);
    execute format('revoke all on %I from %s', given.part, given.role);
  end loop;
end $$;

create index invoice_paid_by_advance on invoice_content (advance_payment_iic)
  where advance_payment_iic is not null;
create trigger invoice_content_protect before update or delete on invoice_content
  for each row execute function protect_append_only();
create trigger invoice_content_no_truncate before truncate on invoice_content
  for each statement execute function protect_from_truncate();

create index document_invoice_id_created_at_idx on document (invoice_id, created_at);
create unique index document_one_of_a_version on document (invoice_id, coalesce(fic, ''));
create trigger document_protect before update or delete on document
  for each row execute function protect_append_only();
create trigger document_no_truncate before truncate on document
  for each statement execute function protect_from_truncate();
create trigger document_added after insert on document
  for each row execute function notify_document_added();

create index submission_invoice_id_created_at_idx on submission (invoice_id, created_at);
create index submission_of_deposit on submission (cash_deposit_id, created_at)
  where cash_deposit_id is not null;
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
create trigger submission_replace before insert on submission
  for each row when (new.subsequent_delivery is not null or new.replaced_uuids <> '{}'
                     or new.replaced_open_at is not null)
  execute function replace_unanswered_submission();
create trigger submission_delete_replaced after insert on submission
  for each row when (cardinality(new.replaced_uuids) > 0)
  execute function delete_replaced_submission();

do $$
declare
  divided record;
begin
  for divided in
    select c.relname as name, substring(pg_get_constraintdef(k.oid) from '''([0-9a-f-]{36})''') as ends
    from pg_class c join pg_constraint k on k.conname = c.relname || '_first_months'
    where c.oid in ('invoice_content'::regclass, 'document'::regclass, 'submission'::regclass)
  loop
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
      divided.name, divided.name || '_first', divided.ends);
    execute format('alter table %I drop constraint %I', divided.name || '_first',
      divided.name || '_first_months');
  end loop;
end $$;

-- The parts of the three tables and where each begins and ends; the first one has no beginning. One is
-- pending whose detachment was interrupted.
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
        -- A UUID is drawn for one message and sent within its month; over all months nothing is unique
        -- that does not name the id.
        execute format('create unique index on %I (request_uuid)', part);
      end if;
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', divided.name, part,
        first_uuid(month at time zone 'UTC'), first_uuid((month + interval '1 month') at time zone 'UTC'));
      month := month + interval '1 month';
    end loop;
  end loop;
end $$;
revoke execute on function make_months() from public;
select make_months();

-- Where the messages of an invoice are: none is stored before it, and none after what became of it. A day
-- is added, because the clocks of two machines are never so far apart.
create function messages_from(invoice_id uuid) returns uuid
language sql immutable strict parallel safe as $$
  select first_uuid(to_timestamp(extract(epoch from uuid_instant(invoice_id))::float8 - 86400))
$$;
create function messages_until(at timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select first_uuid(to_timestamp(extract(epoch from at)::float8 + 86400))
$$;

create or replace function protect_submission() returns trigger language plpgsql as $$
begin
  if exists (select from submission s where s.invoice_id = OLD.invoice_id
             and s.id >= messages_from(OLD.invoice_id)
             and OLD.request_uuid = any (s.replaced_uuids)) then
    return OLD;
  end if;
  raise exception 'submission % can not be deleted', OLD.id;
end $$;

create or replace function replace_unanswered_submission() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  last submission%rowtype;
begin
  NEW.replaced_uuids := array[]::uuid[];
  NEW.replaced_open_at := null;
  if NEW.invoice_id is null or NEW.subsequent_delivery is null then return NEW; end if;
  select * into last from submission s
    where s.invoice_id = NEW.invoice_id and s.id >= messages_from(NEW.invoice_id)
    order by s.created_at desc, s.id desc limit 1;
  if last.outcome is distinct from 'unanswered' or last.http_status is not null
     or last.response_bytes is not null or last.response is not null
     or last.subsequent_delivery is distinct from NEW.subsequent_delivery
     or last.certificate_id <> NEW.certificate_id
     or message_contents(last.request) <> message_contents(NEW.request)
     or not exists (select from submission s
                    where s.invoice_id = NEW.invoice_id and s.id >= messages_from(NEW.invoice_id)
                      and s.id <> last.id) then
    return NEW;
  end if;
  NEW.replaced_uuids := last.replaced_uuids || last.request_uuid;
  -- Whether one of them may have been registered is still known.
  NEW.replaced_open_at := case when last.was_sent is distinct from false
    then last.created_at else last.replaced_open_at end;
  return NEW;
end $$;

create or replace function delete_replaced_submission() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  delete from submission s
  where s.invoice_id = NEW.invoice_id and s.id >= messages_from(NEW.invoice_id)
    and s.request_uuid = any (NEW.replaced_uuids);
  return null;
end $$;

-- What a sale does is planned once, for whatever month it turns out to be: PostgreSQL chooses the parts of
-- the months when a function is given its invoice, and would open all of them in a join, or plan the
-- statement anew each time.
create function content_of(invoice uuid) returns setof invoice_content language plpgsql
stable rows 1 set plan_cache_mode = force_generic_plan as $$
begin
  return query select * from invoice_content c where c.invoice_id = invoice;
end $$;

-- The messages of an invoice, the newest first.
create function messages_of(invoice uuid) returns setof submission language plpgsql
stable rows 2 set plan_cache_mode = force_generic_plan as $$
begin
  return query select * from submission s
    where s.invoice_id = invoice and s.id >= messages_from(invoice)
    order by s.created_at desc, s.id desc;
end $$;

-- The answer of a message, added once; one that is there already is kept. What is inserted here changes
-- the row of the message.
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

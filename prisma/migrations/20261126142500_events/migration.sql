-- What has happened to the documents of a company, and around them, for who follows it (extensions
-- §10, docs/adr/0029). Written by triggers on the rows themselves, so that no path, no program and no
-- older worker leaves one out.

create type event_type as enum (
  'invoice.fiscalized', 'invoice.offline', 'invoice.failed', 'deposit.refused', 'deadline.near',
  'certificate.ending', 'cash-register.held', 'authority.silent', 'authority.back'
);

-- Kept for 30 days: divided by month, and a month goes as a whole. There is one index, the one that
-- the feed reads along; `at` stands in it so that a month is read from an instant on without its rows.
create table event (
  id bigserial not null,
  -- Of the transaction that wrote it, and the incarnation of the database that the number belongs to:
  -- a restored database counts its transactions anew.
  xid xid8 not null default pg_current_xact_id(),
  place integer not null default hashtext(current_place()),
  -- Null: every company.
  company_id uuid,
  environment environment not null,
  type event_type not null,
  -- That the change made; null where the event is about no invoice.
  status invoice_status,
  invoice_id uuid,
  external_id text,
  -- Not now(): a transaction may have begun long before.
  at timestamptz(3) not null default clock_timestamp(),
  -- What a notice needs beyond that; the feed does not show it.
  detail jsonb
) partition by range (at);
create index event_in_feed on event (company_id, environment, place, xid, at);

create table event_first partition of event for values from (minvalue)
  to ((date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC');

-- The parts of the table and where each ends.
create function event_months() returns table (part_name text, ends timestamptz)
language sql stable as $$
  select c.relname, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']*)''\)')::timestamptz
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'event'::regclass
$$;

-- Makes the months that are missing up to a year ahead, and drops those whose newest event is older
-- than 30 days. It gives way where it has to wait: a drop that waits holds up every
-- writer.
create function keep_event_months() returns void language plpgsql
security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  month timestamp;
  part text;
begin
  perform pg_advisory_xact_lock(72707371);
  month := (select max(ends) at time zone 'UTC' from event_months());
  while month <= (now() at time zone 'UTC') + interval '12 months' loop
    part := 'event' || to_char(month, '_YYYY_MM');
    execute format('create table %I (like event including defaults)', part);
    execute format('alter table event attach partition %I for values from (%L) to (%L)', part,
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    month := month + interval '1 month';
  end loop;
  for part in select part_name from event_months() where ends <= now() - interval '30 days' loop
    begin
      execute format('drop table %I', part);
    exception when lock_not_available then
      -- It goes with a later call; what was made stays.
      raise warning 'the events of % are in use', part;
    end;
  end loop;
end $$;
-- reviewed revoking: no release before has it.
revoke execute on function keep_event_months() from public;
-- reviewed running-code: it makes the parts of the table above, which is empty.
select keep_event_months();

-- Each runs as its owner: what writes the row need not be allowed to write events, and a process of
-- the release before is not.
create function add_invoice_event() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into event (company_id, environment, type, status, invoice_id, external_id)
  values (NEW.company_id, NEW.environment, ('invoice.' || lower(NEW.status::text))::event_type,
    NEW.status, NEW.id, NEW.external_id);
  return null;
end $$;
create trigger invoice_event after update of status on invoice
  for each row when (old.status <> new.status and new.status in ('Fiscalized', 'Offline', 'Failed'))
  execute function add_invoice_event();

-- Little time remains to put anything right: the last two alarms, 8 and 2 hours before the end.
create function add_deadline_event() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into event (company_id, environment, type, status, invoice_id, external_id, detail)
  values (NEW.company_id, NEW.environment, 'deadline.near', NEW.status, NEW.id, NEW.external_id,
    jsonb_build_object('invoiceNumber', NEW.invoice_number, 'hours', NEW.alarm_hours,
      'deliverBefore', NEW.deliver_before));
  return null;
end $$;
create trigger invoice_deadline_event after update of alarm_hours on invoice
  for each row when (new.alarm_hours > old.alarm_hours and new.alarm_hours >= 40)
  execute function add_deadline_event();

create function add_deposit_event() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into event (company_id, environment, type, detail)
  select r.company_id, r.environment, 'deposit.refused',
    jsonb_build_object('cashRegisterId', r.id, 'cashRegister', r.name, 'tcrCode', NEW.tcr_code,
      'date', NEW.local_date, 'failure', NEW.failure)
  from cash_register r where r.id = NEW.cash_register_id;
  return null;
end $$;
create trigger cash_deposit_event after update of status on cash_deposit
  for each row when (old.status <> new.status and new.status = 'refused')
  execute function add_deposit_event();

create function add_certificate_event() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into event (company_id, environment, type, detail)
  values (NEW.company_id, NEW.environment, 'certificate.ending',
    jsonb_build_object('certificateId', NEW.id, 'subject', NEW.subject, 'days', NEW.warned_days,
      'notAfter', NEW.not_after));
  return null;
end $$;
create trigger certificate_event after update of warned_days on certificate
  for each row when (new.warned_days is not null and old.warned_days is distinct from new.warned_days)
  execute function add_certificate_event();

-- The database is in a place where it may lack numbers: every cash register is held until its last
-- number is confirmed (docs/adr/0019).
create function add_held_events() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into event (company_id, environment, type, detail)
  select r.company_id, r.environment, 'cash-register.held',
    jsonb_build_object('cashRegisterId', r.id, 'cashRegister', r.name, 'tcrCode', r.tcr_code)
  from cash_register r where r.tcr_code is not null;
  return null;
end $$;
create trigger database_place_event after insert on database_place
  for each row when (new.confirmed_at is null) execute function add_held_events();

-- A circuit is that of the authority, or of the one company whose messages get no reply. One that
-- no worker had open any more begins anew with another id.
create function add_authority_event() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  circuit authority_circuit := case TG_OP when 'DELETE' then OLD else NEW end;
begin
  insert into event (company_id, environment, type, detail)
  select concerned.id, circuit.environment,
    case TG_OP when 'DELETE' then 'authority.back' else 'authority.silent' end::event_type,
    jsonb_build_object('since', circuit.opened_at)
  from (select null::uuid as id where circuit.scope = 'authority'
        union all select id from company where id::text = circuit.scope) concerned;
  return null;
end $$;
create trigger authority_circuit_event after insert or update of id or delete on authority_circuit
  for each row execute function add_authority_event();

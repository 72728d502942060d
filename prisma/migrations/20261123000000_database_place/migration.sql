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

-- Null while the database is not confirmed in its place: rows that are opened then have to be confirmed, too.
create function confirmed_place() returns text language sql stable as $$
  select place from database_place where place = current_place() and confirmed_at is not null
$$;

alter table number_sequence add column confirmed_in text default confirmed_place();

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
create trigger number_confirmation_protect before update or delete on number_confirmation
  for each row execute function protect_append_only();
create trigger number_confirmation_no_truncate before truncate on number_confirmation
  for each statement execute function protect_from_truncate();

-- A number that was given before, to an invoice that this database does not have.
alter table number_ledger alter column invoice_id drop not null;

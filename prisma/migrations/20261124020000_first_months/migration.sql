-- What grows is stored by month (docs/adr/0022). The rows that are there become the first part of their
-- table, which ends with a month that this check says; the next migration proves it beside the sales, so
-- that the one that moves the tables reads no row.

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

-- It ends after the month that comes: for at least a month, rows may be added before the tables are moved.
do $$
declare
  ends uuid := first_uuid((date_trunc('month', now() at time zone 'UTC') + interval '2 months')
                          at time zone 'UTC');
begin
  execute format('alter table invoice_content add constraint invoice_content_first_months
    check (invoice_id < %L) not valid', ends);
  execute format('alter table document add constraint document_first_months
    check (invoice_id < %L) not valid', ends);
  execute format('alter table submission add constraint submission_first_months
    check (id < %L) not valid', ends);
end $$;

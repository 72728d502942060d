-- What the documents of a cash register come to that were issued on a finished day (extensions §8,
-- docs/adr/0032). A row says the same as its documents, or is not there.
create table report_day (
  cash_register_id uuid not null references cash_register (id) on update cascade on delete restrict,
  -- Calendar day in Podgorica.
  day date not null,
  -- Of what sums is: a row of another form is not read.
  form integer not null,
  sums json not null,
  primary key (cash_register_id, day)
);

-- Held by who stores the day, and shared by who changes a document of it.
create function report_day_lock(cash_register uuid, day date) returns bigint language sql immutable as $$
  select hashtextextended(cash_register::text, day - date '2000-01-01')
$$;

-- As its owner: what changes a document need not know of reports. A day is stored an hour after its
-- end, so that a sale of the last half hour takes no lock and looks for no row.
create function delete_report_day() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  of_day date := (OLD.issued_at at time zone 'Europe/Podgorica')::date;
begin
  perform pg_advisory_xact_lock_shared(report_day_lock(OLD.cash_register_id, of_day));
  delete from report_day where cash_register_id = OLD.cash_register_id and day = of_day;
  return null;
end $$;
create trigger invoice_report_day after update of status, failure, issued_at on invoice
  for each row when (old.issued_at < now() - interval '30 minutes')
  execute function delete_report_day();

-- Two transactions that change documents of the same kept days, in whichever order, would wait for
-- each other's deleted rows. One transaction at a time deletes kept days; where none is kept, which
-- is nearly always, nothing waits.
create or replace function delete_report_day() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  of_day date := (OLD.issued_at at time zone 'Europe/Podgorica')::date;
begin
  perform pg_advisory_xact_lock_shared(report_day_lock(OLD.cash_register_id, of_day));
  if exists (select from report_day where cash_register_id = OLD.cash_register_id and day = of_day) then
    perform pg_advisory_xact_lock(hashtextextended('delete_report_day', 0));
    delete from report_day where cash_register_id = OLD.cash_register_id and day = of_day;
  end if;
  return null;
end $$;

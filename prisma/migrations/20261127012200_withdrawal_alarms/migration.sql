-- A withdrawal that stays Offline is near its deadline as an invoice is (docs/adr/0031). A process of
-- the release before raises none and changes nothing of it.
alter table withdrawal add column alarm_hours integer not null default 0;

create function add_withdrawal_deadline_event() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into event (company_id, environment, type, external_id, detail)
  values (NEW.company_id, NEW.environment, 'deadline.near', NEW.external_id,
    jsonb_build_object('withdrawalId', NEW.id, 'tcrCode', NEW.tcr_code, 'hours', NEW.alarm_hours,
      'deliverBefore', NEW.deliver_before));
  return null;
end $$;
create trigger withdrawal_deadline_event after update of alarm_hours on withdrawal
  for each row when (new.alarm_hours > old.alarm_hours and new.alarm_hours >= 40)
  execute function add_withdrawal_deadline_event();

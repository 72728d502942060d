-- A confirmed last number can be raised while no invoice has a number behind it: 75 was typed for 750
-- (docs/adr/0019). It is decided under the lock of the row of numbers, which then takes the number over anew.
-- contract: the release before changes no confirmation; what it reads is the same single row
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
    where s.environment = OLD.environment and s.tcr_code = OLD.tcr_code and s.year = OLD.year for update;
  if exists (select from invoice i where i.environment = OLD.environment and i.tcr_code = OLD.tcr_code
             and i.year = OLD.year and i.ordinal > OLD.last_ordinal) then
    return null;
  end if;
  update number_sequence s set confirmed_in = null
    where s.environment = OLD.environment and s.tcr_code = OLD.tcr_code and s.year = OLD.year
      and s.confirmed_in = OLD.place;
  return NEW;
end $$;
drop trigger number_confirmation_protect on number_confirmation;
create trigger number_confirmation_protect before delete on number_confirmation
  for each row execute function protect_append_only();
create trigger number_confirmation_raise before update on number_confirmation
  for each row execute function raise_confirmed_number();

-- What is announced ends with the version of its words (docs/upgrades.md). The release before ignores
-- words that it does not know.
create or replace function announce_change(change text, payload text) returns void language plpgsql as $$
begin
  payload := payload || ' v1';
  if current_setting('fiscal.announces_changes', true) = 'on' then
    raise info using errcode = 'FI001', message = change, detail = payload;
  else
    perform pg_notify(change, payload);
  end if;
end $$;

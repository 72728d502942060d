-- What the client calls a document, so that the same call again finds it (extensions §9). The
-- digest is of the call as it was sent, without the id.
alter table invoice
  add column external_id text,
  add column external_digest bytea,
  add column superseded_by uuid;

-- Another call took over the id of a document that was never registered: nothing comes of it any
-- more, whatever program connects.
create function protect_superseded_invoice() returns trigger language plpgsql as $$
begin
  raise exception 'invoice % is superseded by % and can not be changed', OLD.id, OLD.superseded_by;
end $$;
create trigger invoice_protect_superseded
  before update of status, failure, ordinal, iic, superseded_by, external_id, dismissed_at on invoice
  for each row when (old.superseded_by is not null) execute function protect_superseded_invoice();

create function protect_external_id() returns trigger language plpgsql as $$
begin
  if NEW.external_id is distinct from OLD.external_id
     or NEW.external_digest is distinct from OLD.external_digest then
    raise exception 'invoice % keeps its external id', OLD.id;
  end if;
  if NEW.superseded_by is not null and not (
    NEW.status in ('Draft', 'Failed') and NEW.ordinal is null and NEW.iic is null
  ) then
    raise exception 'invoice % may be registered and can not be superseded', OLD.id;
  end if;
  return NEW;
end $$;
create trigger invoice_protect_external_id
  before update of external_id, external_digest, superseded_by on invoice
  for each row execute function protect_external_id();

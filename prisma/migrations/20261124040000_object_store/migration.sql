-- Old prints and messages leave for the object store (docs/object-store.md, adr/0023): their row keeps the key
-- and the digest, and nothing else of it changes.
-- contract: no row is emptied before OBJECT_STORE is set, and it is set after every process is of this release.

-- sha256 is that of the print, in the row or in the store.
alter table document alter column pdf drop not null;
alter table document add column object_key text;
alter table document add column object_size integer;

alter table submission alter column request drop not null;
alter table submission add column object_key text;
-- Of message_object, hexadecimal.
alter table submission add column object_sha256 text;

-- A message as one object: how many bytes are the request's and the reply's, the request, the reply.
create function message_object(request text, response bytea) returns bytea language sql stable as $$
  select convert_to(format(E'request %s reply %s\n', octet_length(convert_to(request, 'UTF8')),
      coalesce(octet_length(response)::text, 'none')), 'UTF8')
    || convert_to(request, 'UTF8') || coalesce(response, '')
$$;

-- The one change of a print: it leaves, and what is noted is of what leaves.
create function protect_document() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  emptied record := OLD;
begin
  if TG_OP = 'UPDATE' and OLD.object_key is null and NEW.object_key is not null
     and OLD.sha256 = encode(sha256(OLD.pdf), 'hex') then
    emptied.pdf := null;
    emptied.object_key := NEW.object_key;
    emptied.object_size := octet_length(OLD.pdf);
    if NEW is not distinct from emptied then return NEW; end if;
  end if;
  raise exception 'document is append-only';
end $$;
drop trigger document_protect on document;
create trigger document_protect before update or delete on document
  for each row execute function protect_document();
create trigger document_is_whole before insert on document
  for each row when (new.pdf is null or new.object_key is not null)
  execute function protect_append_only();

-- The one change of a message that is answered: it leaves with its reply, and what is noted is of both.
create function protect_message() returns trigger language plpgsql
set search_path = public, pg_temp as $$
declare
  emptied record := OLD;
begin
  if OLD.outcome is not null and OLD.object_key is null and NEW.object_key is not null then
    emptied.request := null;
    emptied.response := null;
    emptied.response_bytes := null;
    emptied.object_key := NEW.object_key;
    emptied.object_sha256 := encode(sha256(message_object(OLD.request,
      coalesce(OLD.response_bytes, convert_to(OLD.response, 'UTF8')))), 'hex');
    if NEW is not distinct from emptied then return NEW; end if;
  end if;
  raise exception 'submission is append-only';
end $$;
drop trigger submission_protect_message on submission;
create trigger submission_protect_message before update of
  id, kind, invoice_id, cash_deposit_id, key_operation_id, cash_register_id,
  certificate_id, request_uuid, send_date_time, subsequent_delivery, request, created_at,
  replaced_uuids, replaced_open_at, object_key, object_sha256 on submission
  for each row execute function protect_message();
drop trigger submission_protect_answer on submission;
create trigger submission_protect_answer before update on submission
  for each row when (old.outcome is not null) execute function protect_message();
create trigger submission_is_whole before insert on submission
  for each row when (new.request is null or new.object_key is not null)
  execute function protect_append_only();

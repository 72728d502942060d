-- Where the messages of an invoice begin is told by PostgreSQL's clock, in which the invoice was stored, and not by
-- its id: an API whose clock was a day ahead hid its messages from its next claim (docs/adr/0011). A day is
-- subtracted, because earlier releases give messages ids by the clock of the worker.
create function messages_since(created_at timestamptz) returns uuid
language sql immutable strict parallel safe as $$
  select first_uuid(to_timestamp(extract(epoch from created_at)::float8 - 86400))
$$;

-- What is sent is an id by the clock that it was claimed by. The release before calls messages_of.
create or replace function messages_of(invoice uuid) returns setof submission language plpgsql
stable rows 2 set plan_cache_mode = force_generic_plan as $$
declare
  since uuid := (select messages_since(i.created_at) from invoice i where i.id = invoice);
begin
  return query select * from submission s
    where s.invoice_id = invoice and s.id >= since
    order by s.created_at desc, s.id desc;
end $$;

create or replace function messages_of_invoice(invoice uuid)
returns table (
  id uuid, request text, created_at timestamptz, outcome submission_outcome, was_sent boolean,
  unanswered_reason text, replaced_open_at timestamptz
) language plpgsql
stable rows 2 set plan_cache_mode = force_generic_plan as $$
declare
  since uuid := (select messages_since(i.created_at) from invoice i where i.id = invoice);
begin
  return query
    select s.id, s.request, s.created_at, s.outcome, s.was_sent, s.unanswered_reason, s.replaced_open_at
    from submission s
    where s.invoice_id = invoice and s.id >= since
    order by s.created_at desc, s.id desc;
end $$;

create or replace function protect_submission() returns trigger language plpgsql as $$
declare
  since uuid := (select messages_since(i.created_at) from invoice i where i.id = OLD.invoice_id);
begin
  if exists (select from submission s where s.invoice_id = OLD.invoice_id and s.id >= since
             and OLD.request_uuid = any (s.replaced_uuids)) then
    return OLD;
  end if;
  raise exception 'submission % can not be deleted', OLD.id;
end $$;

create or replace function replace_unanswered_submission() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  last submission%rowtype;
  since uuid := (select messages_since(i.created_at) from invoice i where i.id = NEW.invoice_id);
begin
  NEW.replaced_uuids := array[]::uuid[];
  NEW.replaced_open_at := null;
  if NEW.invoice_id is null or NEW.subsequent_delivery is null then return NEW; end if;
  select * into last from submission s
    where s.invoice_id = NEW.invoice_id and s.id >= since
    order by s.created_at desc, s.id desc limit 1;
  if last.outcome is distinct from 'unanswered' or last.http_status is not null
     or last.response_bytes is not null or last.response is not null
     or last.subsequent_delivery is distinct from NEW.subsequent_delivery
     or last.certificate_id <> NEW.certificate_id
     or message_contents(last.request) <> message_contents(NEW.request)
     or not exists (select from submission s
                    where s.invoice_id = NEW.invoice_id and s.id >= since
                      and s.id <> last.id) then
    return NEW;
  end if;
  NEW.replaced_uuids := last.replaced_uuids || last.request_uuid;
  -- Whether one of them may have been registered is still known.
  NEW.replaced_open_at := case when last.was_sent is distinct from false
    then last.created_at else last.replaced_open_at end;
  return NEW;
end $$;

create or replace function delete_replaced_submission() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  since uuid := (select messages_since(i.created_at) from invoice i where i.id = NEW.invoice_id);
begin
  delete from submission s
  where s.invoice_id = NEW.invoice_id and s.id >= since
    and s.request_uuid = any (NEW.replaced_uuids);
  return null;
end $$;

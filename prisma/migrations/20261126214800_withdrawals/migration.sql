-- Cash that leaves the drawer (extensions §7, docs/adr/0031): a table of its own, because processes
-- of the release before name the key of `cash_deposit` in `on conflict`. Its messages are those of
-- deposits.
create table withdrawal (
  id uuid primary key,
  company_id uuid not null references company (id) on update cascade on delete restrict,
  environment environment not null,
  cash_register_id uuid not null references cash_register (id) on update cascade on delete restrict,
  tcr_code text not null,
  local_date date not null,
  form integer not null default 1,
  cash_amount text not null,
  note text,
  operator_name text,
  operator_code text,
  external_id text,
  external_digest bytea,
  warnings json not null,
  status cash_deposit_status not null default 'pending',
  fcdc text,
  changed_at timestamptz(0),
  failure json,
  deliver_before timestamptz(3) not null,
  claim_token bigint not null default 0,
  leased_until timestamptz(3),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp
);
create unique index withdrawal_external_id_key
  on withdrawal (company_id, environment, external_id) where external_id is not null;
-- No two of a cash register are of the same second.
create unique index withdrawal_changed_at_key on withdrawal (cash_register_id, changed_at);
create index withdrawal_cash_register_id_local_date_idx
  on withdrawal (cash_register_id, local_date);
create index withdrawal_open on withdrawal (next_attempt_at)
  where status in ('pending', 'offline');

-- What was accepted is sent as it is, with one time; once the authority has replied nothing of it
-- changes any more.
create function protect_withdrawal() returns trigger language plpgsql as $$
begin
  if TG_OP = 'DELETE' or OLD.status in ('registered', 'refused')
     or (NEW.id, NEW.company_id, NEW.environment, NEW.cash_register_id, NEW.tcr_code,
         NEW.cash_amount, NEW.note, NEW.operator_name, NEW.operator_code, NEW.external_id,
         NEW.external_digest, NEW.warnings::text, NEW.created_at)
       is distinct from
        (OLD.id, OLD.company_id, OLD.environment, OLD.cash_register_id, OLD.tcr_code,
         OLD.cash_amount, OLD.note, OLD.operator_name, OLD.operator_code, OLD.external_id,
         OLD.external_digest, OLD.warnings::text, OLD.created_at)
     or (OLD.changed_at is not null
         and (NEW.changed_at, NEW.local_date) is distinct from (OLD.changed_at, OLD.local_date)) then
    raise exception 'withdrawal % can not be changed so', OLD.id;
  end if;
  return NEW;
end $$;
create trigger withdrawal_protect before update or delete on withdrawal
  for each row execute function protect_withdrawal();
create trigger withdrawal_no_truncate before truncate on withdrawal
  for each statement execute function protect_from_truncate();

-- Who waits for it listens as for a key operation.
create trigger withdrawal_recorded after update of status on withdrawal
  for each row when (old.status <> new.status)
  execute function notify_key_operation_recorded();

create function add_withdrawal_event() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into event (company_id, environment, type, external_id, detail)
  select NEW.company_id, NEW.environment, 'deposit.refused', NEW.external_id,
    jsonb_build_object('cashRegisterId', r.id, 'cashRegister', r.name, 'tcrCode', NEW.tcr_code,
      'date', NEW.local_date, 'withdrawalId', NEW.id, 'failure', NEW.failure)
  from cash_register r where r.id = NEW.cash_register_id;
  return null;
end $$;
create trigger withdrawal_event after update of status on withdrawal
  for each row when (old.status <> new.status and new.status = 'refused')
  execute function add_withdrawal_event();

-- Notices by mail to people of a company (extensions §10, docs/adr/0030).

create type notice_kind as enum ('deadline', 'failed', 'certificate', 'held', 'authority');

-- A cause, stored in the statement that raises it. Rows are added and deleted, and never changed: no
-- two transactions that raise one wait for each other. A worker counts them into mails.
create table notice (
  id bigserial primary key,
  -- Null: every company.
  company_id uuid,
  environment environment not null,
  kind notice_kind not null,
  at timestamptz(3) not null default now()
);

-- What a person is mailed of one kind: a row each, so that an address that takes no mail keeps none
-- from others. Only workers that send write it.
create table notice_mail (
  user_id uuid not null references app_user (id) on delete cascade,
  environment environment not null,
  kind notice_kind not null,
  -- Causes since the last mail.
  waiting integer not null default 0,
  -- The mail in hand, as every attempt sends it: id, count, open, at.
  mail jsonb,
  -- The person was told of something that is not known to be over.
  is_open boolean not null default false,
  -- Of the last mail that named causes.
  mailed_at timestamptz(3),
  -- Null: nothing is to be said.
  scheduled_at timestamptz(3),
  leased_until timestamptz(3),
  token uuid,
  attempts integer not null default 0,
  primary key (user_id, environment, kind)
);
create index notice_mail_due on notice_mail (scheduled_at) where scheduled_at is not null;

-- When a worker with a mail server was last here: one row, none before the first.
create table notice_sender (
  id integer primary key default 1 check (id = 1),
  seen_at timestamptz(3) not null
);

-- The kinds that a person has chosen, an array; null before they did, when an owner has all and others
-- none (packages/db/src/notice).
alter table app_user add column notices jsonb;

-- As the owner: what adds an event need not be allowed to add a notice.
create function raise_notice() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  insert into notice (company_id, environment, kind)
  values (NEW.company_id, NEW.environment, case NEW.type
    when 'deadline.near' then 'deadline' when 'invoice.failed' then 'failed'
    when 'certificate.ending' then 'certificate' when 'cash-register.held' then 'held'
    else 'authority' end::notice_kind);
  return null;
end $$;
-- A refused deposit fails each sale of its day, which says it.
create trigger event_notice after insert on event for each row
  when (new.type in ('deadline.near', 'invoice.failed', 'certificate.ending', 'cash-register.held',
    'authority.silent'))
  execute function raise_notice();

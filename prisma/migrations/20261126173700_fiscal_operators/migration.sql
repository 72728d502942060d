-- The people at the tills, by company and environment (extensions §3).
create table fiscal_operator (
  id uuid primary key,
  company_id uuid not null references company (id) on update cascade on delete restrict,
  environment environment not null,
  name text not null,
  -- The name without case and blanks, as domain's operatorNameKey makes it.
  name_key text not null,
  code text not null,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default current_timestamp,
  updated_at timestamptz(3) not null default current_timestamp,
  version integer not null default 1
);
create trigger fiscal_operator_version before update on fiscal_operator
  for each row execute function raise_version();
-- A name selects one.
create unique index fiscal_operator_active_name
  on fiscal_operator (company_id, environment, name_key) where is_active;
create index fiscal_operator_company_id_environment_name_idx
  on fiscal_operator (company_id, environment, name);

-- What becomes of a name that no operator has.
create type operator_names as enum ('free', 'known');
alter table company add column operator_names operator_names not null default 'free';

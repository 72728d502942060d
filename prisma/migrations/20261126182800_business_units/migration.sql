-- Where the cash registers stand, by company and environment (extensions §4).
create table business_unit (
  id uuid primary key,
  company_id uuid not null references company (id) on update cascade on delete restrict,
  environment environment not null,
  code text not null,
  name text not null,
  address text not null,
  town text not null,
  created_at timestamptz(3) not null default current_timestamp
);
create unique index business_unit_company_id_environment_code_key
  on business_unit (company_id, environment, code);

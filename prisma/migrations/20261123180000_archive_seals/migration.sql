-- The seals of the archive: what the manifests that were written are, so that a missing one is noticed,
-- the newest one too. docs/adr/0020.
create table archive_seal (
  company_id uuid not null references company (id) on update cascade on delete restrict,
  environment environment not null,
  number integer not null check (number > 0),
  day date not null,
  manifest_sha256 text not null check (manifest_sha256 ~ '^[0-9a-f]{64}$'),
  is_complete boolean not null,
  documents integer not null,
  sealed_at timestamptz(3) not null default current_timestamp,
  primary key (company_id, environment, number)
);
create trigger archive_seal_protect before update or delete on archive_seal
  for each row execute function protect_append_only();
create trigger archive_seal_no_truncate before truncate on archive_seal
  for each statement execute function protect_from_truncate();

-- The invoices of a day of a company, in the order in which they were issued.
create index invoice_of_day on invoice (company_id, environment, issued_at, id)
  where issued_at is not null;

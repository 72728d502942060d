-- One document an id that can be registered. A document without an id costs the index nothing.
create unique index concurrently if not exists invoice_external_id_key
  on invoice (company_id, environment, external_id)
  where external_id is not null and superseded_by is null;

-- A company's invoices that say something, newest first: one or two letters, which the index of words
-- does not have, are looked for along it.
create index concurrently invoice_search_says
  on invoice_search (environment, company_id, created_at, invoice_id) where words is not null;

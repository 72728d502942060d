-- Who else replaces a document. One that replaces none costs the index nothing.
create index concurrently if not exists invoice_replaces on invoice (replaces)
  where replaces is not null;

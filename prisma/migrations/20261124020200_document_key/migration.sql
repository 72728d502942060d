-- What is unique in a table of months names the column by which it is divided.
create unique index concurrently document_key on document (invoice_id, id);

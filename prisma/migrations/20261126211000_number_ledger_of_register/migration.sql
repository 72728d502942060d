-- The documents of a cash register by the time of their number, which is near their issue time. Here,
-- because a sale writes this table once, and the row of its invoice three times.
create index concurrently if not exists number_ledger_of_register
  on number_ledger (cash_register_id, at);

-- The end of a cash register (protocol §3, ADR 11), and what its automatic INITIAL deposits say
-- (extensions §7).
alter table cash_register
  add column last_day date,
  add column unconfirmed_last_day date,
  add column initial_cash_amount text not null default '0.00';

-- Reports while they are printed. A kind of work of its own: a worker of the release before does
-- not claim it. Unlogged, because nothing of it has to last: after a crash the call is repeated.
alter type work_kind add value 'print_report';

create unlogged table report_print (
  id uuid primary key,
  company_id uuid not null,
  model text not null,
  pdf bytea,
  created_at timestamptz(3) not null default current_timestamp
);

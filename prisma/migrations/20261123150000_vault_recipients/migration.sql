-- What a worker opens, so that an API process can see whether anybody opens what it seals. Workers of the
-- release before do not write it.
alter table worker_heartbeat add column vault_recipients text[] not null default '{}';

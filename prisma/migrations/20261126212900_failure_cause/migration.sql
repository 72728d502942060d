-- The cause of a failure is written by a trigger. PostgreSQL plans the expression of a generated
-- column anew in each statement that writes a row, whether the column changes or not: 7 % of what a
-- sale costs it. A process of any release writes `failure` alone.
alter table invoice alter column failure_cause drop expression;

create function set_failure_cause() returns trigger language plpgsql as $$
begin
  new.failure_cause :=
    new.failure ->> 'code' || coalesce(':' || (new.failure ->> 'efiCode'), '') ||
    case when new.failure ->> 'efiCode' = '11'
      then coalesce(':' || words_key(new.failure ->> 'efiMessage'), '') else '' end;
  return new;
end $$;
create trigger invoice_failure_cause before insert or update of failure on invoice
  for each row execute function set_failure_cause();

-- Whether correctives of originals that are not stored here are accepted.
alter table "company" add column "originals_from_elsewhere" boolean not null default false;
-- The root of such a corrective: domain's RootElsewhere.
alter table "invoice" add column "root_elsewhere" jsonb;

-- As before, and without the correctives of such originals: what the advance has paid of these is not stored
-- here, either.
create or replace function invoices_paid_by_advance(advance_iic text, company uuid, of_environment environment)
returns table (id uuid) language plpgsql
stable rows 5 set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select i.id
    from invoice_content c join invoice i on i.id = c.invoice_id
    where c.advance_payment_iic = advance_iic
      and i.company_id is not distinct from company
      and i.environment is not distinct from of_environment
      and i.payment_method = 'ADVANCE' and i.original_id is null and i.root_elsewhere is null
      and i.status in ('Pending', 'Offline', 'Fiscalized');
end $$;

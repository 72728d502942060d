-- The invoices in force, no correctives, that an advance pays. A function, so that a statement which reads
-- records opens the months of invoice_content only for an advance.
create function invoices_paid_by_advance(advance_iic text, company uuid, of_environment environment)
returns table (id uuid) language plpgsql
stable rows 5 set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select i.id
    from invoice_content c join invoice i on i.id = c.invoice_id
    where c.advance_payment_iic = advance_iic
      and i.company_id is not distinct from company
      and i.environment is not distinct from of_environment
      and i.payment_method = 'ADVANCE' and i.original_id is null
      and i.status in ('Pending', 'Offline', 'Fiscalized');
end $$;

-- What content_of and messages_of give, by the names of its columns. A function that returns the rows of a
-- table fails for a call that waits while a column is added: it is asked for the columns from before and reads
-- those from after. The release before still calls those two; they are dropped by a later one.
create function content_of_invoice(invoice uuid)
returns table (
  invoice_id uuid, request json, computed json, warnings json, seller json, advance_payment_iic text
) language plpgsql
stable rows 1 set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select c.invoice_id, c.request, c.computed, c.warnings, c.seller, c.advance_payment_iic
    from invoice_content c where c.invoice_id = invoice;
end $$;

-- The messages of an invoice, the newest first.
create function messages_of_invoice(invoice uuid)
returns table (
  id uuid, request text, created_at timestamptz, outcome submission_outcome, was_sent boolean,
  unanswered_reason text, replaced_open_at timestamptz
) language plpgsql
stable rows 2 set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select s.id, s.request, s.created_at, s.outcome, s.was_sent, s.unanswered_reason, s.replaced_open_at
    from submission s
    where s.invoice_id = invoice and s.id >= messages_from(invoice)
    order by s.created_at desc, s.id desc;
end $$;

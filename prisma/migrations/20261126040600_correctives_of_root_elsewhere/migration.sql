-- The correctives of an original that is not stored here.
create index concurrently invoice_root_elsewhere on invoice ((root_elsewhere ->> 'iic'))
  where root_elsewhere is not null;

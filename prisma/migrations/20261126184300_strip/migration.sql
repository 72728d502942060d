-- Prints on paper of 80 mm beside those on A4. The release before knows the key (invoice, FIC) of
-- `document` alone, names it in `on conflict`, and reads every row as an A4: so the strips have a
-- table of their own, and kinds of work that only a newer worker claims.
alter type work_kind add value 'print_strip';
alter type work_kind add value 'print_strip_at_once';

alter table company add column paper text not null default 'a4';
alter table company add constraint company_paper check (paper in ('a4', '80mm')) not valid;

create table strip (
  id uuid not null,
  invoice_id uuid not null,
  fic text,
  -- Of the print, in the row or in the object store.
  sha256 text not null,
  pdf bytea,
  created_at timestamptz(3) not null default current_timestamp,
  object_key text,
  object_size integer,
  primary key (invoice_id, id)
) partition by range (invoice_id);
create index strip_invoice_id_created_at_idx on strip (invoice_id, created_at);
create unique index strip_one_of_a_version on strip (invoice_id, coalesce(fic, ''));
create trigger strip_no_truncate before truncate on strip
  for each statement execute function protect_from_truncate();
create trigger strip_protect before update or delete on strip
  for each row execute function protect_document();
create trigger strip_is_whole before insert on strip
  for each row when (new.pdf is null or new.object_key is not null)
  execute function protect_append_only();
create trigger strip_added after insert on strip
  for each row execute function notify_document_added();

-- Every print, on whatever paper.
create view printed_document as
  select id, invoice_id, fic, sha256, pdf, created_at, object_key, object_size, 'a4' as paper
  from document
  union all
  select id, invoice_id, fic, sha256, pdf, created_at, object_key, object_size, '80mm' from strip;

-- The months of the strips are those of the documents that are there, so that they leave together.
create function end_of_first_part() returns uuid language sql stable as $$
  select first_uuid(coalesce(max(ends) filter (where begins is null), min(begins)))
  from stored_months() where table_name = 'document'
$$;
create table strip_first partition of strip for values from (minvalue) to (end_of_first_part());
-- reviewed dropping-what-is-called: it was made above.
drop function end_of_first_part();
create trigger strip_no_truncate before truncate on strip_first
  for each statement execute function protect_from_truncate();

create or replace function stored_months()
returns table (
  table_name text, part_name text, begins timestamptz, ends timestamptz, is_pending boolean
)
language sql stable as $$
  select p.relname, c.relname,
    uuid_instant(substring(bounds.text from 'FROM \(''([^'']*)''\)')::uuid),
    uuid_instant(substring(bounds.text from 'TO \(''([^'']*)''\)')::uuid),
    i.inhdetachpending
  from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
  cross join lateral (select pg_get_expr(c.relpartbound, c.oid)) as bounds (text)
  where p.relnamespace = 'public'::regnamespace
    and p.relname in ('invoice_content', 'document', 'strip', 'submission')
$$;
-- reviewed running-code: it makes the parts of the table above, which is empty.
select make_months();

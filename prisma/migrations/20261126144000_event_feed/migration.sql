-- The events of a company in a place, or those of every company for null, in the order of the feed.
-- A plan that does not know how many rows a page has would sort all that is behind its beginning:
-- here only the index has an order. Months that nothing can be in yet are not opened.
create function events_after(
  company uuid, of_environment environment, of_place integer,
  after_xid xid8, after_id bigint, until_xid xid8, since timestamptz, most integer
) returns table (
  id bigint, xid xid8, type event_type, at timestamptz, status invoice_status, invoice_id uuid,
  external_id text
) language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
begin
  if company is null then
    return query
      select e.id, e.xid, e.type, e.at, e.status, e.invoice_id, e.external_id from event e
      where e.company_id is null and e.environment = of_environment and e.place = of_place
        and e.xid >= after_xid and e.xid < until_xid and (e.xid > after_xid or e.id > after_id)
        and e.at >= since and e.at < now() + interval '2 months'
      order by e.xid, e.id limit most;
  else
    return query
      select e.id, e.xid, e.type, e.at, e.status, e.invoice_id, e.external_id from event e
      where e.company_id = company and e.environment = of_environment and e.place = of_place
        and e.xid >= after_xid and e.xid < until_xid and (e.xid > after_xid or e.id > after_id)
        and e.at >= since and e.at < now() + interval '2 months'
      order by e.xid, e.id limit most;
  end if;
end $$;

-- The newest of the events that concern a company, given out or not. While none with a smaller number
-- can come any more, another number is another event.
create function newest_event(company uuid, of_environment environment, of_place integer)
returns table (xid xid8, at timestamptz) language plpgsql
stable rows 1 set plan_cache_mode = force_generic_plan as $$
begin
  return query
    select * from (
      (select e.xid, e.at from event e
       where e.company_id = company and e.environment = of_environment and e.place = of_place
         and e.at < now() + interval '2 months' order by e.xid desc limit 1)
      union all
      (select e.xid, e.at from event e
       where e.company_id is null and e.environment = of_environment and e.place = of_place
         and e.at < now() + interval '2 months' order by e.xid desc limit 1)
    ) newest order by newest.xid desc limit 1;
end $$;

-- Since when the transaction is open that keeps the feed back: no event of a later one is given out
-- before its end. As its owner, because a process sees the sessions of its own role alone; null where
-- none is writing, or where the owner may not see it either (pg_read_all_stats).
create function oldest_writer() returns timestamptz language sql stable
security definer set search_path = pg_catalog, pg_temp as $$
  select min(since) from (
    select xact_start from pg_stat_activity where backend_xid is not null
    union all select prepared from pg_prepared_xacts
  ) as open (since)
$$;

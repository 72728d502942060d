-- The trace that asked for the work, as W3C traceparent, so that a worker goes on with it. Null where nothing
-- is traced; processes of the release before neither write nor read it.
alter table work add column trace text;

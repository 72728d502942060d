-- Whether a day has a seal is asked for each day of two months: fiscal_archive_behind_seconds.
create index concurrently archive_seal_of_day on archive_seal (company_id, environment, day);

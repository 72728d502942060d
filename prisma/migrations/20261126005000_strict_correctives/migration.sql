-- Whether a corrective that takes back more than is left is refused; else it is a warning.
alter table "company" add column "strict_correctives" boolean not null default false;

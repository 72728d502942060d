-- Links that visitors ask for who have forgotten their password. Each is a row of its own, so that none takes the place
-- of another one that the person already has.
create table password_link (
  token_hash bytea primary key,
  user_id uuid not null references app_user (id) on update cascade on delete cascade,
  expires_at timestamptz(3) not null
);
create index password_link_user_id_idx on password_link (user_id);
create index password_link_expires_at_idx on password_link (expires_at);

-- Messages without an answer, as workers count them together before a circuit opens: a few rows while an authority
-- is silent, none otherwise. They need not survive a crash.
create unlogged table authority_silence (
  id bigserial primary key,
  environment environment not null,
  company_id text not null,
  sent_at timestamptz(3) not null,
  stored_at timestamptz(3) not null,
  is_across boolean not null
);

-- Browsers from which somebody has opened an account, by the digest of a key of their own: strangers' wrong passwords do
-- not lock them out.
create table auth.known_browsers (
  user_id uuid not null references auth.users on delete cascade,
  key_hash text not null check (length(key_hash) = 64),
  seen_at timestamptz not null,
  primary key (user_id, key_hash)
);
create index known_browsers_seen_at on auth.known_browsers (seen_at);
alter table auth.known_browsers enable row level security;

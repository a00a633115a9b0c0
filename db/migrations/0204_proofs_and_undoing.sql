-- A proof that its holder gave for one change of the account: the digest of what the answer to it carried, until a change
-- takes it.
alter table auth.sessions
  add column proof_hash text,
  add column proved_at timestamptz;

-- What the link "it was not me" in a notice takes back. Its token is in that mail and nowhere else; `email` is where it went.
create table auth.undo_links (
  token_hash text primary key check (length(token_hash) = 64),
  user_id uuid not null references auth.users on delete cascade,
  email text not null,
  kind text not null check (kind in ('factor', 'identity')),
  -- Of auth.mfa_factors or auth.identities; it may be gone.
  subject_id uuid not null,
  provider text check ((provider is not null) = (kind = 'identity')),
  created_at timestamptz not null
);
create index undo_links_user_id on auth.undo_links (user_id);
create index undo_links_created_at on auth.undo_links (created_at);
alter table auth.undo_links enable row level security;

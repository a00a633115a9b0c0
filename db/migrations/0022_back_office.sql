-- The back office: lists that cost the same at a thousand rows and at a million, and who did what.

-- People are looked for by any part of their name, nickname or address.
create function private.user_search(full_name text, nickname text, email text) returns text
language sql immutable parallel safe as $$
  select private.search_form(coalesce(full_name, '') || ' ' || coalesce(nickname, '') || ' ' || email)
$$;
-- Whoever writes a profile row writes its index.
grant execute on function private.search_form(text), private.user_search(text, text, text)
  to anon, authenticated, service_role;
create index users_search on public.users
  using gin (private.user_search(full_name, nickname, email) gin_trgm_ops);

-- What an administrator did, with what it was before and became; written in the transaction that does it.
create table private.admin_actions (
  id bigint generated always as identity primary key,
  admin_id uuid not null references public.users (uid),
  -- `project.publish`, `withdrawal.approve`, …
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  -- The uid or number of what it was done to.
  subject text not null,
  before jsonb,
  after jsonb,
  -- The network address it came from, as the server saw it.
  address text,
  created_at timestamptz not null default clock_timestamp()
);
create index admin_actions_of on private.admin_actions (subject, id desc);
create index admin_actions_by on private.admin_actions (admin_id, id desc);
alter table private.admin_actions enable row level security;
create trigger admin_actions_stay before update or delete on private.admin_actions
  for each row execute function ledger.refuse_change();

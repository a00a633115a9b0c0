-- Artists get a page of their own, and an account that looks after it.

-- The address of a page made from a name: `Nara Vidal & Trio` becomes `nara-vidal-trio`.
create or replace function private.slug_of(name text) returns text
language sql immutable as $$
  select nullif(btrim(left(btrim(regexp_replace(private.search_form(name), '[^a-z0-9]+', '-', 'g'), '-'), 40), '-'), '')
$$;

-- What an address looks like at a glance: hyphens and the digits that pass for letters do not tell two apart.
create or replace function private.slug_likeness(slug text) returns text
language sql immutable as $$
  select translate(replace(slug, '-', ''), '01i', 'oll')
$$;

alter table private.artists add column slug text;
alter table private.artists add column story text not null default '';
-- The address of a picture in our own storage.
alter table private.artists add column picture text;
alter table private.artists add constraint artist_slug
  check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) between 2 and 40) not valid;
alter table private.artists add constraint artist_story check (length(story) <= 2000) not valid;
alter table private.artists add constraint artist_picture check (length(picture) <= 2000) not valid;

-- Which account acts for an artist: one at a time, and no account for two artists at once.
create table private.artist_accounts (
  id bigint generated always as identity primary key,
  artist_id bigint not null references private.artists,
  user_id uuid not null references public.users (uid),
  joined_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz check (ended_at >= joined_at)
);
create unique index artist_accounts_artist on private.artist_accounts (artist_id) where ended_at is null;
create unique index artist_accounts_account on private.artist_accounts (user_id) where ended_at is null;
create index artist_accounts_user on private.artist_accounts (user_id);
alter table private.artist_accounts enable row level security;

-- An invitation opens once, for the account of the address it was sent to, until it expires or is taken back. Its token is
-- nowhere but in the mail.
create table private.artist_invitations (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  artist_id bigint not null references private.artists,
  -- In small letters; null once its owner has been erased.
  email text check (email = lower(email) and length(email) <= 254),
  -- SHA-256.
  digest bytea not null unique check (octet_length(digest) = 32),
  created_by uuid not null references public.users (uid),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  used_at timestamptz,
  used_by uuid references public.users (uid),
  constraint invitation_ends_one_way check (revoked_at is null or used_at is null),
  constraint used_by_somebody check ((used_at is null) = (used_by is null))
);
create unique index artist_invitations_open on private.artist_invitations (artist_id)
  where revoked_at is null and used_at is null;
create index artist_invitations_artist on private.artist_invitations (artist_id, id desc);
create index artist_invitations_used_by on private.artist_invitations (used_by) where used_by is not null;
alter table private.artist_invitations enable row level security;

-- Addresses that artists' pages had before: they lead to the present one, and nobody else gets them.
create table private.former_slugs (
  slug text primary key,
  artist_id bigint not null references private.artists,
  left_at timestamptz not null default clock_timestamp()
);
create index former_slugs_artist on private.former_slugs (artist_id);
create index former_slugs_likeness on private.former_slugs (private.slug_likeness(slug));
alter table private.former_slugs enable row level security;

-- An address that an artist has left leads to the new one; one that they take again is no former one.
create or replace function private.keep_former_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.former_slugs where slug = new.slug and artist_id = new.id;
  insert into private.former_slugs (slug, artist_id) values (old.slug, old.id) on conflict (slug) do nothing;
  return null;
end
$$;

create trigger artists_keep_former_slug after update of slug on private.artists
  for each row when (old.slug is not null and old.slug is distinct from new.slug)
  execute function private.keep_former_slug();

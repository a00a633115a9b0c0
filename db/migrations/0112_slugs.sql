-- outside a transaction
do $$
declare
  artist record;
begin
  -- The first to come has the name; who looks the same gets an address when an administrator chooses one.
  for artist in select id, private.slug_of(name) as slug from private.artists where slug is null order by id loop
    if length(artist.slug) >= 2 and not exists (
      select from private.artists where private.slug_likeness(slug) = private.slug_likeness(artist.slug)
    ) then
      update private.artists set slug = artist.slug where id = artist.id;
    end if;
    if artist.id % 1000 = 0 then
      commit;
    end if;
  end loop;
end
$$;

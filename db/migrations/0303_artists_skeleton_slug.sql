-- outside a transaction
create index concurrently artists_skeleton_slug on private.artists (replace(private.name_skeleton(slug), ' ', ''));

-- outside a transaction
create index concurrently artists_skeleton_name on private.artists (replace(private.name_skeleton(name), ' ', ''));

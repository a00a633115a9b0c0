-- outside a transaction
create unique index concurrently artists_slug on private.artists (private.slug_likeness(slug));

-- outside a transaction
alter table private.artists
  validate constraint artist_slug, validate constraint artist_story, validate constraint artist_picture;

-- outside a transaction
create index concurrently mints_given_back on public.mints (id) where regretted_at is not null or revoked_for is not null;

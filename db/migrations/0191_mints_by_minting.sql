-- outside a transaction
create index concurrently mints_minted_at on public.mints (minted_at) where minted_at is not null;

-- outside a transaction
create index concurrently mints_live_by_user on public.mints (user_id, id desc) where status in ('pending', 'minted');

-- outside a transaction
create index concurrently mints_unit on public.mints (unit_id, id);

-- outside a transaction
create index concurrently units_gift on public.units (gift_id) where gift_id is not null;

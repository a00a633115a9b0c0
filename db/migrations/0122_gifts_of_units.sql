-- outside a transaction
alter table public.units validate constraint units_gift_id_fkey, validate constraint unit_waits_for_one;

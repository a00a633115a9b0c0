-- outside a transaction
alter table public.units validate constraint unit_of_a_gift_is_sold;

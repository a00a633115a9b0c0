-- outside a transaction
alter table public.payments validate constraint payments_tip_beside_a_price;

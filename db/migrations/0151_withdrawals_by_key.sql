-- outside a transaction
create index concurrently redeem_balance_key on public.redeem_balance (pix_key, id);

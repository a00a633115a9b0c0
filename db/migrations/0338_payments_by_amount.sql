-- outside a transaction
-- Bids from the wallet, which are most payments, are found among the bids: see decision 078.
drop index concurrently public.payments_by_amount;

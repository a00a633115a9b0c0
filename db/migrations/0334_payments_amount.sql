-- outside a transaction
create index concurrently payments_amount on public.payments (amount, id) where flow <> 'bid' or method <> 'balance';

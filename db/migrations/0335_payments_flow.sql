-- outside a transaction
create index concurrently payments_flow on public.payments (flow, id) where flow <> 'bid' or method <> 'balance';

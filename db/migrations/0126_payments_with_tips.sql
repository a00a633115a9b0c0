-- outside a transaction
create index concurrently payments_tips on public.payments (project_id, id) where tip > 0;

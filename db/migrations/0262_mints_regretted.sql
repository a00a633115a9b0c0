-- outside a transaction
-- Tokens that their buyers have regretted: few, and asked for at each purchase and bid.
create index concurrently mints_regretted on public.mints (project_id, user_id) where regretted_at is not null;

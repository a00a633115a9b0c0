-- Null while an account is active, and for those that were deactivated before this was kept.
alter table public.users add column deactivated_at timestamptz;

-- outside a transaction
alter table public.payments
  validate constraint payments_user_id_fkey,
  validate constraint payments_project_id_fkey;

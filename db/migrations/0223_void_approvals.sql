-- Whose word did not count when what it was about was approved: they no longer approved what moves money.
create table private.void_approvals (
  subject uuid not null,
  admin_id uuid not null references public.users (uid),
  primary key (subject, admin_id)
);
alter table private.void_approvals enable row level security;
create index void_approvals_by_admin on private.void_approvals (admin_id);
create trigger void_approvals_stay before update or delete on private.void_approvals
  for each row execute function ledger.refuse_change();

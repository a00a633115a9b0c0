-- A payment is somebody's, and money moves between accounts that are there: from now on the database sees to it
-- (decision 018 has what it costs). Rows of before are looked at afterwards, by migrations that hold nobody up.
alter table ledger.transfers
  drop constraint transfers_debit_account_fkey,
  drop constraint transfers_credit_account_fkey,
  add constraint transfers_debit_account_fkey foreign key (debit_account) references ledger.accounts not valid,
  add constraint transfers_credit_account_fkey foreign key (credit_account) references ledger.accounts not valid;
alter table public.payments
  drop constraint payments_user_id_fkey,
  drop constraint payments_project_id_fkey,
  add constraint payments_user_id_fkey foreign key (user_id) references public.users (uid) not valid,
  add constraint payments_project_id_fkey foreign key (project_id) references public.projects not valid;

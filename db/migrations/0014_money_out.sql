-- Money out: withdrawals by PIX, purchases undone, consent to the first play, and what a statement reads.

-- A fan's request to have money paid out. Its amount is held in the ledger (hold `withdrawal:<uid>`) from the moment
-- the row exists; whoever ends the request posts the hold or voids it. The columns are the specification's
-- (user_id, pix_key, amount) and what paying needs.
create table public.redeem_balance (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  user_id uuid not null references public.users (uid),
  pix_key_type text not null check (pix_key_type in ('cpf', 'cnpj', 'phone', 'email', 'random')),
  -- In the normal form of `domain/pix-key.ts`, which is the one a bank takes.
  pix_key text not null check (length(pix_key) <= 77),
  amount bigint not null check (amount between 1 and 100000000),
  status text not null default 'requested' check (status in (
    'requested', 'approved', 'paid', 'rejected', 'failed', 'cancelled'
  )),
  -- Why it was rejected or failed, in the words of whoever decided.
  reason text check (length(reason) between 1 and 500),
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint open_has_no_end check ((status in ('requested', 'approved')) = (ended_at is null)),
  constraint key_is_of_its_type check (case pix_key_type
    when 'cpf' then private.is_cpf(pix_key)
    when 'cnpj' then pix_key ~ '^[0-9A-Z]{12}[0-9]{2}$'
    when 'phone' then pix_key ~ '^\+55[1-9][1-9]9[0-9]{8}$'
    when 'email' then pix_key = lower(pix_key) and pix_key ~ '^[^\s@]+@[^\s@]+$'
    when 'random' then pix_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  end)
);
create index redeem_balance_user on public.redeem_balance (user_id, id desc);
create index redeem_balance_open on public.redeem_balance (user_id) where status in ('requested', 'approved');

insert into private.transitions (machine, before, after) values
  ('withdrawal', 'requested', 'approved'),
  ('withdrawal', 'requested', 'rejected'),
  ('withdrawal', 'requested', 'cancelled'),
  ('withdrawal', 'approved', 'paid'),
  ('withdrawal', 'approved', 'failed');
create trigger redeem_balance_transition before update of status on public.redeem_balance
  for each row execute function private.enforce_transition('status', 'withdrawal');

alter table public.redeem_balance enable row level security;
-- Reading only: a request holds money, and that is a command's business.
grant select (id, uid, user_id, pix_key_type, pix_key, amount, status, reason, created_at, ended_at)
  on public.redeem_balance to authenticated;
create policy redeem_balance_select on public.redeem_balance for select to authenticated
  using (user_id = (select auth.uid()));

-- What has been paid out, ever.
select ledger.open_account('withdrawals:paid');

-- The chain's record of a deposit, for its receipt; tokens, bids and withdrawals have theirs.
alter table public.payments add column tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$');

-- A purchase undone by the right of regret: the token is `expired`, and this says why.
alter table public.mints add column regretted_at timestamptz;
alter table public.mints add constraint regretted_means_unplayed check (
  regretted_at is null or (status = 'expired' and status_song = 'none')
);

-- That a fan agreed, at the first play, that playing starts the access and ends the right of regret.
create table private.play_consents (
  mint_id bigint primary key references public.mints,
  user_id uuid not null,
  -- Which sentence was shown; `domain/consent.ts` names them.
  text_version text not null check (length(text_version) between 1 and 40),
  agreed_at timestamptz not null
);
alter table private.play_consents enable row level security;
create trigger play_consents_stay before update or delete on private.play_consents
  for each row execute function ledger.refuse_change();

-- Held money that was spent, among far more that was given back.
create index transfers_spent on ledger.transfers (debit_account, created_at, id)
  where kind in ('sale_author', 'sale_platform', 'withdrawal');

-- Requests whose hold is not what their status says; empty when all is well, as `ledger.faults`.
create view ledger.withdrawal_faults as
  select 'a withdrawal that differs from its hold' as fault, coalesce(request.uid::text, holds.id) as detail
  from public.redeem_balance request
  full join (select * from ledger.holds where reason = 'withdrawal') holds
    on holds.id = 'withdrawal:' || request.uid
  where (holds.fan, holds.amount, holds.status) is distinct from (request.user_id, request.amount,
    case
      when request.status in ('requested', 'approved') then 'held'
      when request.status = 'paid' then 'posted'
      else 'voided'
    end);

-- The first payment into a fan's wallet whose dispute has not been won. What was bought from the wallet before it was paid for with
-- other money. One that bought something itself never came into the wallet.
create or replace function private.first_disputed_deposit(fan uuid) returns bigint
language sql stable as $$
  select min(disputed.id)
  from private.disputes
  join public.payments disputed on disputed.id = disputes.payment_id
  where disputed.user_id = fan and disputes.status <> 'won'
    and not exists (select from public.mints where mints.payment_id = disputed.id)
$$;

-- Whether a token that was bought with a payment, and that nobody has played, is to be taken back: a bank has taken its money, or took
-- before what came into the wallet that paid for it and owes that still (decision 030).
create or replace function private.is_to_be_taken_back(payment bigint) returns boolean
language sql stable as $$
  select exists (select from private.disputes where payment_id = payment and status <> 'won')
    or exists (
      select from public.payments
      join ledger.accounts on code = 'fan:' || user_id || ':available'
      where payments.id = payment and method = 'balance' and balance < 0
        and payments.id > private.first_disputed_deposit(user_id)
    )
$$;

-- Of the payments by card that a bank takes back, it takes most within seven days.
create or replace function private.card_is_fresh_since() returns timestamptz
language sql stable as $$
  select now() - interval '7 days'
$$;

-- What came into a fan's wallet by card lately and a bank can still take: what neither went back to the card nor is disputed.
create or replace function private.fresh_card_deposits(fan uuid) returns table (amount bigint, created_at timestamptz)
language sql stable as $$
  select payments.amount - given.back, payments.created_at
  from public.payments
  cross join lateral (
    select coalesce(sum(refunds.amount), 0)::bigint as back
    from private.refunds
    where refunds.payment_id = payments.id and destination = 'card' and refunds.status in ('approved', 'done')
  ) given
  where payments.user_id = fan and flow = 'balance' and method = 'card' and payments.status not in ('pending', 'failed')
    and payments.created_at > private.card_is_fresh_since() and payments.amount > given.back
    and not exists (
      select from private.disputes where disputes.payment_id = payments.id and disputes.status <> 'won'
    )
$$;

-- Whether this person may approve what moves money: an approval counts for as long as they may.
create or replace function private.approves_money(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.staff_role(account) in ('finance', 'admin'), false)
$$;

-- Nothing is paid without approval, and nobody approves their own. (Here and below: by those who still may.)
create or replace function private.require_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'approved' and old.status <> 'approved' and (
    select coalesce(bool_or(admin_id = new.user_id), true)
    from private.withdrawal_approvals
    where withdrawal_id = new.id and private.approves_money(admin_id)
  ) then
    raise exception 'withdrawal % was not approved by somebody else', new.uid using errcode = 'P0W01';
  end if;
  return new;
end
$$;

-- Nothing is refunded without approval, nobody approves their own, and never more goes one way than was paid.
create or replace function private.judge_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.status = 'approved' and old.status <> 'approved' and (
    case when new.made_elsewhere then (
      select count(*) = 0 from private.money_decisions
      where subject = new.uid and about = 'refund' and outcome in ('charged', 'borne') and status = 'done'
    ) else (
      select coalesce(bool_or(admin_id = new.user_id), true)
      from private.refund_approvals
      where refund_id = new.id and private.approves_money(admin_id)
    ) end
  ) then
    raise exception 'refund % was not approved by somebody else', new.uid using errcode = 'P0W01';
  end if;
  perform from public.payments where id = new.payment_id for update;
  -- One that has left is not refused any more: neither one made elsewhere, nor one on its way beside it.
  if new.status not in ('failed', 'rejected') and (
    select not new.made_elsewhere and payments.amount < coalesce(sum(refunds.amount) filter (
        where refunds.destination = new.destination and refunds.status not in ('failed', 'rejected')
          and (not refunds.made_elsewhere or tg_op = 'INSERT' or old.status = 'requested')
      ), 0)
      or payments.amount < coalesce(sum(refunds.amount) filter (where refunds.from_sale), 0)
    from public.payments
    left join private.refunds on refunds.payment_id = payments.id
    where payments.id = new.payment_id
    group by payments.id
  ) then
    raise exception 'payment % does not have that much left', new.payment_id
      using errcode = 'check_violation', constraint = 'refund_within_payment';
  end if;
  return null;
end
$$;

-- Nothing is paid to an unconfirmed key, without approval, or on the artist's own approval.
create or replace function private.judge_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform from private.artist_keys
    where id = new.key_id and artist_id = new.artist_id and confirmed_at is not null;
    if not found then
      raise exception 'payout % is to a key that was not confirmed', new.uid using errcode = 'P0A02';
    end if;
  elsif new.status = 'approved' and old.status <> 'approved' and (
    select coalesce(bool_or(private.is_artist(admin_id, artists.wallet)), true)
    from private.artist_payout_approvals
    join private.artists on artists.id = new.artist_id
    where payout_id = new.id and private.approves_money(admin_id)
  ) then
    raise exception 'payout % was not approved by somebody else', new.uid using errcode = 'P0W01';
  end if;
  return new;
end
$$;

-- No debt is written off without approval, nobody writes off their own, and it never becomes a present: its money has
-- been booked when this is checked, and the wallet may be at zero, not above; nor may a dispute be open, which gives back all it took
-- when it is won.
create or replace function private.judge_write_off() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (
    select coalesce(bool_or(admin_id = new.user_id), true)
    from private.write_off_approvals
    where write_off_id = new.id and private.approves_money(admin_id)
  ) then
    raise exception 'write-off % was not approved by somebody else', new.uid using errcode = 'P0W01';
  end if;
  if (select balance > 0 from ledger.accounts where code = 'fan:' || new.user_id || ':available') then
    raise exception 'write-off % is more than what is owed', new.uid
      using errcode = 'check_violation', constraint = 'write_off_within_debt';
  end if;
  if exists (select from private.disputes where user_id = new.user_id and status = 'open') then
    raise exception 'write-off % comes before the end of a dispute', new.uid
      using errcode = 'check_violation', constraint = 'write_off_after_disputes';
  end if;
  return null;
end
$$;

-- Nothing is carried out with fewer approvals than required, and nobody decides about their own money.
create or replace function private.judge_money_decision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (
    select count(*) < new.people_due or coalesce(bool_or(admin_id = new.user_id), false)
    from private.money_decision_approvals
    where decision_id = new.id and private.approves_money(admin_id)
  ) then
    raise exception 'decision % was not agreed to by enough others', new.uid using errcode = 'P0W01';
  end if;
  return null;
end
$$;

-- Who an artist's money goes to: the fan's uid where the artist is a fan too or an account acts for them, else the wallet.
create or replace function private.person_of_artist(wallet text) returns text
language sql stable as $$
  select coalesce(
    (select uid::text from public.users where lower(users.wallet) = lower(person_of_artist.wallet) limit 1),
    (
      select user_id::text
      from private.artist_accounts
      join private.artists on artists.id = artist_id
      where artists.wallet = lower(person_of_artist.wallet) and ended_at is null
    ),
    lower(wallet)
  )
$$;

-- Centavos that left in the last 24 hours, besides `beside`: the largest of what went to this person, what went to this
-- key, and what this administrator alone approved. So a large amount is not made of small ones.
create or replace function private.outflow_in_a_day(person text, pix_key text, approver uuid, beside uuid) returns bigint
language sql stable as $$
  select greatest(
    coalesce(sum(day.amount) filter (where day.person = outflow_in_a_day.person), 0),
    coalesce(sum(day.amount) filter (where day.pix_key = outflow_in_a_day.pix_key), 0),
    coalesce(sum(day.amount) filter (where day.approvers = array[approver]), 0)
  )::bigint
  from (
    select uid, min(approval.person) as person, min(approval.pix_key) as pix_key, min(amount) as amount,
      array_agg(admin_id) as approvers
    from private.outflow_approvals approval
    where approved_at > clock_timestamp() - interval '24 hours' and uid is distinct from beside
    group by uid
  ) day
$$;

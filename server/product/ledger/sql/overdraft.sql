create or replace function ledger.keep_overdraft() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.overdraft > old.overdraft and (
    new.code !~ '^fan:.+:available$' or new.overdraft > (
      select coalesce(sum(fan_part), 0)
      from private.disputes
      where user_id = split_part(new.code, ':', 2)::uuid and status <> 'won'
    )
  ) then
    raise exception 'only a dispute takes % below zero', new.code
      using errcode = 'check_violation', constraint = 'no_overdraft';
  end if;
  if new.overdraft = old.overdraft then
    new.overdraft := least(new.overdraft, greatest(0, -new.balance));
  end if;
  return new;
end
$$;

-- The chain knows no balance below zero: money received for a fan in debt is burnt there again. At the end of the
-- transaction, so that the record of the receipt goes first.
create or replace function ledger.mirror_debt() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform chain.enqueue('debt:' || reference, 'debit_balance', jsonb_build_object(
    'wallet', users.wallet, 'amount', old.overdraft - new.overdraft, 'reference', reference
  ))
  from public.users
  cross join (select gen_random_uuid() as reference) named
  where uid = split_part(new.code, ':', 2)::uuid and wallet is not null;
  return null;
end
$$;

-- Takes a disputed amount from the fan's available money, once, below zero where there is not enough. Returns what
-- the wallet could give: that much the chain burns at once.
create or replace function ledger.take_disputed(dispute uuid) returns bigint
language plpgsql as $$
declare
  claim private.disputes;
  free bigint;
begin
  select * into strict claim from private.disputes where uid = dispute for update;
  if claim.fan_part = 0 or exists (select from ledger.transfers where id = 'dispute:' || dispute || ':fan') then
    return 0;
  end if;
  select balance into strict free
  from ledger.accounts where code = 'fan:' || claim.user_id || ':available' for no key update;
  if free < claim.fan_part then
    update ledger.accounts set overdraft = claim.fan_part - free
    where code = 'fan:' || claim.user_id || ':available';
  end if;
  perform ledger.transfer(array[row(
    'dispute:' || dispute || ':fan', 'dispute', 'fan:' || claim.user_id || ':available', 'disputes:open', claim.fan_part
  )::ledger.entry]);
  return least(claim.fan_part, greatest(free, 0));
end
$$;

-- The holds of a fan that are open. Those of bids, which are most holds, are in no index by fan: the bids that stand lead to them.
create or replace function ledger.open_holds(fan uuid) returns setof ledger.holds
language sql stable as $$
  select * from ledger.holds where holds.fan = open_holds.fan and reason <> 'bid' and status = 'held'
  union all
  select holds.*
  from public.bids
  join ledger.holds on holds.id = 'bid:' || bids.id
  where user_id = open_holds.fan and bids.status in ('pending', 'bided') and holds.status = 'held'
$$;

-- What should be in an account by the rows that explain it, in centavos; null where no rows do.
create or replace function ledger.expected(code text) returns bigint
language sql stable as $$
  select (case
    when code = 'payouts:under_way' then
      (select coalesce(sum(amount), 0) from private.artist_payouts where status in ('requested', 'approved'))
    when code = 'artists:paid' then
      (
        select coalesce(sum(net), 0) from private.artist_payouts payouts
        where status = 'paid' or exists (
          select from private.money_decisions
          where subject = payouts.uid and about = 'payout' and outcome = 'borne' and status = 'done'
        )
      )
    when code like 'taxes:%' then (
      select coalesce(sum(case code when 'taxes:irrf' then irrf when 'taxes:iss' then iss else inss end), 0)
      from private.artist_payouts where status = 'paid'
    )
    when code = 'disputes:open' then
      (select coalesce(sum(amount), 0) from private.disputes where status = 'open')
    when code = 'refunds:under_way' then
      (select coalesce(sum(amount), 0) from private.refunds where status = 'approved' and destination = 'card')
    when code in ('pix:unmatched', 'cards:unmatched') then (
      select coalesce(sum(amount), 0) from private.unmatched_money
      where status = 'open' and provider = case code when 'pix:unmatched' then 'pix' else 'stripe' end
    )
    when code like 'fan:%:held' then (
      select coalesce(sum(amount), 0) from ledger.open_holds(split_part(code, ':', 2)::uuid)
    )
  end)::bigint
$$;

-- What an account's lines add up to, in centavos.
create or replace function ledger.sum_of_lines(account bigint) returns bigint
language sql stable as $$
  select (
    coalesce((select sum(change) from ledger.lines where lines.account = sum_of_lines.account), 0)
    + coalesce((
      select sum(amount)
      from ledger.accounts held
      join ledger.accounts available on available.code = regexp_replace(held.code, ':held$', ':available')
      join ledger.transfers on debit_account = available.id and credit_account = held.id
      where held.id = sum_of_lines.account and kind = 'hold'
    ), 0)
  )::bigint
$$;

-- Makes balances what their lines add up to: the lines are what happened, a balance only sums them up. Refused by
-- `no_overdraft` where that would be below zero.
create or replace function ledger.recount(accounts bigint[]) returns void
language plpgsql as $$
begin
  perform from ledger.accounts where id = any (recount.accounts) order by id for no key update;
  -- A statement of its own, which sees every line that was posted until the locks were ours.
  update ledger.accounts set balance = ledger.sum_of_lines(id)
  where id = any (recount.accounts) and balance <> ledger.sum_of_lines(id);
end
$$;

-- Takes a line back by another one, the other way round: no line is ever changed. Both balances are what their lines
-- add up to afterwards, also where the line had been written past `ledger.transfer`. Once; returns whether it was now.
create or replace function ledger.reverse(line text) returns boolean
language plpgsql as $$
declare
  reversed ledger.transfers;
begin
  select * into strict reversed from ledger.transfers where id = line;
  if reversed.kind = 'reversal' then
    raise exception 'line % is a reversal itself', line using errcode = 'P0L03';
  end if;
  perform from ledger.accounts
  where id in (reversed.debit_account, reversed.credit_account) order by id for no key update;
  insert into ledger.transfers (id, kind, debit_account, credit_account, amount)
  values ('reversal:' || line, 'reversal', reversed.credit_account, reversed.debit_account, reversed.amount)
  on conflict (id) do nothing;
  if not found then
    return false;
  end if;
  perform ledger.recount(array[reversed.debit_account, reversed.credit_account]);
  return true;
end
$$;

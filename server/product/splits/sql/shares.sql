-- What several people share of a sale. The author's part arrives in the project's payable account, as for any sale, and goes on
-- from there at once, each part to its person; what is returned comes back the same way.

-- Shares the author's parts of sales, and what was paid beside them. The caller holds the market's lock, which also whoever
-- changes a split takes: a sale belongs to the split before or to the one after.
create or replace function market.share_sales(sales market.sale[]) returns void
language plpgsql as $$
begin
  if not exists (
    select from private.splits
    where status = 'in_force' and project_id = any (array(select project_id from unnest(sales)))
  ) then
    return;
  end if;
  insert into private.shared_sales (mint_id, split_id)
  select mint_id, splits.id
  from unnest(sales) sale
  join private.splits on splits.project_id = sale.project_id and status = 'in_force';
  perform ledger.transfer(array(
    select row(
      'sale:' || mint_uid || ':' || party || ':' || artists.uid, kind, 'project:' || project_uid || ':payable',
      'project:' || project_uid || ':share:' || artists.uid, parts.amount
    )::ledger.entry
    from unnest(sales) sale
    join private.shared_sales on shared_sales.mint_id = sale.mint_id
    join public.payments on payments.id = sale.payment_id
    cross join lateral (
      select array_agg(artist_id order by place) as people, array_agg(basis_points::bigint order by place) as weights
      from private.split_shares where split_shares.split_id = shared_sales.split_id
    ) split
    cross join lateral (values
      ('author', 'share_sale', sale.amount - sale.platform_share), ('tip', 'share_tip', tip)
    ) paid (party, kind, amount)
    cross join lateral unnest(people, private.parts_of(paid.amount, weights)) as parts (artist_id, amount)
    join private.artists on artists.id = parts.artist_id
    where parts.amount > 0
  ));
end
$$;

-- Takes an amount of a shared sale back into the project's payable account, from each in proportion to what they still have of
-- it; does nothing where the sale was not shared. `name` is the transfers' prefix. `at_hand`: only of what is in their accounts.
create or replace function market.gather_shares(token uuid, name text, amount bigint, at_hand boolean) returns void
language sql as $$
  select ledger.transfer(array(
    select row(
      name || ':' || split_part(parts.account, ':', 4), 'share_back', parts.account,
      'project:' || split_part(parts.account, ':', 2) || ':payable', parts.amount
    )::ledger.entry
    from (
      select array_agg(account order by place) as accounts, array_agg(
        case when at_hand then least(remaining, greatest(balance, 0)) else remaining end order by place
      ) as weights
      from private.shares_left(token)
    ) held
    cross join lateral unnest(accounts, private.parts_of(gather_shares.amount, weights)) as parts (account, amount)
    where parts.amount > 0
  ))
$$;

-- What can be taken back of a sale without anybody owing it. Locks the accounts it would come from.
create or replace function market.returnable(token uuid) returns bigint
language plpgsql as $$
begin
  perform from ledger.accounts
  where code in (select account from private.shares_left(token))
    or code = (
      select 'project:' || projects.uid || ':payable'
      from public.mints join public.projects on projects.id = project_id where mints.uid = token
    )
  order by id
  for no key update;
  return coalesce(
    (select sum(least(remaining, greatest(balance, 0))) from private.shares_left(token)),
    (
      select balance
      from public.mints
      join public.projects on projects.id = project_id
      join ledger.accounts on code = 'project:' || projects.uid || ':payable'
      where mints.uid = token
    )
  );
end
$$;

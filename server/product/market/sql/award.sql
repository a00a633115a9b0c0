-- Never settled before the unit became free: the clock may have been set back since.
create or replace function market.sale_body(unit bigint, freed_at timestamptz, bid bigint, amount bigint, at timestamptz)
returns text
language sql stable as $$
  select format(
    '"at":"%s","unit":%s,"freed":"%s","bid":%s,"amount":%s',
    market.instant(greatest(at, freed_at)), (select number from public.units where id = unit),
    market.instant(freed_at), bid, amount
  )
$$;

-- Makes winners of bids: the hold is paid out, the unit gets a new token, the chain and the fan are notified. The
-- caller has ended the former token and written the log.
create or replace function market.award(awards market.award[], at timestamptz) returns void
language plpgsql as $$
declare
  sales market.sale[];
begin
  select array_agg(row(
    project_id, project_uid, project_name, contract_address, author_wallet, unit_id, number, bid_id, payment_id, fan,
    wallet, amount, private.platform_share(amount), nextval('public.mints_id_seq'), gen_random_uuid()
  )::market.sale)
  into sales
  from (
    select a.project_id, projects.uid as project_uid, project_name, contract_address, author_wallet, a.unit_id,
      units.number, a.bid_id, bids.payment_id, bids.user_id as fan, users.wallet, bids.amount
    from unnest(awards) with ordinality as a (project_id, unit_id, bid_id, ended_mint, freed_at, place)
    join public.bids on bids.id = a.bid_id
    join public.users on users.uid = bids.user_id
    join public.projects on projects.id = a.project_id
    join public.units on units.id = a.unit_id
    order by place
  ) facts;

  perform ledger.post_holds(array(
    select row('bid:' || bid_id, 'sale:' || mint_uid || ':' || party, 'sale_' || party, account, amount)::ledger.share
    from (
      select bid_id, mint_uid, 'author' as party, 'project:' || project_uid || ':payable' as account,
        amount - platform_share as amount
      from unnest(sales)
      union all
      select bid_id, mint_uid, 'platform', 'platform:revenue', platform_share
      from unnest(sales)
    ) shares
    where amount > 0
  ));

  update public.bids set status = 'winner', ended_at = at
  where id in (select bid_id from unnest(sales));
  perform private.payments_become(array(select payment_id from unnest(sales)), 'succeded-winner');
  insert into public.mints (id, uid, user_id, project_id, unit_id, payment_id, amount, created_at)
  overriding system value
  select mint_id, mint_uid, fan, project_id, unit_id, payment_id, amount, greatest(at, (
    select a.freed_at from unnest(awards) a where a.bid_id = sale.bid_id
  ))
  from unnest(sales) sale;
  update public.units set mint_id = sale.mint_id, freed_at = null
  from unnest(sales) sale
  where units.id = sale.unit_id;
  perform market.share_sales(sales);

  perform market.count_fewer(
    array(select project_id from unnest(sales)), array(select amount from unnest(sales))
  );
  perform market.crown(array(select distinct project_id from unnest(sales)));

  perform market.enqueue_sales(sales);

  perform private.tell((
    select jsonb_agg(jsonb_build_object(
      'fan', fan, 'kind', 'won', 'data', jsonb_build_object('project', project_name, 'amount', amount)
    ))
    from unnest(sales)
  ));
end
$$;

-- Has sales recorded on the chain. Where somebody else has paid, the money leaves that wallet; a
-- tip goes to the author with their share.
create or replace function market.enqueue_sales(sales market.sale[]) returns void
language sql as $$
  insert into chain.operations (key, kind, payload)
  select 'sell:' || mint_uid, 'sell_unit', jsonb_build_object(
    'edition', edition, 'unit', unit_number, 'wallet', sale.wallet, 'amount', sale.amount, 'reference', mint_uid,
    'shares', jsonb_build_array(
      jsonb_build_object('wallet', author_wallet, 'amount', sale.amount - platform_share + tip),
      jsonb_build_object('wallet', (select private.platform_wallet()), 'amount', platform_share)
    )
  ) || case when payer.uid <> fan then jsonb_build_object('payer', payer.wallet) else '{}' end
  from unnest(sales) sale
  join public.payments on payments.id = sale.payment_id
  join public.users payer on payer.uid = payments.user_id
$$;

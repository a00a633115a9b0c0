-- What must always hold for the market; an empty answer is a healthy one. Read by tests, simulator and operator.
create or replace view market.faults as
  select 'a standing bid without its hold' as fault, bids.id::text as detail
  from public.bids
  left join ledger.holds on holds.id = 'bid:' || bids.id
  where bids.status in ('pending', 'bided')
    and (holds.status is distinct from 'held' or holds.amount <> bids.amount or holds.fan <> bids.user_id)
  union all
  select 'a winner whose hold is not posted', bids.id::text
  from public.bids
  left join ledger.holds on holds.id = 'bid:' || bids.id
  where bids.status = 'winner' and holds.status is distinct from 'posted'
  union all
  select 'a bid given up whose hold is not voided', bids.id::text
  from public.bids
  left join ledger.holds on holds.id = 'bid:' || bids.id
  where bids.status in ('failed', 'pending-cancel', 'cancelled') and holds.status is distinct from 'voided'
  union all
  select 'a bid that is not its payment''s', bids.id::text
  from public.bids
  left join public.payments on payments.id = bids.payment_id
  where (payments.user_id, payments.project_id, payments.amount, payments.flow)
    is distinct from (bids.user_id, bids.project_id, bids.amount, 'bid')
  union all
  select 'a winner without a token', bids.id::text
  from public.bids
  where status = 'winner' and not exists (select from public.mints where mints.payment_id = bids.payment_id)
  union all
  select 'a hold of no bid', holds.id
  from ledger.holds
  where holds.status = 'held' and holds.reason = 'bid'
    and not exists (select from public.bids where 'bid:' || bids.id = holds.id)
  union all
  select 'totals that differ from the bids', state.project_id::text
  from market.state
  left join (
    select project_id, count(*) as bids,
      count(*) filter (where status in ('pending', 'bided')) as standing,
      count(*) filter (where status = 'winner') as winners
    from public.bids
    group by project_id
  ) counted using (project_id)
  where (state.bids, state.standing, state.winners)
    is distinct from (coalesce(counted.bids, 0), coalesce(counted.standing, 0), coalesce(counted.winners, 0))
  union all
  select 'counts of standing bids that differ from the bids', format('%s, level %s, bucket %s', project_id, level, bucket)
  from market.standing_counts
  full join (
    select project_id, level, (amount >> level)::integer as bucket, count(*) as standing
    from public.bids, (values (10), (16)) as levels (level)
    where status in ('pending', 'bided')
    group by 1, 2, 3
  ) counted using (project_id, level, bucket)
  where coalesce(standing_counts.standing, 0) <> coalesce(counted.standing, 0)
  union all
  select 'a project that was closed and has standing bids', bids.id::text
  from public.bids
  join market.state using (project_id)
  where bids.status in ('pending', 'bided') and closed_at is not null
  union all
  select 'a log whose head is not its last entry', state.project_id::text
  from market.state
  left join market.log on log.project_id = state.project_id and log.seq = state.log_length
  where state.log_length > 0 and log.hash is distinct from state.log_head
  union all
  select 'stock that differs from the units', state.project_id::text
  from market.state
  left join (
    select project_id,
      count(*) filter (where first_sold_at is null) as unsold,
      count(*) filter (where first_sold_at is not null and mint_id is null and gift_id is null) as waiting
    from public.units
    group by project_id
  ) counted using (project_id)
  where (state.unsold, state.waiting) is distinct from (coalesce(counted.unsold, 0), coalesce(counted.waiting, 0))
  union all
  select 'sales that differ from the tokens', state.project_id::text
  from market.state
  left join (
    select project_id,
      count(*) filter (where regretted_at is null and revoked_for is null) as sales,
      count(*) filter (where regretted_at is not null or revoked_for is not null) as undone
    from public.mints
    where status <> 'expired' or minted_at is not null
    group by project_id
  ) counted using (project_id)
  where (state.sales, state.undone) is distinct from (coalesce(counted.sales, 0), coalesce(counted.undone, 0))
  union all
  select 'a waiting gift without its unit', gifts.id::text
  from private.gifts
  left join public.units on units.id = gifts.unit_id and units.gift_id = gifts.id
  where gifts.status = 'waiting' and (units.id is null or units.mint_id is not null)
  union all
  select 'a unit set aside for no gift', units.id::text
  from public.units
  left join private.gifts on gifts.id = units.gift_id
  where units.gift_id is not null and gifts.status is distinct from 'waiting'
  union all
  select 'a gift whose hold is not as it should be', gifts.id::text
  from private.gifts
  left join ledger.holds on holds.id = 'gift:' || gifts.uid
  join public.payments on payments.id = gifts.payment_id
  where case gifts.status
    when 'unpaid' then holds.id is not null
    when 'waiting' then (holds.status, holds.amount, holds.fan)
      is distinct from ('held', payments.amount, gifts.giver)
    when 'accepted' then holds.status is distinct from 'posted'
    -- What came back after it had been accepted had been paid out.
    else holds.status is distinct from case when gifts.mint_id is null then 'voided' else 'posted' end
  end
  union all
  select 'an accepted gift that is not its token''s', gifts.id::text
  from private.gifts
  left join public.mints on mints.id = gifts.mint_id
  where gifts.mint_id is not null
    and (mints.user_id, mints.payment_id, mints.unit_id)
      is distinct from (gifts.recipient, gifts.payment_id, gifts.unit_id)
  union all
  select 'a hold of no gift', holds.id
  from ledger.holds
  where holds.status = 'held' and holds.reason = 'gift'
    and not exists (select from private.gifts where 'gift:' || gifts.uid = holds.id and status = 'waiting');

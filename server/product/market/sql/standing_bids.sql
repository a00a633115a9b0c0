-- Locks the projects' markets for the rest of the transaction, always in the same order.
create or replace function market.lock(markets bigint[]) returns void
language plpgsql as $$
begin
  perform from market.state where project_id = any (markets) order by project_id for no key update;
end
$$;

-- Keeps the counts in step with bids that cease to stand; `market.record_bids` adds to them.
create or replace function market.count_fewer(markets bigint[], amounts bigint[]) returns void
language sql as $$
  update market.standing_counts counts
  set standing = counts.standing - fewer.n
  from (
    select project_id, level, (amount >> level)::integer as bucket, count(*) as n
    from unnest(markets, amounts) as bid (project_id, amount), (values (10), (16)) as levels (level)
    group by 1, 2, 3
  ) fewer
  where (counts.project_id, counts.level, counts.bucket) = (fewer.project_id, fewer.level, fewer.bucket)
$$;

-- Rank of an amount among a project's standing bids: 1 for the best. Sums at most a few thousand counts
-- whatever the number of bids.
create or replace function market.position(project bigint, amount bigint) returns bigint
language sql stable as $$
  select 1
    + coalesce((
      select sum(standing)
      from market.standing_counts
      where project_id = project and level = 16 and bucket > (amount >> 16)
    ), 0)
    + coalesce((
      select sum(standing)
      from market.standing_counts
      where project_id = project and level = 10
        and bucket > (amount >> 10) and bucket < (((amount >> 16) + 1) << 6)
    ), 0)
    + (
      select count(*)
      from public.bids
      where project_id = project and status in ('pending', 'bided')
        and bids.amount > position.amount and bids.amount < (((position.amount >> 10) + 1) << 10)
    )
$$;

-- Marks the current leader as having led, so that they are notified when they are outbid.
create or replace function market.crown(markets bigint[]) returns void
language sql as $$
  update public.bids
  set led = true
  from (
    select (
      select id
      from public.bids
      where project_id = project and status in ('pending', 'bided')
      order by amount desc
      limit 1
    ) as id
    from unnest(markets) as project
  ) best
  where bids.id = best.id and not led
$$;

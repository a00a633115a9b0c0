create or replace function market.follow_project() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into market.state (project_id, closes_at)
  values (new.id, new.expired_at)
  on conflict (project_id) do update set closes_at = excluded.closes_at, closed_at = null;
  return new;
end
$$;

create or replace function market.count_new_units() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update market.state
  set unsold = state.unsold + added.unsold, waiting = state.waiting + added.waiting
  from (
    select project_id,
      count(*) filter (where first_sold_at is null) as unsold,
      count(*) filter (where first_sold_at is not null and mint_id is null and gift_id is null) as waiting
    from rows_after
    group by project_id
  ) added
  where state.project_id = added.project_id;
  return null;
end
$$;

-- Reserving a unit changes no count, and then no row of the market is touched.
create or replace function market.count_changed_units() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update market.state
  set unsold = state.unsold + changed.unsold, waiting = state.waiting + changed.waiting
  from (
    select rows_after.project_id,
      sum((rows_after.first_sold_at is null)::int - (rows_before.first_sold_at is null)::int) as unsold,
      sum(
        (rows_after.first_sold_at is not null and rows_after.mint_id is null and rows_after.gift_id is null)::int
        - (rows_before.first_sold_at is not null and rows_before.mint_id is null and rows_before.gift_id is null)::int
      ) as waiting
    from rows_after
    join rows_before using (id)
    group by rows_after.project_id
  ) changed
  where state.project_id = changed.project_id and (changed.unsold <> 0 or changed.waiting <> 0);
  return null;
end
$$;

-- Every token is a sale, unless the chain refused it.
create or replace function market.count_new_sales() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update market.state
  set sales = state.sales + added.sales
  from (select project_id, count(*) as sales from rows_after group by project_id) added
  where state.project_id = added.project_id;
  return null;
end
$$;

create or replace function market.count_changed_sale() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was boolean := old.status <> 'expired' or old.minted_at is not null;
  is_one boolean := new.status <> 'expired' or new.minted_at is not null;
  was_undone boolean := old.regretted_at is not null or old.revoked_for is not null;
  is_undone boolean := new.regretted_at is not null or new.revoked_for is not null;
begin
  update market.state
  set sales = sales + (is_one and not is_undone)::int - (was and not was_undone)::int,
    undone = undone + (is_one and is_undone)::int - (was and was_undone)::int
  where project_id = new.project_id;
  return null;
end
$$;

-- The sales of a project as everybody counts them: those that stand, those that were taken back with their money, and of those that
-- stand the ones with money given back, which is only so once they were played or in part. A sale that the chain refused is none.
create or replace function market.sales_of(project bigint, out sales bigint, out undone bigint, out refunded bigint)
language sql stable set search_path = '' as $$
  select state.sales, state.undone, (
    select count(distinct mints.id)
    from private.refunds
    join public.mints on mints.payment_id = refunds.payment_id
    where from_sale and mints.project_id = project and regretted_at is null and revoked_for is null
  )
  from market.state
  where project_id = project
$$;

-- How many units of a project somebody has: all but those of the lot, those that wait for a bid, and those that wait as gifts.
create or replace function market.holders_of(project bigint) returns bigint
language sql stable set search_path = '' as $$
  select total_supply - unsold - waiting
    - (select count(*) from private.gifts where project_id = project and status = 'waiting')
  from public.projects
  join market.state on state.project_id = projects.id
  where projects.id = project
$$;

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
      count(*) filter (where first_sold_at is not null and mint_id is null) as waiting
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
        (rows_after.first_sold_at is not null and rows_after.mint_id is null)::int
        - (rows_before.first_sold_at is not null and rows_before.mint_id is null)::int
      ) as waiting
    from rows_after
    join rows_before using (id)
    group by rows_after.project_id
  ) changed
  where state.project_id = changed.project_id and (changed.unsold <> 0 or changed.waiting <> 0);
  return null;
end
$$;

-- The sales of a project as everybody counts them: those that stand, those that were taken back with their money, and of those that
-- stand the ones with money given back, which is only so once they were played or in part. A sale that the chain refused is none.
create or replace function market.sales_of(project bigint, out sales bigint, out undone bigint, out refunded bigint)
language sql stable set search_path = '' as $$
  select count(*) filter (where not is_undone), count(*) filter (where is_undone),
    count(*) filter (where not is_undone and exists (
      select from private.refunds
      where refunds.payment_id = sold.payment_id and from_sale
    ))
  from (
    select mints.payment_id, regretted_at is not null or revoked_for is not null as is_undone
    from public.units
    join public.mints on mints.unit_id = units.id
    where units.project_id = project and (mints.status <> 'expired' or minted_at is not null)
  ) sold
$$;

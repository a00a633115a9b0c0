-- outside a transaction
-- Those from before they were kept; one market at a time, whose row is locked before anything is counted.
do $$
declare
  market bigint;
begin
  for market in select project_id from market.state order by project_id loop
    perform from market.state where project_id = market for no key update;
    update market.state
    set sales = counted.sales, undone = counted.undone
    from (
      select count(*) filter (where regretted_at is null and revoked_for is null) as sales,
        count(*) filter (where regretted_at is not null or revoked_for is not null) as undone
      from public.mints
      where project_id = market and (status <> 'expired' or minted_at is not null)
    ) counted
    where state.project_id = market;
    commit;
  end loop;
end
$$;

-- outside a transaction
-- Those that wait since before; one market at a time.
do $$
declare
  market bigint;
begin
  for market in select distinct project_id from public.units where gift_id is not null and first_sold_at is null loop
    perform from market.state where project_id = market for no key update;
    update public.units
    set first_sold_at = now()
    where project_id = market and gift_id is not null and first_sold_at is null;
    commit;
  end loop;
end
$$;

-- A unit that comes back: where it goes.

-- Puts a sold unit on sale again, as `market.offer_again` says, after the windows that have ended by now. The caller holds the market's
-- lock, and has ended its token.
create or replace function market.free_unit(unit bigint) returns void
language plpgsql as $$
declare
  project bigint;
  freed timestamptz;
  bid bigint;
begin
  perform market.settle_windows(project_id) from public.units where id = unit;
  -- Not before it was sold, although the clock may have been set back since.
  select units.project_id, greatest(clock_timestamp(), mints.created_at), bids.id into project, freed, bid
  from public.units
  left join public.mints on mints.id = units.mint_id
  left join public.bids on bids.payment_id = mints.payment_id
  where units.id = unit;
  -- A bid that won stays in the log, and so does that its unit came back.
  if bid is not null then
    perform market.append(array(
      select row(project, 'return', format(
        '"at":"%s","unit":%s,"bid":%s', market.instant(freed), number, bid
      ))::market.entry
      from public.units
      where id = unit
    ));
  end if;
  perform market.offer_again(unit, bid is not null, freed);
end
$$;

-- Offers a unit anew that is somebody's no more. To the best bid, by the next settlement, where a bid had won it or others stand, and
-- where every other unit has been sold: there is an auction then, and it stays one. Otherwise at the fixed price: nobody opens an
-- auction by setting units aside and taking them back.
create or replace function market.offer_again(unit bigint, was_won boolean, at timestamptz) returns void
language plpgsql as $$
declare
  project bigint;
  is_auction boolean;
begin
  select units.project_id, was_won or exists (
    select from public.bids where bids.project_id = units.project_id and status in ('pending', 'bided')
  ) or not exists (
    select
    from public.units other
    where other.project_id = units.project_id and other.id <> unit
      and (other.first_sold_at is null or other.gift_id is not null)
  )
  into project, is_auction
  from public.units
  where id = unit;
  if is_auction then
    update public.units set mint_id = null, gift_id = null, freed_at = at where id = unit;
    update market.state set unsettled = true where project_id = project;
  else
    update public.units set mint_id = null, gift_id = null, first_sold_at = null where id = unit;
  end if;
end
$$;

-- How many sales of a project stand, and how many were taken back: kept with the market, as its stock is.
alter table market.state
  add column sales integer not null default 0,
  add column undone integer not null default 0;

create function market.count_new_sales() returns trigger language plpgsql as $$ begin return null; end $$;
create function market.count_changed_sale() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger mints_count_new
  after insert on public.mints
  referencing new table as rows_after
  for each statement execute function market.count_new_sales();

-- Where a sale becomes none, or is taken back: seldom.
create trigger mints_count_changed
  after update on public.mints
  for each row
  when (
    (new.status <> 'expired' or new.minted_at is not null, new.regretted_at is not null or new.revoked_for is not null)
    is distinct from
    (old.status <> 'expired' or old.minted_at is not null, old.regretted_at is not null or old.revoked_for is not null)
  )
  execute function market.count_changed_sale();

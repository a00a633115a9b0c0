-- What the list of projects shows and is searched by, kept by whoever writes: a page of it counts nothing.
create extension if not exists pg_trgm;

-- As people search: small letters without accents.
create function private.search_form(text) returns text
language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'))
$$;

alter table public.projects
  add column search text generated always as (private.search_form(project_name || ' ' || author)) stored;
create index projects_search on public.projects using gin (search gin_trgm_ops) where is_active;
create index projects_by_end on public.projects (expired_at, id) where is_active;
create index projects_by_price on public.projects (fiat_price, id) where is_active;

-- Units never sold, and units that were sold and nobody holds.
alter table market.state
  add column unsold integer not null default 0 check (unsold >= 0),
  add column waiting integer not null default 0 check (waiting >= 0);

update market.state
set unsold = counted.unsold, waiting = counted.waiting
from (
  select project_id,
    count(*) filter (where first_sold_at is null) as unsold,
    count(*) filter (where first_sold_at is not null and mint_id is null) as waiting
  from public.units
  group by project_id
) counted
where state.project_id = counted.project_id;

-- Those set aside while they are paid for; few at any time.
create index units_set_aside on public.units (project_id) where reserved_by is not null;

create function market.count_new_units() returns trigger
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
create trigger units_count_new after insert on public.units
  referencing new table as rows_after
  for each statement execute function market.count_new_units();

-- Setting a unit aside changes no count, and then no row of the market is touched.
create function market.count_changed_units() returns trigger
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
create trigger units_count_changed after update on public.units
  referencing old table as rows_before new table as rows_after
  for each statement execute function market.count_changed_units();

-- The opening of a lot at an announced hour, as `domain/opening.ts` describes it.

-- For how long before the opening the waiting room is open, and its followers know: `ROOM_SECONDS`.
create or replace function market.room_time() returns interval
language sql immutable as $$
  select interval '15 minutes'
$$;

-- Between one turn and the next: `TURN_SECONDS` of domain/opening.ts.
create or replace function market.turn_time() returns interval
language sql immutable as $$
  select interval '1 minute'
$$;

-- Lets a fan into the waiting room. Answers false before its quarter of an hour, and from the opening on.
create or replace function market.enter_room(project bigint, fan uuid) returns boolean
language plpgsql as $$
declare
  opening timestamptz;
begin
  -- The draw waits for those who are coming in, and who comes after it is late.
  perform from market.state where project_id = project for share;
  select opens_at into opening from public.projects where id = project;
  if opening is null or clock_timestamp() >= opening or clock_timestamp() < opening - market.room_time() then
    return false;
  end if;
  insert into private.waiting_room (project_id, user_id) values (project, fan) on conflict do nothing;
  return true;
end
$$;

-- Draws the order for those projects that have opened and have none: once, whoever comes first. The planner does not know yet that the
-- room has filled, and would go through it again for each who waits: four minutes for ten thousand.
create or replace function market.draw_orders(markets bigint[]) returns void
language plpgsql set enable_nestloop = off as $$
declare
  project bigint;
begin
  for project in
    select id from public.projects
    where id = any (markets) and opens_at <= clock_timestamp()
      and not exists (select from private.openings where project_id = projects.id)
    order by id
  loop
    perform from market.state where project_id = project for no key update;
    continue when exists (select from private.openings where project_id = project);
    insert into private.openings (project_id, drawn_at, people, units)
    select project, clock_timestamp(),
      (select count(*) from private.waiting_room where project_id = project),
      greatest(1, (select unsold from market.state where project_id = project));
    update private.waiting_room
    set place = drawn.place
    from (
      select user_id, row_number() over (order by gen_random_uuid()) as place
      from private.waiting_room
      where project_id = project
    ) drawn
    where waiting_room.project_id = project and waiting_room.user_id = drawn.user_id;
  end loop;
end
$$;

-- Whether a fan has had their unit of an announced opening, for themselves or to give, while others still wait for their turns:
-- one each. What was given to them does not count, what they have given does, also once it was accepted.
create or replace function market.took_at_opening(project bigint, fan uuid) returns boolean
language sql stable as $$
  select exists (
    select
    from private.openings
    join public.projects on projects.id = openings.project_id
    where openings.project_id = project
      and clock_timestamp() < opens_at + market.turn_time() * ((people + units - 1) / units)
  ) and (
    exists (
      select
      from public.mints
      join public.payments on payments.id = mints.payment_id
      where mints.project_id = project and payments.user_id = fan and mints.status in ('pending', 'minted')
    )
    or exists (
      select from private.gifts where giver = fan and project_id = project and status = 'waiting'
    )
  )
$$;

-- When a fan's turn begins: a minute for as many as there were units; those without a place come when all places have had
-- theirs. Null for a project without an opening. Inlined.
create or replace function market.turn_of(project bigint, fan uuid) returns timestamptz
language sql stable as $$
  select projects.opens_at + market.turn_time() * coalesce(
    (room.place - 1) / openings.units, (openings.people + openings.units - 1) / openings.units, 0
  )
  from public.projects
  left join private.openings on openings.project_id = projects.id
  left join private.waiting_room room on room.project_id = projects.id and room.user_id = fan
  where projects.id = project
$$;

-- Calls the next `most` people of the waiting rooms whose turn has begun, while there are units: by bell, mail and device, once.
-- Draws the order where nobody has asked for it yet. Answers how many were called. Whoever has bought meanwhile is not.
create or replace function market.call_turns(most integer, at timestamptz) returns integer
language plpgsql as $$
declare
  news jsonb;
begin
  perform market.draw_orders(array(
    select id from public.projects
    where opens_at <= at and opens_at > at - interval '1 day'
      and exists (select from private.waiting_room where project_id = projects.id)
  ));
  with due as (
    select room.project_id, room.user_id, project_name, projects.uid
    from private.openings
    join public.projects on projects.id = openings.project_id
    join market.state on state.project_id = projects.id
    join private.waiting_room room on room.project_id = projects.id
    join public.users on users.uid = room.user_id and users.is_active
    where opens_at > at - interval '1 day' and expired_at > at and projects.is_active and paused_at is null and unsold > 0
      and called_at is null
      -- As `market.turn_of`.
      and opens_at + market.turn_time() * ((place - 1) / units) <= at
      and not market.took_at_opening(projects.id, room.user_id)
    order by opens_at, projects.id, place
    limit most
    for update of room skip locked
  ),
  called as (
    update private.waiting_room
    set called_at = at
    from due
    where waiting_room.project_id = due.project_id and waiting_room.user_id = due.user_id
    returning due.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'fan', user_id, 'kind', 'turn_came', 'data', jsonb_build_object('project', project_name, 'work', uid)
  )), '[]') into news
  from called;
  if news <> '[]' then
    perform private.tell(news);
  end if;
  return jsonb_array_length(news);
end
$$;

-- News for everybody who follows an artist or watches a work.

-- Tells the next `most` people of the first alert that is due, those who sleep only once their morning has come, and nobody
-- twice. Answers how many were looked at; null when nothing is due. One alert at a time: two workers take two.
create or replace function private.send_alerts(most integer, at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  alert private.alerts;
  author bigint;
  people uuid[];
begin
  select * into alert
  from private.alerts
  where done_at is null and due_at <= at
  order by due_at, id
  limit 1
  for update skip locked;
  if alert.id is null then
    return null;
  end if;
  author := coalesce(alert.artist_id, (
    select artists.id
    from public.projects
    join private.artists on artists.wallet = lower(projects.author_wallet)
    where projects.id = alert.project_id
  ));

  people := private.next_to_alert(alert, author, most);
  perform private.tell_alert(alert, people);
  update private.alerts
  set after = case when cardinality(people) = most then people[most] end,
    done_at = case when cardinality(people) < most and (morning_at is null or due_at >= morning_at) then at end,
    due_at = case when cardinality(people) < most then coalesce(greatest(due_at, morning_at), due_at) else due_at end
  where id = alert.id;
  return cardinality(people);
end
$$;

-- The next people of an alert by their ids: followers of the artist for news of lots and announcements, and watchers of the work, who were so
-- when it was raised.
create or replace function private.next_to_alert(alert private.alerts, author bigint, most integer) returns uuid[]
language sql stable set search_path = '' as $$
  select array(
    select user_id
    from (
      (
        select user_id from private.follows
        where artist_id = author and alert.kind in ('lot_announced', 'lot_opening', 'lot_opened', 'announcement')
          and user_id > coalesce(alert.after, '00000000-0000-0000-0000-000000000000') and created_at <= alert.created_at
        order by user_id
        limit most
      )
      union
      (
        select user_id from private.watches
        where project_id = alert.project_id and user_id > coalesce(alert.after, '00000000-0000-0000-0000-000000000000')
          and created_at <= alert.created_at
        order by user_id
        limit most
      )
    ) people
    order by user_id
    limit most
  )
$$;

-- Writes to those of `people` whom an alert concerns, in the ways that they left on. Whoever watches a work is told of its
-- opening at night too: they asked for the hour.
create or replace function private.tell_alert(alert private.alerts, people uuid[]) returns void
language sql set search_path = '' as $$
  with told as (
    insert into private.alerted (alert_id, user_id)
    select alert.id, users.uid
    from public.users
    where users.uid = any (people) and users.is_active and users.erased_at is null
      and (
        alert.morning_at is null or alert.due_at >= alert.morning_at
        or exists (select from private.wakeful where wakeful.user_id = users.uid)
        or (
          alert.kind in ('lot_opening', 'lot_opened')
          and exists (
            select from private.watches
            where watches.project_id = alert.project_id and watches.user_id = users.uid
          )
        )
      )
      and (
        alert.kind <> 'unit_below'
        or exists (
          select from private.watches
          where watches.project_id = alert.project_id and watches.user_id = users.uid
            and below >= (alert.data ->> 'amount')::bigint
        )
      )
      and not exists (
        select from private.muted_works
        where muted_works.user_id = users.uid and muted_works.project_id = alert.project_id
          and muted_works.topic = private.alert_topic(alert.kind)
      )
    on conflict do nothing
    returning user_id
  ),
  wanted as (
    select told.user_id,
      not exists (select from private.muted_alerts m where m.user_id = told.user_id and m.topic = private.alert_topic(alert.kind) and channel = 'bell') as bell,
      not exists (select from private.muted_alerts m where m.user_id = told.user_id and m.topic = private.alert_topic(alert.kind) and channel = 'push') as push,
      not exists (select from private.muted_alerts m where m.user_id = told.user_id and m.topic = private.alert_topic(alert.kind) and channel = 'mail') as mail
    from told
  ),
  written as (
    insert into public.notifications (user_id, kind, data, in_bell)
    select user_id, alert.kind, alert.data, bell
    from wanted
    where bell or push or mail
    returning id, user_id
  )
  select graphile_worker.add_jobs(array_agg(job))
  from (
    select ('mail-notification', json_build_object('notification', id), null, null,
      private.most_attempts('mail-notification'), null, private.job_priority('mail-notification'), null
      )::graphile_worker.job_spec as job
    from written
    join wanted using (user_id)
    where mail
    union all
    select ('push-notification', json_build_object('notification', written.id, 'subscription', device.id),
      null, null, 6, 'push:' || written.id || ':' || device.id, private.job_priority('push-notification'), null
      )::graphile_worker.job_spec
    from written
    join wanted using (user_id)
    join public.push_subscriptions device using (user_id)
    where push
  ) jobs
  having count(*) > 0
$$;

-- Under which switch a kind of alert stands (`domain/alert.ts`).
create or replace function private.alert_topic(kind text) returns text
language sql immutable as $$
  select case when kind in ('unit_below', 'last_hour') then kind when kind = 'announcement' then 'announcements' else 'lots' end
$$;

-- Raises what the clock alone makes news: works in their last hour, openings that are near, and units that can be had for little. Answers the events
-- as [{key, kind, project, data, stale}]; whoever calls decides when they are due. What is known already is left out.
create or replace function private.alerts_of_the_hour(at timestamptz)
returns table (key text, kind text, project_id bigint, data jsonb, stale_at timestamptz)
language sql stable set search_path = '' as $$
  select *
  from (
    select 'last_hour:' || projects.id || ':' || extract(epoch from expired_at)::bigint as key, 'last_hour', projects.id,
      jsonb_build_object(
        'project', project_name, 'work', projects.uid, 'until', to_jsonb(expired_at) #>> '{}'
      ), expired_at
    from public.projects
    where is_active and expired_at > at and expired_at <= at + interval '1 hour'
      and exists (select from private.watches where watches.project_id = projects.id)
    union all
    select 'lot_opening:' || projects.id, 'lot_opening', projects.id,
      jsonb_build_object(
        'project', project_name, 'work', projects.uid, 'until', to_jsonb(opens_at) #>> '{}',
        'opens', to_jsonb(opens_at) #>> '{}'
      ), opens_at
    from public.projects
    where is_active and opens_at > at and opens_at <= at + market.room_time()
    union all
    select 'unit_below:' || projects.id || ':' || extract(epoch from coalesce(unit.frees_at, state.waiting_since))::bigint,
      'unit_below', projects.id,
      jsonb_build_object(
        'project', project_name, 'work', projects.uid, 'amount', unit.amount,
        'until', to_jsonb(coalesce(unit.frees_at, at + interval '1 hour')) #>> '{}'
      ), coalesce(unit.frees_at, at + interval '1 hour')
    from (select distinct watches.project_id from private.watches where below is not null) watched
    join public.projects on projects.id = watched.project_id
    cross join lateral (
      select waiting, unsold, case when waiting > 0 then (
        select min(freed_at) from public.units
        where units.project_id = projects.id and freed_at is not null and mint_id is null
      ) end as waiting_since
      from market.state
      where state.project_id = projects.id
    ) state
    cross join lateral (
      select
        case when state.waiting = 0 then (
          select min(will_expire_at) from public.mints
          where mints.project_id = projects.id and status = 'minted' and will_expire_at > at
        ) end as frees_at,
        coalesce((
          select max(amount) + 1 from public.bids
          where bids.project_id = projects.id and bids.status in ('pending', 'bided') and state.waiting = 0
        ), fiat_price) as amount
    ) unit
    where is_active and paused_at is null and expired_at > at and state.unsold = 0
      and (state.waiting_since is not null or unit.frees_at <= at + interval '1 hour')
      and exists (
        select from private.watches where watches.project_id = projects.id and below >= unit.amount
      )
  ) news (key, kind, project_id, data, stale_at)
  where not exists (select from private.alerts where alerts.key = news.key)
$$;

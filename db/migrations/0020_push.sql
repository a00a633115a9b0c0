-- News on a device that does not look: what a browser's push service needs to reach it (RFC 8030, RFC 8291).
create table public.push_subscriptions (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.users (uid),
  -- The address of this one browser at its push service; whoever knows it can write to it.
  endpoint text not null unique check (length(endpoint) <= 2048),
  -- The browser's public key and shared secret (base64url), with which messages are encrypted for it.
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  created_at timestamptz not null default now()
);
create index push_subscriptions_user on public.push_subscriptions (user_id, id);

alter table public.push_subscriptions enable row level security;
grant select (id, user_id, endpoint, created_at) on public.push_subscriptions to authenticated;
create policy push_subscriptions_select on public.push_subscriptions for select to authenticated
  using (user_id = (select auth.uid()));
create policy second_factor on public.push_subscriptions as restrictive to authenticated
  using ((select private.session_is_strong()));

-- Tells people, given as [{fan, kind, data}]: a row for the bell and a job for the mail, in one go; and of what cannot
-- wait until somebody looks, a message to each device that asked for it. Six attempts take about four minutes: later than
-- that, it is no news.
create function private.tell(news jsonb) returns void
language sql as $$
  with told as (
    insert into public.notifications (user_id, kind, data)
    select fan, kind, coalesce(data, '{}')
    from jsonb_to_recordset(news) as item (fan uuid, kind text, data jsonb)
    returning id, user_id, kind
  )
  select graphile_worker.add_jobs(array_agg(job))
  from (
    select ('mail-notification', json_build_object('notification', id), null, null,
      private.most_attempts('mail-notification'), null, private.job_priority('mail-notification'), null
      )::graphile_worker.job_spec as job
    from told
    union all
    select ('push-notification', json_build_object('notification', told.id, 'subscription', device.id),
      null, null, 6, 'push:' || told.id || ':' || device.id, private.job_priority('push-notification'), null
      )::graphile_worker.job_spec
    from told
    join public.push_subscriptions device using (user_id)
    where kind in ('outbid', 'won', 'ending_soon')
  ) jobs
  having count(*) > 0
$$;

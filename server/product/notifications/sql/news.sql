-- Notifies people, given as [{fan, kind, data}]: a row for the bell and a job for the mail, together; and for urgent
-- ones, a message to each subscribed device. Six attempts take about four minutes: after that they have expired.
create or replace function private.tell(news jsonb) returns void
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
    where kind in ('outbid', 'won', 'ending_soon', 'gift_accepted', 'turn_came')
  ) jobs
  having count(*) > 0
$$;

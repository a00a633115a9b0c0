create or replace function realtime.forget_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from realtime.messages where id = new.id;
  return null;
end
$$;

-- Says something on a topic once the transaction is committed. On behalf of whoever calls: where row policies do not
-- let them speak there, nothing is said, and the transaction goes on.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- The same for bytes, which only clients of protocol 2.0.0 hear.
create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
  returns void
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For a trigger: tells a private topic how a row was changed.
create or replace function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name,
    topic_name
  );
end
$$;

grant execute on function
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;

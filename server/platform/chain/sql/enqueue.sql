create or replace function chain.enqueue(key text, kind text, payload jsonb) returns void
language sql as $$
  insert into chain.operations (key, kind, payload)
  values (enqueue.key, enqueue.kind, enqueue.payload)
  on conflict (key) do nothing
$$;

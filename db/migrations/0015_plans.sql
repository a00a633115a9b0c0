-- What these functions are given is always short beside the tables they look into. The planner cannot know: an
-- unnested list counts as a hundred rows, a young table as empty, and it would read whole tables where an index
-- gives the few rows wanted. Plans are made once and stay the same, for ten rows and for ten million.
do $$
declare
  name regprocedure;
begin
  for name in
    select oid::regprocedure
    from pg_proc
    where pronamespace in ('market'::regnamespace, 'ledger'::regnamespace)
      and prorettype <> 'trigger'::regtype
      and prosrc ~ '\m(from|into)\M'
      and proname <> 'position' and proname <> 'holds_token'
  loop
    execute format('alter function %s set enable_seqscan = off', name);
    execute format('alter function %s set enable_hashjoin = off', name);
    execute format('alter function %s set enable_mergejoin = off', name);
    execute format('alter function %s set enable_material = off', name);
    execute format('alter function %s set plan_cache_mode = force_generic_plan', name);
  end loop;
end
$$;

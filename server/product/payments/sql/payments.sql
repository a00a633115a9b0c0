create or replace function private.touch_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;

-- The one place where a payment's status changes: others say what has become of it. Those that may not become it, since it has
-- been said before or something else came first, stay as they are. Returns which have changed.
create or replace function private.payments_become(ids bigint[], becomes text, why text default null)
returns setof bigint language sql set search_path = '' as $$
  update public.payments set status = becomes, failure = why
  where id = any (ids) and exists (
    select from private.transitions
    where machine = 'payment:' || flow and before = payments.status and after = becomes
  )
  returning id
$$;

create or replace function private.keep_payment_state() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.payment_states (payment_id, status, failure) values (new.id, new.status, new.failure);
  return null;
end
$$;

-- Who gets how much of a sale. The rule is `domain/proceeds.ts`; a test compares the two.
create or replace function private.platform_share(amount bigint) returns bigint
language sql immutable as $$
  select (amount * 1000 + 5000) / 10000
$$;

-- The payment with a uid, for each row of a list. Looked up in an order that only the index of uids has: before its first statistics the
-- planner takes the table for empty and any index for as good, and would read every payment. Inlined.
create or replace function private.payment_with(wanted uuid) returns setof public.payments
language sql stable as $$
  select nearest.*
  from (select * from public.payments where uid >= wanted order by uid limit 1) nearest
  where nearest.uid = wanted
$$;

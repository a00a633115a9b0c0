create or replace function private.touch_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
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

-- The uid of the payment that a caller orders with an idempotency key: whoever sends the key again finds the payment by it, and
-- needs no row of its own for the key. Null without a key. In the form of a version 8 of RFC 9562: the rest is a hash.
create or replace function private.uid_of_key(caller uuid, key text) returns uuid
language sql stable parallel safe as $$
  select overlay(
    overlay(encode(substring(sha256(convert_to(caller || key, 'UTF8')) for 16), 'hex') placing '8' from 13 for 1)
    placing '8' from 17 for 1
  )::uuid
$$;

-- What a person (null: all strangers together) stores below a prefix of a bucket, without the file of one name, which
-- is about to be replaced. Told to the storage door alone: it says how much somebody else has.
create or replace function storage.usage_of(person text, bucket text, below text, replaced text)
  returns table (files bigint, bytes bigint)
language sql stable security definer
set search_path = ''
as $$
  select count(*), coalesce(sum((objects.metadata ->> 'size')::bigint), 0)::bigint
  from storage.objects
  where objects.owner_id is not distinct from person
    and objects.bucket_id = bucket
    and starts_with(objects.name, below)
    and objects.name <> replaced
$$;

grant execute on function storage.usage_of(text, text, text, text) to authenticator;

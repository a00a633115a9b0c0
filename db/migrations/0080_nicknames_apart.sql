-- What a nickname looks like: letters of other alphabets that nobody tells from Latin ones, and letters in fancy dress, count
-- as the plain ones.
create or replace function private.likeness(name text) returns text
language sql immutable as $$
  select translate(
    lower(normalize(private.as_seen(name), nfkc)),
    'авекмнорстухіјѕԁԛԝһӏαβεικνορτυχγηıɑɡ',
    'abekmhopctyxijsdqwhlabeikvoptuxyniag'
  )
$$;

-- Signed up for, and not confirmed within a day.
create or replace function private.is_abandoned(account uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from auth.users
    where id = account and confirmed_at is null and not is_anonymous and created_at < now() - interval '1 day'
  )
$$;

-- No two nicknames look the same. One that was taken for an address which nobody confirmed within a day is free again: nobody
-- keeps names from others by signing up.
create or replace function private.keep_nicknames_apart() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.nickname is null or (tg_op = 'UPDATE' and new.nickname is not distinct from old.nickname) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nickname ' || private.likeness(new.nickname), 0));
  update public.users set nickname = null
  where private.likeness(nickname) = private.likeness(new.nickname)
    and uid <> new.uid
    and private.is_abandoned(uid);
  if exists (
    select from public.users
    where private.likeness(nickname) = private.likeness(new.nickname) and uid <> new.uid
  ) then
    raise unique_violation using
      message = 'duplicate key value violates unique constraint "users_nickname_key"',
      constraint = 'users_nickname_key';
  end if;
  return new;
end
$$;

-- After `users_normalise` and `users_settled`: triggers run in the order of their names.
create trigger users_told_apart before insert or update on public.users
  for each row execute function private.keep_nicknames_apart();

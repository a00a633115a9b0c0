-- Whether an e-mail, nickname or CPF is taken: yes or no, never whose, and not often from one address. CPFs are answered to
-- people who are signed in and whose profile lacks one, since only they are asked for theirs, and seldom: addresses are cheaper
-- than accounts.
create or replace function public.user_exists(field text, value text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller text := coalesce(nullif(current_setting('request.address', true), ''), 'unknown');
  -- The /48 that an IPv6 network is of.
  site text := case when caller ~ '^[0-9a-f:]*::$' then set_masklen(caller::inet, 48)::cidr::text end;
  person uuid := auth.uid();
begin
  if field = 'document' and (person is null or not private.session_is_strong()) then
    raise exception 'Sign in first.' using errcode = '42501';
  end if;
  if field = 'document' and exists (select from public.users where uid = person and is_complete_profile) then
    raise exception 'Your own CPF is settled.' using errcode = '42501';
  end if;
  if private.count_use('exists:' || caller, 'minute') > 60
    or private.count_use('exists in an hour:' || caller, 'hour') > 600
    or (site is not null and private.count_use('exists:' || site, 'minute') > 600)
    or (site is not null and private.count_use('exists in an hour:' || site, 'hour') > 6000)
    or (field = 'document' and private.count_use('documents for:' || person, 'hour') > 30)
  then
    raise exception 'Too many checks. Try again in a minute.' using errcode = 'PT429';
  end if;
  -- Nobody has such a name; looking it up in display form would keep the database busy.
  if octet_length(value) > 1000 then
    return false;
  end if;
  return case field
    when 'email' then exists (select from public.users where email = lower(btrim(value)))
    when 'nickname' then private.is_reserved(value, person) or exists (
      select from public.users
      where private.likeness(nickname) = private.likeness(value) and not private.is_abandoned(uid)
    )
    when 'document' then exists (
      select from public.users where document = regexp_replace(value, '\D', '', 'g')
    )
  end;
end
$$;

grant execute on function public.user_exists(text, text) to anon, authenticated;

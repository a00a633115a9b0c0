-- Whether an e-mail, nickname or CPF is taken: yes or no, never whose, and not often from one address.
create or replace function public.user_exists(field text, value text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller text := coalesce(nullif(current_setting('request.address', true), ''), 'unknown');
begin
  if private.count_use('exists:' || caller, 'minute') > 60 then
    raise exception 'Too many checks. Try again in a minute.' using errcode = 'PT429';
  end if;
  -- Nobody has such a name; looking it up in display form would keep the database busy.
  if octet_length(value) > 1000 then
    return false;
  end if;
  return case field
    when 'email' then exists (select from public.users where email = lower(btrim(value)))
    when 'nickname' then exists (select from public.users where lower(nickname) = lower(private.as_seen(value)))
    when 'document' then exists (
      select from public.users where document = regexp_replace(value, '\D', '', 'g')
    )
  end;
end
$$;

grant execute on function public.user_exists(text, text) to anon, authenticated;

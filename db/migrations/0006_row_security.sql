-- Who may see and change what through the REST and realtime doors. Deny by default: every table has row
-- security on, and a role touches only the columns granted here. db/policies.json is the same as a table,
-- executed cell by cell in tests.
alter table public.users enable row level security;
alter table public.projects enable row level security;
alter table public.units enable row level security;
alter table public.payments enable row level security;
alter table public.mints enable row level security;

grant usage on schema private to anon, authenticated;
grant execute on function private.is_cpf(text), private.as_seen(text) to anon, authenticated, service_role;

-- An administrator who signed in with a second factor. Only a server that was told to do without one (`ADMIN_SECOND_FACTOR`)
-- says so on its connections.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.users where uid = auth.uid() and role = 'admin' and is_active
  ) and (
    auth.jwt() ->> 'aal' = 'aal2' or current_setting('tune.admin_second_factor', true) = 'off'
  )
$$;
grant execute on function private.is_admin() to anon, authenticated;

-- A profile may be written by a stranger only right after sign-up, for that very account, once.
create function private.may_create_profile(wanted uuid, address text, wanted_provider text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from auth.users account
    where account.id = wanted
      and lower(account.email) = lower(address)
      and (
        account.id = auth.uid()
        or (
          auth.uid() is null
          and wanted_provider = 'email'
          and account.email_confirmed_at is null
          and account.created_at > now() - interval '1 hour'
        )
      )
  )
$$;
grant execute on function private.may_create_profile(uuid, text, text) to anon, authenticated;

grant insert (uid, email, tel, nickname, full_name, provider, photo_url, language)
  on public.users to anon, authenticated;
grant select on public.users to authenticated;
grant update (tel, nickname, full_name, document, photo_url, language, first_access, is_active,
  is_complete_profile) on public.users to authenticated;

-- `(select …)` in a policy is worked out once for a query; without it, once for every row looked at.
create policy users_insert on public.users for insert to anon, authenticated
  with check (private.may_create_profile(uid, email, provider));
create policy users_select on public.users for select to authenticated
  using (uid = (select auth.uid()) or (select private.is_admin()));
create policy users_update on public.users for update to authenticated
  using (uid = (select auth.uid()) and is_active)
  with check (uid = (select auth.uid()));

-- Steps a person may take on their own row, and only forwards.
create function private.guard_own_user() returns trigger
language plpgsql as $$
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if new.is_complete_profile < old.is_complete_profile then
    raise exception 'a complete profile stays complete' using errcode = '42501';
  end if;
  if new.first_access > old.first_access then
    raise exception 'a first access happens once' using errcode = '42501';
  end if;
  if old.is_complete_profile and (new.nickname, new.document) is distinct from (old.nickname, old.document) then
    raise exception 'nickname and document are settled' using errcode = '42501';
  end if;
  return new;
end
$$;
-- Triggers run in the order of their names: this one after `users_normalise`, so that it compares like with like.
create trigger users_settled before update on public.users
  for each row execute function private.guard_own_user();

-- What is exclusive (lyrics, video) is not among these columns: it travels only to a token's holder.
grant select (id, uid, project_name, author, thumbnail, contract_address, symbol, fiat_price, is_active,
  total_supply, created_at, description, valid_period, expired_at) on public.projects to authenticated;
create policy projects_select on public.projects for select to authenticated
  using (is_active or (select private.is_admin()));

grant select (id, uid, user_id, project_id, flow, method, amount, fee, status, created_at, updated_at)
  on public.payments to authenticated;
create policy payments_select on public.payments for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

grant select (id, uid, user_id, project_id, status, status_song, amount, tx_hash, tx_song, minted_at,
  played_at, will_expire_at, ended_at, created_at) on public.mints to authenticated;
create policy mints_select on public.mints for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_admin()));

-- How often something was done in the present minute or hour, for limits.
create table private.uses (
  subject text not null,
  window_start timestamptz not null,
  uses integer not null,
  primary key (subject, window_start)
);
create index uses_age on private.uses (window_start);
alter table private.uses enable row level security;

create function private.count_use(subject text, unit text) returns integer
language sql as $$
  insert into private.uses as counter (subject, window_start, uses)
  values (count_use.subject, date_trunc(unit, now()), 1)
  on conflict (subject, window_start) do update set uses = counter.uses + 1
  returning uses
$$;

-- Whether an e-mail, nickname or CPF is taken: yes or no, never whose, and not often from one address.
create function public.user_exists(field text, value text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  caller text := coalesce(nullif(current_setting('request.address', true), ''), 'unknown');
begin
  if private.count_use('exists:' || caller, 'minute') > 60 then
    raise exception 'Too many checks. Try again in a minute.' using errcode = 'PT429';
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

-- The rows whose changes reach browsers. Row policies decide, change by change, whose browser.
create publication supabase_realtime for table public.payments, public.mints;

-- Pictures: everyone reads those of public buckets (through the public address, not through these tables);
-- people add their own profile pictures, admins the projects'.
create policy buckets_select on storage.buckets for select to anon, authenticated using (public);
create policy objects_select on storage.objects for select to authenticated
  using (bucket_id = 'images' and (owner = (select auth.uid()) or (select private.is_admin())));
create policy objects_insert on storage.objects for insert to authenticated
  with check (
    bucket_id = 'images'
    and owner = (select auth.uid())
    and (
      (storage.foldername(name))[1] = 'profile'
      or ((storage.foldername(name))[1] = 'projects' and (select private.is_admin()))
    )
  );
create policy objects_update on storage.objects for update to authenticated
  using (bucket_id = 'images' and owner = (select auth.uid()))
  with check (bucket_id = 'images' and owner = (select auth.uid()));
create policy objects_delete on storage.objects for delete to authenticated
  using (bucket_id = 'images' and owner = (select auth.uid()));

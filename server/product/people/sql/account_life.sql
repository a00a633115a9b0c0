-- The profile's address is the account's: it follows when a change has been confirmed at both addresses.
create or replace function private.follow_account_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.users set email = new.email where uid = new.id;
  return new;
end
$$;

-- An inactive account cannot sign in: it is banned at the auth door, and its sessions end. They are kept for a while, so that
-- a browser that comes back is told why.
create or replace function private.ban_inactive() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update auth.users
  set banned_until = case when not new.is_active then now() + interval '100 years' end, updated_at = now()
  where id = new.uid;
  if not new.is_active then
    update auth.sessions set not_after = least(not_after, now()), updated_at = now() where user_id = new.uid;
  end if;
  return new;
end
$$;

-- Fires after `users_give_up_bids` (triggers fire by name): what was held for bids is back in the wallet.
create or replace function private.mail_deactivated() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  left_over bigint := (select balance from ledger.accounts where code = 'fan:' || new.uid || ':available');
begin
  perform private.add_job('send-mail', jsonb_build_object(
    'to', new.email,
    'language', new.language,
    'template', case when left_over > 0 then 'notice_deactivated_with_balance' else 'notice_deactivated' end,
    'data', case when left_over > 0 then jsonb_build_object('amount', left_over) else '{}' end
  ));
  return new;
end
$$;

create or replace function private.record_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.consents (user_id, document, version)
  select new.uid, document, new.terms_version
  from unnest(array['terms', 'privacy']) document
  on conflict do nothing;
  return new;
end
$$;

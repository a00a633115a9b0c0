-- Whoever deactivates an account is told by mail, and how to get at what is left in the wallet: they cannot sign in any more.

-- Fires after `users_give_up_bids` (triggers go by name): what was held for bids is in the wallet again.
create function private.mail_deactivated() returns trigger
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
-- Erasing an account tells of it in its own words.
create trigger users_mail_deactivated after update of is_active on public.users
  for each row when (old.is_active and not new.is_active and new.erased_at is null)
  execute function private.mail_deactivated();

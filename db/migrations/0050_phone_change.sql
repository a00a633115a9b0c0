-- A change of number waits for its code as a change of e-mail address does: the number stays until then.
alter table auth.users
  add column phone_change text not null default ''
    check (phone_change ~ '^([1-9][0-9]{6,14})?$'),
  add column phone_change_sent_at timestamptz;

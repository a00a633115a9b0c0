-- Accounts that come from a GoTrue bring bcrypt hashes; each is replaced by one of ours at its next sign-in.
alter table auth.users
  drop constraint users_encrypted_password_check,
  add constraint users_encrypted_password_check check (
    encrypted_password like '$argon2id$%' or encrypted_password ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'
  ) not valid;

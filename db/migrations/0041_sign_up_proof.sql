-- The digest of the key that a sign-up came with. Who has the key made the sign-up; without it, what the sign-up
-- brought does not survive the confirmation of the address. Null where nobody signed up: an administrator made the
-- account, or a provider vouched for it.
alter table auth.users add column sign_up_proof text
  check (length(sign_up_proof) = 64);

-- No key fits the digest of nothing: these sign-ups came without one.
update auth.users set sign_up_proof = repeat('0', 64)
where email_confirmed_at is null and invited_at is null and encrypted_password is not null;

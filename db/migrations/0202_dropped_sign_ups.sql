-- The digest of the key of a sign-up that was dropped when its address was confirmed: the browser that has the key is told
-- why its password is not accepted, and nobody else.
alter table auth.users add column dropped_sign_up_proof text;

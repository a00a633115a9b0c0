-- The session that asked for a new address: it stays signed in when the address changes, and no other does.
alter table auth.users add column email_change_session uuid;

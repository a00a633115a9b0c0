-- Tune's database and the role in DATABASE_URL, on a server of your own with wal_level=logical. Once, as a superuser:
--   psql -f deploy/database.sql, then \password tune
-- The product makes the other roles itself.

create role tune with login
  -- Strangers' roles, which own nothing (db/migrations/0001_roles.sql).
  createrole
  -- The role of the service's key is given this, and only who has it may give it.
  bypassrls
  -- Live pages follow the log.
  replication;

-- A restore brings back rows that satisfied every trigger and reference already.
grant set on parameter session_replication_role to tune;

-- Sorts the same on every machine, and knows that Ê is a capital ê.
create database tune owner tune template template0
  encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8' locale 'C';

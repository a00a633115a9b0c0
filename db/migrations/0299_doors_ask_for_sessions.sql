-- The doors of tables and files ask whether a session has ended (`auth.session_has_ended`) before they are anybody.
grant usage on schema auth to authenticator;

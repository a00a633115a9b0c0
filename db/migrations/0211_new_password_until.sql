-- Until when this session may set a password without giving the present one, once: whoever opened it came by a mail for that.
alter table auth.sessions add column new_password_until timestamptz;

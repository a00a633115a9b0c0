-- A portrait is a stored file, one of the providers that people sign in with, or on this machine: an address elsewhere would tell its
-- host who looks at it. Whoever has another keeps it until they write it anew.
alter table public.users drop constraint photo_url_is_fetched;
alter table public.users add constraint photo_url_is_known check (
  photo_url ~ '^/[^/]'
  or photo_url ~ '^https?://[^/]+/storage/v1/object/public/'
  or photo_url ~ '^https://([a-z0-9-]+\.)+(googleusercontent\.com|fbsbx\.com)/'
  or photo_url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]+)?/'
) not valid;

-- Portraits come from exactly these hosts, or from a picture in our storage: below a provider's name machines are for rent. Whoever has
-- another keeps the row until they write it anew, and is shown without (web/src/lib/portrait-address.ts). The rule is
-- `domain/portrait.ts`.
alter table public.users drop constraint photo_url_is_known;
alter table public.users add constraint photo_url_is_ours check (
  photo_url ~ '^(https?://[a-z0-9.:-]+)?/storage/v1/object/public/images/([A-Za-z0-9_~!$&()*+,;=:@/-]|\.(?!\.)|%(?!2[Ee])[0-9A-Fa-f]{2})+$'
  or photo_url ~ '^https://(lh[3-6]\.googleusercontent\.com|platform-lookaside\.fbsbx\.com)/'
  or photo_url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]+)?/'
) not valid;

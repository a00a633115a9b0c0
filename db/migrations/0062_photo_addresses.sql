-- A portrait is fetched from an address, and `javascript:` is none. New rows are checked; old ones are put right here.
update public.users set photo_url = null where photo_url !~* '^(https?://|/)';
alter table public.users add constraint photo_url_is_fetched check (photo_url ~* '^(https?://|/)') not valid;

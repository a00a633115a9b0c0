-- As people search: lower case without accents.
create or replace function private.search_form(text) returns text
language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'))
$$;

-- People are found by any part of their name, nickname or address.
create or replace function private.user_search(full_name text, nickname text, email text) returns text
language sql immutable parallel safe as $$
  select private.search_form(coalesce(full_name, '') || ' ' || coalesce(nickname, '') || ' ' || email)
$$;

create or replace function private.request_search(subject text, message text) returns text
language sql immutable parallel safe as $$
  select private.search_form(subject || ' ' || message)
$$;

-- The audit trail is searched by action and by its subject.
create or replace function private.action_search(action text, subject text) returns text
language sql immutable parallel safe as $$
  select private.search_form(action || ' ' || subject)
$$;

-- The facts that changed, as people search for them: reasons, notes, names of projects, amounts in centavos.
create or replace function private.action_facts(before jsonb, after jsonb) returns text
language sql immutable parallel safe as $$
  select private.search_form(coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
$$;

-- The uid in a text; null for any other text.
create or replace function private.uid_of(text) returns uuid
language sql immutable strict parallel safe as $$
  select case when $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1::uuid end
$$;

grant execute on function
  private.search_form(text),
  private.user_search(text, text, text)
  to anon, authenticated, service_role;
grant execute on function private.request_search(text, text) to authenticated, service_role;

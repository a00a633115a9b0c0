-- The audit trail names the door that a deed came through, and is searched by every word that it shows.
alter table private.admin_actions
  -- Whoever has a terminal on the database is known to the machine, not to the product: then nobody is named.
  alter column admin_id drop not null,
  add column door text not null default 'back-office' check (door in ('back-office', 'command-line')),
  add constraint somebody_did_it check (admin_id is not null or door = 'command-line');

-- The facts that changed, as people look for them: reasons, notes, names of projects, amounts in centavos.
create function private.action_facts(before jsonb, after jsonb) returns text
language sql immutable parallel safe as $$
  select private.search_form(coalesce(before::text, '') || ' ' || coalesce(after::text, ''))
$$;
create index admin_actions_facts on private.admin_actions
  using gin (private.action_facts(before, after) gin_trgm_ops);

-- The uid that a text is; null for any other text.
create function private.uid_of(text) returns uuid
language sql immutable strict parallel safe as $$
  select case when $1 ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then $1::uuid end
$$;

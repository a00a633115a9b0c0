-- What people ask and propose is kept without what nobody sees.

-- A text without what nobody sees: marks that turn the direction of reading, and characters of no width. What joins emoji stays
-- between two of them. The rule is `withoutUnseen` of `domain/visible.ts`.
create or replace function private.without_unseen(typed text) returns text
language sql immutable as $$
  select regexp_replace(
    typed,
    '[\u00AD\u034F\u061C\u180E\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]'
      || '|(?<![\u2190-\u2BFF\uFE0F\U0001F000-\U0001FAFF])\u200D|\u200D(?![\u2190-\u2BFF\U0001F000-\U0001FAFF])'
      || '|(?<!\U0001F3F4[\U000E0020-\U000E007F]*)[\U000E0000-\U000E007F]',
    '', 'g'
  )
$$;

-- Requests and proposals are written by the browser itself.
create or replace function private.drop_unseen() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.message := private.without_unseen(new.message);
  return new;
end
$$;

-- By their names before those that look for the same request.
create trigger support_requests_as_seen before insert on public.support_requests
  for each row execute function private.drop_unseen();
create trigger register_projects_as_seen before insert on public.register_projects
  for each row execute function private.drop_unseen();

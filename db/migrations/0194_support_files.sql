-- Pictures and documents in a conversation with support, beside the one that a request may begin with. They lie in a bucket of
-- their own: `asked/<request>/<uuid>` from whoever asked, `answered/<request>/<uuid>` from support.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('support', 'support', false, 4194304,
  array['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf']);

-- Those that have been sent. Until then an upload is nobody's but its uploader's, and is pruned after a day; from then on it
-- belongs to whoever asked (`storage.objects.owner`), is part of their data, and ends with their account.
create table private.support_files (
  id bigint generated always as identity primary key,
  object_id uuid not null unique references storage.objects (id) on delete cascade,
  request_id bigint not null references public.support_requests (id) on delete cascade,
  answer_id bigint references private.support_answers (id) on delete cascade,
  reply_id bigint references private.support_replies (id) on delete cascade,
  -- What its sender calls it.
  name text not null check (name ~ '\S' and length(name) <= 120),
  constraint file_is_of_one_message check (num_nonnulls(answer_id, reply_id) = 1)
);
create index support_files_request on private.support_files (request_id);
create index support_files_answer on private.support_files (answer_id);
create index support_files_reply on private.support_files (reply_id);
alter table private.support_files enable row level security;

-- Files of a mail that were not kept: of another type, too large, or too many.
alter table private.support_replies add column files_refused smallint not null default 0;
alter table private.support_replies add constraint files_refused_is_a_count check (files_refused >= 0) not valid;

create function private.may_attach(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := regexp_match(object_name, '^(asked|answered)/([1-9]\d{0,15})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
begin
  return coalesce(exists (
    select from public.support_requests
    where id = parts[2]::bigint and case parts[1]
      when 'asked' then private.is_active_self(user_id)
      else private.works_as('support')
    end
  ), false);
end
$$;
revoke execute on function private.may_attach(text) from public;
grant execute on function private.may_attach(text) to authenticated;

create policy support_files_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'support' and owner = (select auth.uid()) and private.may_attach(name));

-- Whether a data URL contains what it says: a picture or a PDF, by its first bytes, of at most 4 MiB.
create or replace function private.is_attachment(url text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
declare
  kind constant text := substring(url from '^data:(image/(?:jpeg|png|gif|webp)|application/pdf);base64,');
  bytes bytea;
begin
  -- Four letters for every three bytes: what is too long is not even decoded.
  if kind is null or length(url) > 5592500 then
    return false;
  end if;
  if substr(url, strpos(url, ',') + 1) !~ '^[A-Za-z0-9+/]+=*$' then
    return false;
  end if;
  bytes := decode(substr(url, strpos(url, ',') + 1), 'base64');
  return length(bytes) <= 4194304 and case kind
    when 'image/jpeg' then substring(bytes from 1 for 3) = '\xffd8ff'::bytea
    when 'image/png' then substring(bytes from 1 for 8) = '\x89504e470d0a1a0a'::bytea
    when 'image/gif' then substring(bytes from 1 for 6) in ('GIF87a'::bytea, 'GIF89a'::bytea)
    when 'image/webp' then
      substring(bytes from 1 for 4) = 'RIFF'::bytea and substring(bytes from 9 for 4) = 'WEBP'::bytea
    when 'application/pdf' then substring(bytes from 1 for 5) = '%PDF-'::bytea
  end;
exception
  when invalid_parameter_value then
    return false;
end
$$;

-- Five an hour and ten a day for a person and a table: enough for anybody in trouble, too little to fill a disk.
create or replace function private.limit_requests() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject constant text := tg_table_name || ':' || new.user_id;
begin
  if private.count_use(subject || ':hour', 'hour') > 5 or private.count_use(subject || ':day', 'day') > 10 then
    raise exception 'Too many requests. Try again later.' using errcode = 'PT429';
  end if;
  return new;
end
$$;

-- A text without what nobody sees: marks that turn the direction of reading, controls, blanks that are no spaces, and characters of
-- no width. What joins emoji stays between two of them. The rule is `withoutUnseen` of `domain/visible.ts`.
create or replace function private.without_unseen(typed text) returns text
language sql immutable as $$
  select regexp_replace(
    typed,
    '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200C\u200E'
      || '\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0D\uFEFF\uFFA0\uFFF9-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
      || '\U000E0100-\U000E01EF]'
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

-- Before the row; the arguments name the columns that make it the same. Only of one's own: the policies refuse the
-- others, whatever they contain.
create or replace function private.keep_one_request() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_same constant text := (
    select string_agg(format('known.%1$I is not distinct from $1.%1$I', name), ' and ') from unnest(tg_argv) name
  );
  is_known boolean;
begin
  if new.user_id is distinct from auth.uid() then
    return new;
  end if;
  -- Concurrent requests of one person take turns.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name || ':' || new.user_id, 0));
  execute format(
    'select exists (
      select from public.%I known
      where known.user_id = $1.user_id and known.created_at > clock_timestamp() - interval ''10 minutes'' and %s
    )', tg_table_name, is_same
  ) into is_known using new;
  if is_known then
    return null;
  end if;
  return new;
end
$$;

grant execute on function private.is_attachment(text) to authenticated, service_role;

-- Whether the caller may store a file of that name in the bucket of support: for a request of their own, or support for any.
create or replace function private.may_attach(object_name text) returns boolean
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

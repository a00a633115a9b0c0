-- Written by `npm run schema`. What the four doors need in a database that is not Tune’s.

do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin noinherit', wanted);
    end if;
  end loop;
  if not (select rolcanlogin from pg_roles where rolname = 'authenticator') then
    alter role authenticator login;
  end if;
  if not (select rolbypassrls from pg_roles where rolname = 'service_role') then
    alter role service_role bypassrls;
  end if;
  foreach wanted in array array['anon', 'authenticated', 'service_role'] loop
    if not pg_has_role('authenticator', wanted, 'member') then
      execute format('grant %I to authenticator', wanted);
    end if;
  end loop;
end
$$;
grant usage on schema public to anon, authenticated, service_role;
create schema if not exists auth;
create schema if not exists realtime;
create schema if not exists storage;
create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.one_time_token_type as enum ('confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token');
create sequence auth.refresh_tokens_id_seq;
create table auth.audit_log_entries (
  id uuid not null default gen_random_uuid(),
  payload jsonb not null,
  ip_address text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint audit_log_entries_payload_check CHECK ((jsonb_typeof(payload) = 'object'::text)),
  constraint audit_log_entries_pkey PRIMARY KEY (id)
);
alter table auth.audit_log_entries enable row level security;
create table auth.flow_state (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  auth_code text,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  authentication_method text not null,
  referrer text,
  auth_code_issued_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  nonce text,
  provider_verifier text,
  browser_hash text,
  linking_target_id uuid,
  constraint flow_state_auth_code_key UNIQUE (auth_code),
  constraint flow_state_browser_hash_check CHECK ((length(browser_hash) = 64)),
  constraint flow_state_check CHECK (((code_challenge IS NULL) = (code_challenge_method IS NULL))),
  constraint flow_state_pkey PRIMARY KEY (id)
);
alter table auth.flow_state enable row level security;
create table auth.identities (
  id uuid not null default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  email text generated always as (lower((identity_data ->> 'email'::text))) stored,
  constraint identities_identity_data_check CHECK ((jsonb_typeof(identity_data) = 'object'::text)),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_check CHECK ((provider <> ''::text)),
  constraint identities_provider_id_check CHECK ((provider_id <> ''::text)),
  constraint identities_provider_id_provider_key UNIQUE (provider_id, provider)
);
alter table auth.identities enable row level security;
create table auth.known_browsers (
  user_id uuid not null,
  key_hash text not null,
  seen_at timestamp with time zone not null,
  constraint known_browsers_key_hash_check CHECK ((length(key_hash) = 64)),
  constraint known_browsers_pkey PRIMARY KEY (user_id, key_hash)
);
alter table auth.known_browsers enable row level security;
create table auth.mfa_amr_claims (
  id uuid not null default gen_random_uuid(),
  session_id uuid not null,
  authentication_method text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint mfa_amr_claims_authentication_method_check CHECK ((authentication_method <> ''::text)),
  constraint mfa_amr_claims_pkey PRIMARY KEY (id),
  constraint mfa_amr_claims_session_id_authentication_method_key UNIQUE (session_id, authentication_method)
);
alter table auth.mfa_amr_claims enable row level security;
create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  created_at timestamp with time zone not null default now(),
  verified_at timestamp with time zone,
  ip_address inet not null,
  constraint mfa_challenges_check CHECK ((verified_at >= created_at)),
  constraint mfa_challenges_pkey PRIMARY KEY (id)
);
alter table auth.mfa_challenges enable row level security;
create table auth.mfa_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  friendly_name text not null default ''::text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified'::auth.factor_status,
  secret text,
  phone text,
  last_challenged_at timestamp with time zone,
  last_used_step bigint not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint mfa_factors_check CHECK (((factor_type <> 'totp'::auth.factor_type) OR (secret IS NOT NULL))),
  constraint mfa_factors_last_used_step_check CHECK ((last_used_step >= 0)),
  constraint mfa_factors_pkey PRIMARY KEY (id)
);
alter table auth.mfa_factors enable row level security;
create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token_type auth.one_time_token_type not null,
  token_hash text not null,
  code_hash text not null,
  relates_to text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint one_time_tokens_code_hash_check CHECK ((length(code_hash) = 64)),
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_relates_to_check CHECK ((relates_to <> ''::text)),
  constraint one_time_tokens_token_hash_check CHECK ((length(token_hash) >= 56)),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_user_id_token_type_key UNIQUE (user_id, token_type)
);
alter table auth.one_time_tokens enable row level security;
create unlogged table auth.rate_limits (
  key text not null,
  used integer not null,
  resets_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key),
  constraint rate_limits_used_check CHECK ((used > 0))
);
alter table auth.rate_limits enable row level security;
create table auth.recovery_codes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  code_hash text not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint recovery_codes_code_hash_check CHECK ((length(code_hash) = 64)),
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_user_id_code_hash_key UNIQUE (user_id, code_hash)
);
alter table auth.recovery_codes enable row level security;
create table auth.refresh_tokens (
  id bigint not null default nextval('auth.refresh_tokens_id_seq'::regclass),
  token text not null,
  user_id text not null,
  parent text,
  revoked boolean not null default false,
  session_id uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint refresh_tokens_check CHECK ((parent <> token)),
  constraint refresh_tokens_pkey PRIMARY KEY (id),
  constraint refresh_tokens_token_check CHECK ((token ~ '^[0-9a-f]{64}$'::text)),
  constraint refresh_tokens_token_key UNIQUE (token)
);
alter table auth.refresh_tokens enable row level security;
create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  factor_id uuid,
  aal auth.aal_level not null default 'aal1'::auth.aal_level,
  not_after timestamp with time zone,
  refreshed_at timestamp with time zone,
  user_agent text,
  ip inet,
  tag text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  proof_hash text,
  proved_at timestamp with time zone,
  constraint sessions_pkey PRIMARY KEY (id)
);
alter table auth.sessions enable row level security;
create table auth.undo_links (
  token_hash text not null,
  user_id uuid not null,
  email text not null,
  kind text not null,
  subject_id uuid not null,
  provider text,
  created_at timestamp with time zone not null,
  constraint undo_links_check CHECK (((provider IS NOT NULL) = (kind = 'identity'::text))),
  constraint undo_links_kind_check CHECK ((kind = ANY (ARRAY['factor'::text, 'identity'::text]))),
  constraint undo_links_pkey PRIMARY KEY (token_hash),
  constraint undo_links_token_hash_check CHECK ((length(token_hash) = 64))
);
alter table auth.undo_links enable row level security;
create table auth.users (
  id uuid not null default gen_random_uuid(),
  aud text not null default 'authenticated'::text,
  role text not null default 'authenticated'::text,
  email text,
  encrypted_password text,
  email_confirmed_at timestamp with time zone,
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  email_change text not null default ''::text,
  email_change_sent_at timestamp with time zone,
  email_change_confirm_status smallint not null default 0,
  reauthentication_sent_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  raw_app_meta_data jsonb not null default '{}'::jsonb,
  raw_user_meta_data jsonb not null default '{}'::jsonb,
  phone text,
  phone_confirmed_at timestamp with time zone,
  confirmed_at timestamp with time zone generated always as (LEAST(email_confirmed_at, phone_confirmed_at)) stored,
  banned_until timestamp with time zone,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  sign_up_proof text,
  phone_change text not null default ''::text,
  phone_change_sent_at timestamp with time zone,
  dropped_sign_up_proof text,
  constraint users_check CHECK (((email_change_confirm_status = 0) OR (email_change <> ''::text))),
  constraint users_email_change_check CHECK (((email_change = lower(email_change)) AND (length(email_change) <= 255))),
  constraint users_email_change_confirm_status_check CHECK (((email_change_confirm_status >= 0) AND (email_change_confirm_status <= 1))),
  constraint users_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 255)))),
  constraint users_email_key UNIQUE (email),
  constraint users_encrypted_password_check CHECK (((encrypted_password ~~ '$argon2id$%'::text) OR (encrypted_password ~ '^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$'::text))) NOT VALID,
  constraint users_phone_change_check CHECK ((phone_change ~ '^([1-9][0-9]{6,14})?$'::text)),
  constraint users_phone_check CHECK ((phone ~ '^[1-9][0-9]{6,14}$'::text)),
  constraint users_phone_key UNIQUE (phone),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_raw_app_meta_data_check CHECK ((jsonb_typeof(raw_app_meta_data) = 'object'::text)),
  constraint users_raw_user_meta_data_check CHECK ((jsonb_typeof(raw_user_meta_data) = 'object'::text)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['authenticated'::text, 'service_role'::text]))),
  constraint users_sign_up_proof_check CHECK ((length(sign_up_proof) = 64))
);
alter table auth.users enable row level security;
create table realtime.messages (
  id uuid not null default gen_random_uuid(),
  topic text not null,
  extension text not null,
  event text,
  payload jsonb,
  private boolean not null default true,
  inserted_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  binary_payload bytea,
  constraint messages_extension_check CHECK ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text]))),
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_topic_check CHECK (((length(topic) >= 1) AND (length(topic) <= 255)))
);
alter table realtime.messages enable row level security;
create table storage.buckets (
  id text not null,
  name text not null,
  owner uuid,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  owner_id text,
  constraint buckets_file_size_limit_check CHECK ((file_size_limit > 0)),
  constraint buckets_id_check CHECK ((id ~ '^[A-Za-z0-9_!.*''() &$=@;:+,?-]{1,100}$'::text)),
  constraint buckets_name_key UNIQUE (name),
  constraint buckets_pkey PRIMARY KEY (id)
);
alter table storage.buckets enable row level security;
create table storage.objects (
  id uuid not null default gen_random_uuid(),
  bucket_id text not null,
  name text not null,
  owner uuid,
  owner_id text,
  metadata jsonb not null default '{}'::jsonb,
  user_metadata jsonb,
  version uuid not null default gen_random_uuid(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_accessed_at timestamp with time zone not null default now(),
  constraint objects_bucket_id_name_key UNIQUE (bucket_id, name),
  constraint objects_name_check CHECK (((length(name) >= 1) AND (length(name) <= 1024))),
  constraint objects_pkey PRIMARY KEY (id)
);
alter table storage.objects enable row level security;
alter sequence auth.refresh_tokens_id_seq owned by auth.refresh_tokens.id;
alter table auth.flow_state add constraint flow_state_linking_target_id_fkey FOREIGN KEY (linking_target_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.flow_state add constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.identities add constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.known_browsers add constraint known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.mfa_amr_claims add constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
alter table auth.mfa_challenges add constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE;
alter table auth.mfa_factors add constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.one_time_tokens add constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.refresh_tokens add constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
alter table auth.sessions add constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL;
alter table auth.sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table auth.undo_links add constraint undo_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
alter table storage.objects add constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id);
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries USING btree (created_at);
CREATE INDEX flow_state_created_at_idx ON auth.flow_state USING btree (created_at);
CREATE INDEX flow_state_linking_target_idx ON auth.flow_state USING btree (linking_target_id) WHERE (linking_target_id IS NOT NULL);
CREATE INDEX flow_state_user_id_idx ON auth.flow_state USING btree (user_id, authentication_method, created_at DESC);
CREATE INDEX identities_email_idx ON auth.identities USING btree (email);
CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id);
CREATE INDEX known_browsers_seen_at ON auth.known_browsers USING btree (seen_at);
CREATE INDEX mfa_challenges_created_at_idx ON auth.mfa_challenges USING btree (created_at);
CREATE INDEX mfa_challenges_factor_id_idx ON auth.mfa_challenges USING btree (factor_id);
CREATE INDEX mfa_factors_user_id_idx ON auth.mfa_factors USING btree (user_id);
CREATE INDEX objects_owner ON storage.objects USING btree (owner_id, bucket_id);
CREATE INDEX one_time_tokens_relates_to_idx ON auth.one_time_tokens USING btree (relates_to);
CREATE INDEX rate_limits_resets_at_idx ON auth.rate_limits USING btree (resets_at);
CREATE INDEX refresh_tokens_session_id_idx ON auth.refresh_tokens USING btree (session_id, revoked, id DESC);
CREATE INDEX sessions_factor_id_idx ON auth.sessions USING btree (factor_id);
CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id, created_at);
CREATE INDEX undo_links_created_at ON auth.undo_links USING btree (created_at);
CREATE INDEX undo_links_user_id ON auth.undo_links USING btree (user_id);
CREATE INDEX users_created_at_idx ON auth.users USING btree (created_at DESC, id);
CREATE UNIQUE INDEX mfa_factors_friendly_name_key ON auth.mfa_factors USING btree (user_id, friendly_name) WHERE (TRIM(BOTH FROM friendly_name) <> ''::text);
-- The bodies are SQL-standard ones: names are bound now, whatever the caller's search_path, and the planner
-- can still inline them into row policies.
create or replace function auth.jwt() returns jsonb
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

create or replace function auth.uid() returns uuid
  language sql stable parallel safe
  return (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid;

create or replace function auth.role() returns text
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';

create or replace function auth.email() returns text
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email';

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

-- Counts one more use by `subject`, unless the same `request` was let through within the window: of requests that are
-- repeated, also at once, one counts. One that was refused counts again, or sending everything twice would know no limit.
-- Returns the seconds until the subject may try again; 0 where the use is within the limit.
create or replace function auth.count_request(
  request text, subject text, most integer, seconds integer, at timestamptz
) returns integer
language plpgsql as $$
declare
  known auth.rate_limits;
  held auth.rate_limits;
begin
  -- Repetitions wait here for each other. Until it is let through, its window is over.
  insert into auth.rate_limits as seen (key, used, resets_at) values (request, 1, at)
  on conflict (key) do update set used = seen.used
  returning * into known;
  if known.resets_at > at then
    return 0;
  end if;
  insert into auth.rate_limits as count (key, used, resets_at)
  values (subject, 1, at + make_interval(secs => seconds))
  on conflict (key) do update
  set used = case when count.resets_at <= at then 1 else count.used + 1 end,
    resets_at = case when count.resets_at <= at then excluded.resets_at else count.resets_at end
  returning * into held;
  if held.used > most then
    return greatest(1, ceil(extract(epoch from held.resets_at - at)));
  end if;
  update auth.rate_limits set resets_at = at + make_interval(secs => seconds) where key = request;
  return 0;
end
$$;

create or replace function realtime.forget_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from realtime.messages where id = new.id;
  return null;
end
$$;

-- Says something on a topic once the transaction is committed. On behalf of whoever calls: where row policies do not
-- let them speak there, nothing is said, and the transaction goes on.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true)
  returns void
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- The same for bytes, which only clients of protocol 2.0.0 hear.
create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true)
  returns void
language plpgsql
set search_path = ''
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- For a trigger: tells a private topic how a row was changed.
create or replace function realtime.broadcast_changes(
  topic_name text,
  event_name text,
  operation text,
  table_name text,
  table_schema text,
  new record,
  old record,
  level text default 'ROW'
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation, 'table', table_name, 'schema', table_schema
    ),
    event_name,
    topic_name
  );
end
$$;

grant execute on function
  realtime.send(jsonb, text, text, boolean),
  realtime.send_binary(bytea, text, text, boolean),
  realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  to anon, authenticated, service_role;

-- The topic that a policy of realtime.messages is asked about; null anywhere else.
create or replace function realtime.topic() returns text
  language sql stable parallel safe
  return nullif(current_setting('realtime.topic', true), '');

grant execute on function realtime.topic() to anon, authenticated, service_role;

create or replace function storage.foldername(name text) returns text[]
language sql immutable as $$
  select (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1]
$$;

create or replace function storage.filename(name text) returns text
language sql immutable as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

create or replace function storage.extension(name text) returns text
language sql immutable as $$
  select nullif(substring(storage.filename(name) from '\.([^.]+)$'), '')
$$;

grant execute on function
  storage.foldername(text),
  storage.filename(text),
  storage.extension(text)
  to anon, authenticated, service_role;

-- What a person (null: all strangers together) stores below a prefix of a bucket, without the file of one name, which
-- is about to be replaced. Told to the storage door alone: it says how much somebody else has.
create or replace function storage.usage_of(person text, bucket text, below text, replaced text)
  returns table (files bigint, bytes bigint)
language sql stable security definer
set search_path = ''
as $$
  select count(*), coalesce(sum((objects.metadata ->> 'size')::bigint), 0)::bigint
  from storage.objects
  where objects.owner_id is not distinct from person
    and objects.bucket_id = bucket
    and starts_with(objects.name, below)
    and objects.name <> replaced
$$;

grant execute on function storage.usage_of(text, text, text, text) to authenticator;

CREATE TRIGGER forget_message AFTER INSERT ON realtime.messages FOR EACH ROW WHEN ((new.event IS NOT NULL)) EXECUTE FUNCTION realtime.forget_message();
grant execute on function auth.email() to anon;
grant execute on function auth.email() to authenticated;
grant execute on function auth.email() to service_role;
grant execute on function auth.jwt() to anon;
grant execute on function auth.jwt() to authenticated;
grant execute on function auth.jwt() to service_role;
grant execute on function auth.role() to anon;
grant execute on function auth.role() to authenticated;
grant execute on function auth.role() to service_role;
grant execute on function auth.uid() to anon;
grant execute on function auth.uid() to authenticated;
grant execute on function auth.uid() to service_role;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text) to anon;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text) to authenticated;
grant execute on function realtime.broadcast_changes(text,text,text,text,text,record,record,text) to service_role;
grant execute on function realtime.send(jsonb,text,text,boolean) to anon;
grant execute on function realtime.send(jsonb,text,text,boolean) to authenticated;
grant execute on function realtime.send(jsonb,text,text,boolean) to service_role;
grant execute on function realtime.send_binary(bytea,text,text,boolean) to anon;
grant execute on function realtime.send_binary(bytea,text,text,boolean) to authenticated;
grant execute on function realtime.send_binary(bytea,text,text,boolean) to service_role;
grant execute on function realtime.topic() to anon;
grant execute on function realtime.topic() to authenticated;
grant execute on function realtime.topic() to service_role;
grant execute on function storage.extension(text) to anon;
grant execute on function storage.extension(text) to authenticated;
grant execute on function storage.extension(text) to service_role;
grant execute on function storage.filename(text) to anon;
grant execute on function storage.filename(text) to authenticated;
grant execute on function storage.filename(text) to service_role;
grant execute on function storage.foldername(text) to anon;
grant execute on function storage.foldername(text) to authenticated;
grant execute on function storage.foldername(text) to service_role;
grant execute on function storage.usage_of(text,text,text,text) to authenticator;
grant usage on schema auth to anon;
grant usage on schema auth to authenticated;
grant usage on schema auth to service_role;
grant usage on schema realtime to anon;
grant usage on schema realtime to authenticated;
grant usage on schema realtime to service_role;
grant usage on schema storage to anon;
grant usage on schema storage to authenticated;
grant usage on schema storage to authenticator;
grant usage on schema storage to service_role;
grant insert, select on table realtime.messages to anon;
grant insert, select on table realtime.messages to authenticated;
grant insert, select on table realtime.messages to service_role;
grant delete, insert, select, update on table storage.buckets to anon;
grant delete, insert, select, update on table storage.buckets to authenticated;
grant delete, insert, select, update on table storage.buckets to service_role;
grant delete, insert, select, update on table storage.objects to anon;
grant delete, insert, select, update on table storage.objects to authenticated;
grant delete, insert, select, update on table storage.objects to service_role;
create publication realtime_messages for table realtime.messages with (publish = 'insert');

-- Accounts, sessions and one-time tokens. Names and columns follow GoTrue's, so that migrations which refer to
-- auth.users or auth.uid() also run on a hosted Supabase. Only the owner's connection reads these tables:
-- row-level security is on, no policy exists, and no role is granted anything but the four functions below.
create schema auth;

grant usage on schema auth to anon, authenticated, service_role;

-- Who is asking -------------------------------------------------------------------------------------------

-- The bodies are SQL-standard ones: names are bound now, whatever the caller's search_path, and the planner
-- can still inline them into row policies.
create function auth.jwt() returns jsonb
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

create function auth.uid() returns uuid
  language sql stable parallel safe
  return (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid;

create function auth.role() returns text
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';

create function auth.email() returns text
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email';

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;

-- People --------------------------------------------------------------------------------------------------

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  -- Becomes the role claim, and with it the database role that serves the account's requests.
  role text not null default 'authenticated'
    check (role in ('authenticated', 'service_role')),
  email text unique
    check (email = lower(email) and length(email) between 3 and 255),
  -- An argon2id hash in PHC notation; null for an account that has no password.
  encrypted_password text
    check (encrypted_password like '$argon2id$%'),
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- The address that waits for confirmation; '' when none does.
  email_change text not null default ''
    check (email_change = lower(email_change) and length(email_change) <= 255),
  email_change_sent_at timestamptz,
  -- How many of the two confirmations (old and new address) have arrived.
  email_change_confirm_status smallint not null default 0
    check (email_change_confirm_status between 0 and 1),
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}'
    check (jsonb_typeof(raw_app_meta_data) = 'object'),
  raw_user_meta_data jsonb not null default '{}'
    check (jsonb_typeof(raw_user_meta_data) = 'object'),
  phone text unique
    check (phone ~ '^[1-9][0-9]{6,14}$'),
  phone_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  banned_until timestamptz,
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (email_change_confirm_status = 0 or email_change <> '')
);

create index users_created_at_idx on auth.users (created_at desc, id);

-- Ways of proving to be a user: one row per provider account; 'email' for the password and mail-link one.
create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  -- The provider's own id of the person; the user's id for 'email'.
  provider_id text not null
    check (provider_id <> ''),
  user_id uuid not null
    references auth.users on delete cascade,
  identity_data jsonb not null
    check (jsonb_typeof(identity_data) = 'object'),
  provider text not null
    check (provider <> ''),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email text generated always as (lower(identity_data ->> 'email')) stored,
  unique (provider_id, provider)
);

create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email);

-- Second factors ------------------------------------------------------------------------------------------

create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    references auth.users on delete cascade,
  friendly_name text not null default '',
  factor_type auth.factor_type not null,
  status auth.factor_status not null default 'unverified',
  -- The shared secret, encrypted by the server; useless without its key.
  secret text,
  phone text,
  last_challenged_at timestamptz,
  -- The 30-second step of the last code used to sign in: no code opens two sessions.
  last_used_step bigint not null default 0
    check (last_used_step >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (factor_type <> 'totp' or secret is not null)
);

create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_friendly_name_key on auth.mfa_factors (user_id, friendly_name)
  where trim(friendly_name) <> '';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null
    references auth.mfa_factors on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet not null,
  check (verified_at >= created_at)
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

-- Sessions ------------------------------------------------------------------------------------------------

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    references auth.users on delete cascade,
  factor_id uuid
    references auth.mfa_factors on delete set null,
  aal auth.aal_level not null default 'aal1',
  not_after timestamptz,
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  tag text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index sessions_user_id_idx on auth.sessions (user_id, created_at);
create index sessions_factor_id_idx on auth.sessions (factor_id);

-- How a session was authenticated, and when: the amr claim.
create table auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null
    references auth.sessions on delete cascade,
  authentication_method text not null
    check (authentication_method <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

-- Each refresh token is used once and names its predecessor. `token` and `parent` hold SHA-256 digests, so
-- that whoever reads the table or a backup holds no session.
create table auth.refresh_tokens (
  id bigserial primary key,
  token text not null unique
    check (token ~ '^[0-9a-f]{64}$'),
  user_id text not null,
  parent text
    check (parent <> token),
  revoked boolean not null default false,
  session_id uuid not null
    references auth.sessions on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id, revoked, id desc);

-- Flows under way -----------------------------------------------------------------------------------------

create type auth.code_challenge_method as enum ('s256', 'plain');

-- A sign-in that began in one place and ends in another: PKCE by mail link, or a visit to a provider.
create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid
    references auth.users on delete cascade,
  auth_code text unique,
  code_challenge_method auth.code_challenge_method,
  code_challenge text,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  authentication_method text not null,
  referrer text,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null))
);

create index flow_state_user_id_idx on auth.flow_state (user_id, authentication_method, created_at desc);
create index flow_state_created_at_idx on auth.flow_state (created_at);

create type auth.one_time_token_type as enum (
  'confirmation_token',
  'reauthentication_token',
  'recovery_token',
  'email_change_token_new',
  'email_change_token_current',
  'phone_change_token'
);

-- A mail carries a link and a six-digit code; either uses up the row. Both are kept only as digests.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null
    references auth.users on delete cascade,
  token_type auth.one_time_token_type not null,
  -- The digest of the token in the link, prefixed with 'pkce_' when the link ends in a code exchange.
  token_hash text not null unique
    check (length(token_hash) >= 56),
  code_hash text not null
    check (length(code_hash) = 64),
  -- The address the mail went to.
  relates_to text not null
    check (relates_to <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, token_type)
);

create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to);

-- Keeping watch -------------------------------------------------------------------------------------------

create table auth.audit_log_entries (
  id uuid primary key default gen_random_uuid(),
  payload jsonb not null
    check (jsonb_typeof(payload) = 'object'),
  ip_address text not null default '',
  created_at timestamptz not null default now()
);

create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);

-- Requests counted per key in a fixed window. Unlogged: a crash forgets the counts, and nothing else.
create unlogged table auth.rate_limits (
  key text primary key,
  used integer not null
    check (used > 0),
  resets_at timestamptz not null
);

create index rate_limits_resets_at_idx on auth.rate_limits (resets_at);

alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_challenges enable row level security;
alter table auth.sessions enable row level security;
alter table auth.mfa_amr_claims enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.flow_state enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.audit_log_entries enable row level security;
alter table auth.rate_limits enable row level security;

-- Extensions
create extension pg_trgm;

-- Types
create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.one_time_token_type as enum ('confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token');
create domain ledger.account_code as text CHECK ((VALUE ~ '^[a-z]+(:[a-z0-9_-]+)+$'::text));
create type ledger.entry as (
  id text,
  kind text,
  debit text,
  credit text,
  amount bigint
);
create type ledger.hold_order as (
  id text,
  fan uuid,
  amount bigint
);
create type ledger.share as (
  hold text,
  transfer text,
  kind text,
  account text,
  amount bigint
);
create type market.award as (
  project_id bigint,
  unit_id bigint,
  bid_id bigint,
  ended_mint bigint,
  freed_at timestamp with time zone
);
create type market.ending as (
  project_id bigint,
  unit_id bigint,
  mint_id bigint,
  fan uuid,
  freed_at timestamp with time zone,
  place bigint
);
create type market.entry as (
  project_id bigint,
  kind text,
  body text
);
create type market.sale as (
  project_id bigint,
  project_uid uuid,
  project_name text,
  edition text,
  author_wallet text,
  unit_id bigint,
  unit_number integer,
  bid_id bigint,
  payment_id bigint,
  fan uuid,
  wallet text,
  amount bigint,
  platform_share bigint,
  mint_id bigint,
  mint_uid uuid
);
create type market.verdict as (
  ordinal integer,
  refusal text,
  language text,
  replay json,
  fan uuid,
  alias text,
  project_id bigint,
  edition text,
  wallet text,
  amount bigint,
  key text,
  request_hash text,
  card_payment bigint,
  payment_id bigint,
  payment_uid uuid,
  bid_id bigint
);

-- Tables
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
  constraint flow_state_linking_target_id_fkey FOREIGN KEY (linking_target_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_state_pkey PRIMARY KEY (id),
  constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
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
  constraint identities_provider_id_provider_key UNIQUE (provider_id, provider),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table auth.identities enable row level security;
create table auth.known_browsers (
  user_id uuid not null,
  key_hash text not null,
  seen_at timestamp with time zone not null,
  constraint known_browsers_key_hash_check CHECK ((length(key_hash) = 64)),
  constraint known_browsers_pkey PRIMARY KEY (user_id, key_hash),
  constraint known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
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
  constraint mfa_amr_claims_session_id_authentication_method_key UNIQUE (session_id, authentication_method),
  constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
);
alter table auth.mfa_amr_claims enable row level security;
create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  created_at timestamp with time zone not null default now(),
  verified_at timestamp with time zone,
  ip_address inet not null,
  constraint mfa_challenges_check CHECK ((verified_at >= created_at)),
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
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
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
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
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
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
  constraint recovery_codes_user_id_code_hash_key UNIQUE (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
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
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
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
  new_password_until timestamp with time zone,
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
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
  constraint undo_links_token_hash_check CHECK ((length(token_hash) = 64)),
  constraint undo_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
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
  email_change_session uuid,
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
create table chain.contracts (
  name text not null,
  address text not null,
  owner text,
  constraint contracts_address_check CHECK ((address ~ '^0x[0-9a-fA-F]{40}$'::text)),
  constraint contracts_pkey PRIMARY KEY (name)
);
alter table chain.contracts enable row level security;
create table chain.operations (
  id bigint not null generated always as identity,
  key text not null,
  kind text not null,
  payload jsonb not null,
  status text not null default 'queued'::text,
  transaction_id bigint,
  alone boolean not null default false,
  failure text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint operations_check CHECK (((status = ANY (ARRAY['confirmed'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  constraint operations_key_key UNIQUE (key),
  constraint operations_pkey PRIMARY KEY (id),
  constraint operations_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'confirmed'::text, 'failed'::text]))),
  constraint operations_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES chain.transactions(id),
  constraint sent_in_a_transaction CHECK (((status = ANY (ARRAY['queued'::text, 'failed'::text])) OR (transaction_id IS NOT NULL)))
);
alter table chain.operations enable row level security;
create table chain.transactions (
  id bigint not null generated always as identity,
  signer text not null,
  nonce bigint not null,
  raw text not null,
  hashes text[] not null,
  deploys text,
  status text not null default 'signed'::text,
  block_number bigint,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  priced_at timestamp with time zone not null default now(),
  constraint transactions_deploys_key UNIQUE (deploys),
  constraint transactions_hashes_check CHECK ((cardinality(hashes) > 0)),
  constraint transactions_nonce_check CHECK ((nonce >= 0)),
  constraint transactions_pkey PRIMARY KEY (id),
  constraint transactions_signer_check CHECK ((signer ~ '^0x[0-9a-fA-F]{40}$'::text)),
  constraint transactions_signer_nonce_key UNIQUE (signer, nonce),
  constraint transactions_status_check CHECK ((status = ANY (ARRAY['signed'::text, 'confirmed'::text])))
);
alter table chain.transactions enable row level security;
create table ledger.accounts (
  id bigint not null generated always as identity,
  code ledger.account_code not null,
  balance bigint not null default 0,
  may_be_negative boolean not null default false,
  overdraft bigint not null default 0,
  constraint accounts_code_key UNIQUE (code),
  constraint accounts_overdraft_check CHECK ((overdraft >= 0)),
  constraint accounts_pkey PRIMARY KEY (id),
  constraint no_overdraft CHECK (((balance >= (- overdraft)) OR may_be_negative))
) with (fillfactor=50);
alter table ledger.accounts enable row level security;
create table ledger.holds (
  id text not null,
  fan uuid not null,
  amount bigint not null,
  status text not null default 'held'::text,
  reason text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  constraint holds_amount_check CHECK ((amount > 0)),
  constraint holds_check CHECK (((status = 'held'::text) = (ended_at IS NULL))),
  constraint holds_id_check CHECK (((length(id) >= 3) AND (length(id) <= 200))),
  constraint holds_pkey PRIMARY KEY (id),
  constraint holds_status_check CHECK ((status = ANY (ARRAY['held'::text, 'posted'::text, 'voided'::text])))
);
alter table ledger.holds enable row level security;
create table ledger.transfers (
  id text not null,
  kind text not null,
  debit_account bigint not null,
  credit_account bigint not null,
  amount bigint not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint transfers_amount_check CHECK ((amount > 0)),
  constraint transfers_check CHECK ((debit_account <> credit_account)),
  constraint transfers_credit_account_fkey FOREIGN KEY (credit_account) REFERENCES ledger.accounts(id),
  constraint transfers_debit_account_fkey FOREIGN KEY (debit_account) REFERENCES ledger.accounts(id),
  constraint transfers_id_check CHECK (((length(id) >= 3) AND (length(id) <= 200))),
  constraint transfers_kind_check CHECK ((kind ~ '^[a-z_]+$'::text)),
  constraint transfers_pkey PRIMARY KEY (id)
);
alter table ledger.transfers enable row level security;
create table market.log (
  project_id bigint not null,
  seq bigint not null,
  body text not null,
  hash bytea not null,
  constraint log_hash_check CHECK ((length(hash) = 32)),
  constraint log_pkey PRIMARY KEY (project_id, seq),
  constraint log_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) NOT ENFORCED,
  constraint log_seq_check CHECK ((seq > 0))
);
alter table market.log enable row level security;
create table market.standing_counts (
  project_id bigint not null,
  level smallint not null,
  bucket integer not null,
  standing integer not null,
  constraint standing_counts_level_check CHECK ((level = ANY (ARRAY[10, 16]))),
  constraint standing_counts_pkey PRIMARY KEY (project_id, level, bucket),
  constraint standing_counts_standing_check CHECK ((standing >= 0))
) with (fillfactor=70);
alter table market.standing_counts enable row level security;
create table market.state (
  project_id bigint not null,
  bids bigint not null default 0,
  standing bigint not null default 0,
  winners bigint not null default 0,
  log_length bigint not null default 0,
  log_head bytea not null default decode(repeat('00'::text, 32), 'hex'::text),
  salt uuid not null default gen_random_uuid(),
  closes_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  unsettled boolean not null default false,
  unsold integer not null default 0,
  waiting integer not null default 0,
  sales integer not null default 0,
  undone integer not null default 0,
  constraint state_pkey PRIMARY KEY (project_id),
  constraint state_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id),
  constraint state_standing_check CHECK ((standing >= 0)),
  constraint state_unsold_check CHECK ((unsold >= 0)),
  constraint state_waiting_check CHECK ((waiting >= 0))
) with (fillfactor=50);
alter table market.state enable row level security;
create table private.admin_actions (
  id bigint not null generated always as identity,
  admin_id uuid,
  action text not null,
  subject text not null,
  before jsonb,
  after jsonb,
  address text,
  created_at timestamp with time zone not null default clock_timestamp(),
  door text not null default 'back-office'::text,
  constraint admin_actions_action_check CHECK ((action ~ '^[a-z-]+\.[a-z-]+$'::text)),
  constraint admin_actions_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint admin_actions_door_check CHECK ((door = ANY (ARRAY['back-office'::text, 'command-line'::text]))),
  constraint admin_actions_pkey PRIMARY KEY (id),
  constraint somebody_did_it CHECK (((admin_id IS NOT NULL) OR (door = 'command-line'::text)))
);
alter table private.admin_actions enable row level security;
create table private.alerted (
  alert_id bigint not null,
  user_id uuid not null,
  constraint alerted_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES private.alerts(id) ON DELETE CASCADE,
  constraint alerted_pkey PRIMARY KEY (alert_id, user_id),
  constraint alerted_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.alerted enable row level security;
create table private.alerts (
  id bigint not null generated always as identity,
  key text not null,
  kind text not null,
  project_id bigint,
  data jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone not null,
  morning_at timestamp with time zone,
  after uuid,
  done_at timestamp with time zone,
  artist_id bigint,
  constraint alert_is_about_one CHECK (((project_id IS NULL) <> (artist_id IS NULL))),
  constraint alerts_artist FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint alerts_key_key UNIQUE (key),
  constraint alerts_kind_check CHECK ((kind = ANY (ARRAY['lot_announced'::text, 'lot_opening'::text, 'lot_opened'::text, 'unit_below'::text, 'last_hour'::text, 'announcement'::text]))),
  constraint alerts_pkey PRIMARY KEY (id),
  constraint alerts_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id)
);
alter table private.alerts enable row level security;
create table private.announcements (
  id bigint not null generated always as identity,
  artist_id bigint not null,
  user_id uuid not null,
  day date not null,
  text text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint announcements_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint announcements_day UNIQUE (artist_id, day),
  constraint announcements_pkey PRIMARY KEY (id),
  constraint announcements_text_check CHECK (((text ~ '\S'::text) AND (length(text) <= 280))),
  constraint announcements_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.announcements enable row level security;
create table private.artist_accounts (
  id bigint not null generated always as identity,
  artist_id bigint not null,
  user_id uuid not null,
  joined_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  constraint artist_accounts_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint artist_accounts_check CHECK ((ended_at >= joined_at)),
  constraint artist_accounts_pkey PRIMARY KEY (id),
  constraint artist_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.artist_accounts enable row level security;
create table private.artist_invitations (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  artist_id bigint not null,
  email text,
  digest bytea not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  used_at timestamp with time zone,
  used_by uuid,
  constraint artist_invitations_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint artist_invitations_check CHECK ((expires_at > created_at)),
  constraint artist_invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(uid),
  constraint artist_invitations_digest_check CHECK ((octet_length(digest) = 32)),
  constraint artist_invitations_digest_key UNIQUE (digest),
  constraint artist_invitations_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint artist_invitations_pkey PRIMARY KEY (id),
  constraint artist_invitations_uid_key UNIQUE (uid),
  constraint artist_invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES public.users(uid),
  constraint invitation_ends_one_way CHECK (((revoked_at IS NULL) OR (used_at IS NULL))),
  constraint used_by_somebody CHECK (((used_at IS NULL) = (used_by IS NULL)))
);
alter table private.artist_invitations enable row level security;
create table private.artist_keys (
  id bigint not null generated always as identity,
  artist_id bigint not null,
  legal_name text not null,
  pix_key_type text not null,
  pix_key text not null,
  entered_by uuid not null,
  entered_at timestamp with time zone not null default clock_timestamp(),
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  discarded_at timestamp with time zone,
  constraint artist_keys_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint artist_keys_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES public.users(uid),
  constraint artist_keys_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES public.users(uid),
  constraint artist_keys_legal_name_check CHECK (((legal_name ~ '\S'::text) AND (length(legal_name) <= 120))),
  constraint artist_keys_pkey PRIMARY KEY (id),
  constraint confirmed_has_a_time CHECK (((confirmed_by IS NULL) = (confirmed_at IS NULL))),
  constraint ends_one_way CHECK (((confirmed_at IS NULL) OR (discarded_at IS NULL))),
  constraint key_is_of_its_type CHECK (private.is_pix_key(pix_key_type, pix_key)),
  constraint key_takes_two_people CHECK ((confirmed_by <> entered_by))
);
alter table private.artist_keys enable row level security;
create table private.artist_links (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  artist_id bigint not null,
  digest bytea not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint artist_links_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint artist_links_check CHECK ((expires_at > created_at)),
  constraint artist_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(uid),
  constraint artist_links_digest_check CHECK ((octet_length(digest) = 32)),
  constraint artist_links_digest_key UNIQUE (digest),
  constraint artist_links_pkey PRIMARY KEY (id),
  constraint artist_links_uid_key UNIQUE (uid)
);
alter table private.artist_links enable row level security;
create table private.artist_payout_approvals (
  payout_id bigint not null,
  admin_id uuid not null,
  approved_at timestamp with time zone not null default clock_timestamp(),
  constraint artist_payout_approvals_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint artist_payout_approvals_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES private.artist_payouts(id),
  constraint artist_payout_approvals_pkey PRIMARY KEY (payout_id, admin_id)
);
alter table private.artist_payout_approvals enable row level security;
create table private.artist_payout_parts (
  payout_id bigint not null,
  project_id bigint not null,
  amount bigint not null,
  constraint artist_payout_parts_amount_check CHECK ((amount > 0)),
  constraint artist_payout_parts_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES private.artist_payouts(id),
  constraint artist_payout_parts_pkey PRIMARY KEY (payout_id, project_id),
  constraint artist_payout_parts_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id)
);
alter table private.artist_payout_parts enable row level security;
create table private.artist_payouts (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  artist_id bigint not null,
  key_id bigint not null,
  amount bigint not null,
  status text not null default 'requested'::text,
  reason text,
  end_to_end_id text,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  irrf_basis_points integer not null default 0,
  iss_basis_points integer not null default 0,
  inss_basis_points integer not null default 0,
  irrf bigint default (((amount * irrf_basis_points) + 5000) / 10000),
  iss bigint default (((amount * iss_basis_points) + 5000) / 10000),
  inss bigint default (((amount * inss_basis_points) + 5000) / 10000),
  net bigint default (((amount - (((amount * irrf_basis_points) + 5000) / 10000)) - (((amount * iss_basis_points) + 5000) / 10000)) - (((amount * inss_basis_points) + 5000) / 10000)),
  constraint artist_payouts_amount_check CHECK (((amount >= 1) AND (amount <= 100000000))),
  constraint artist_payouts_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint artist_payouts_end_to_end_id_check CHECK ((end_to_end_id ~ '^[A-Za-z0-9]{1,40}$'::text)),
  constraint artist_payouts_key_id_fkey FOREIGN KEY (key_id) REFERENCES private.artist_keys(id),
  constraint artist_payouts_pkey PRIMARY KEY (id),
  constraint artist_payouts_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint artist_payouts_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'paid'::text, 'rejected'::text, 'failed'::text]))),
  constraint artist_payouts_uid_key UNIQUE (uid),
  constraint open_has_no_end CHECK (((status = ANY (ARRAY['requested'::text, 'approved'::text])) = (ended_at IS NULL))),
  constraint paid_has_a_receipt CHECK (((status = 'paid'::text) <= (end_to_end_id IS NOT NULL))),
  constraint payout_pays_something CHECK ((amount > (((((amount * irrf_basis_points) + 5000) / 10000) + (((amount * iss_basis_points) + 5000) / 10000)) + (((amount * inss_basis_points) + 5000) / 10000)))) NOT VALID,
  constraint payout_rates_are_rates CHECK ((LEAST(irrf_basis_points, iss_basis_points, inss_basis_points) >= 0)) NOT VALID
);
alter table private.artist_payouts enable row level security;
create table private.artist_taxes (
  artist_id bigint not null,
  document text not null,
  irrf_basis_points integer not null default 0,
  iss_basis_points integer not null default 0,
  inss_basis_points integer not null default 0,
  set_at timestamp with time zone not null default clock_timestamp(),
  constraint artist_taxes_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint artist_taxes_document_check CHECK ((document ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$'::text)) NOT VALID,
  constraint artist_taxes_inss_basis_points_check CHECK (((inss_basis_points >= 0) AND (inss_basis_points <= 9999))),
  constraint artist_taxes_irrf_basis_points_check CHECK (((irrf_basis_points >= 0) AND (irrf_basis_points <= 9999))),
  constraint artist_taxes_iss_basis_points_check CHECK (((iss_basis_points >= 0) AND (iss_basis_points <= 9999))),
  constraint artist_taxes_pkey PRIMARY KEY (artist_id),
  constraint rates_of_the_law CHECK (((irrf_basis_points <= 2750) AND (iss_basis_points <= 500) AND (inss_basis_points <= 2000))) NOT VALID,
  constraint something_is_paid CHECK ((((irrf_basis_points + iss_basis_points) + inss_basis_points) < 10000))
);
alter table private.artist_taxes enable row level security;
create table private.artists (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  wallet text not null,
  name text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  slug text,
  story text not null default ''::text,
  picture text,
  constraint artist_picture CHECK ((length(picture) <= 2000)),
  constraint artist_slug CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND ((length(slug) >= 2) AND (length(slug) <= 40)))),
  constraint artist_story CHECK ((length(story) <= 2000)),
  constraint artists_pkey PRIMARY KEY (id),
  constraint artists_uid_key UNIQUE (uid),
  constraint artists_wallet_check CHECK ((wallet ~ '^0x[0-9a-f]{40}$'::text)),
  constraint artists_wallet_key UNIQUE (wallet)
);
alter table private.artists enable row level security;
create table private.consents (
  user_id uuid not null,
  document text not null,
  version text not null,
  accepted_at timestamp with time zone not null default now(),
  constraint consents_document_check CHECK ((document = ANY (ARRAY['terms'::text, 'privacy'::text]))),
  constraint consents_pkey PRIMARY KEY (user_id, document, version),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.consents enable row level security;
create table private.daily_figures (
  day date not null,
  payments integer not null,
  tokens integer not null,
  volume bigint not null,
  fees bigint not null,
  constraint daily_figures_pkey PRIMARY KEY (day)
);
alter table private.daily_figures enable row level security;
create table private.daily_held (
  day date not null,
  held bigint not null,
  constraint daily_held_held_check CHECK ((held >= 0)),
  constraint daily_held_pkey PRIMARY KEY (day)
);
alter table private.daily_held enable row level security;
create table private.daily_market (
  day date not null,
  issued integer not null,
  played integer not null,
  resold integer not null,
  resale bigint not null,
  first_price bigint not null,
  waited bigint not null,
  bids integer not null,
  constraint daily_market_pkey PRIMARY KEY (day)
);
alter table private.daily_market enable row level security;
create table private.daily_project_volume (
  day date not null,
  project_id bigint not null,
  volume bigint not null,
  constraint daily_project_volume_pkey PRIMARY KEY (day, project_id),
  constraint daily_project_volume_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id)
);
alter table private.daily_project_volume enable row level security;
create table private.disputes (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  provider_id text not null,
  payment_id bigint not null,
  user_id uuid not null,
  amount bigint not null,
  fan_part bigint not null,
  fee bigint not null default 0,
  reason text not null,
  status text not null default 'open'::text,
  opened_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  evidence_due_at timestamp with time zone,
  constraint disputes_amount_check CHECK ((amount > 0)),
  constraint disputes_check CHECK (((fan_part >= 0) AND (fan_part <= amount))),
  constraint disputes_fee_check CHECK ((fee >= 0)),
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_provider_id_key UNIQUE (provider_id),
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text]))),
  constraint disputes_uid_key UNIQUE (uid),
  constraint disputes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid),
  constraint open_has_no_end CHECK (((status = 'open'::text) = (ended_at IS NULL)))
);
alter table private.disputes enable row level security;
create table private.fan_key_exports (
  id bigint not null generated always as identity,
  user_id uuid not null,
  wallet text not null,
  network text not null,
  exported_at timestamp with time zone not null default clock_timestamp(),
  constraint fan_key_exports_pkey PRIMARY KEY (id),
  constraint fan_key_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.fan_key_exports enable row level security;
create table private.fan_keys (
  index bigint not null generated by default as identity,
  user_id uuid not null,
  address text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint fan_keys_address_check CHECK ((address ~ '^0x[0-9a-fA-F]{40}$'::text)),
  constraint fan_keys_address_key UNIQUE (address),
  constraint fan_keys_index_check CHECK (((index >= 0) AND (index <= 2147483647))),
  constraint fan_keys_pkey PRIMARY KEY (index),
  constraint fan_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid),
  constraint fan_keys_user_id_key UNIQUE (user_id)
);
alter table private.fan_keys enable row level security;
create table private.figures (
  singleton boolean not null default true,
  active_users integer not null,
  active_projects integer not null,
  payments bigint not null,
  tokens bigint not null,
  counted_at timestamp with time zone not null,
  cohorts_counted_at timestamp with time zone,
  constraint figures_pkey PRIMARY KEY (singleton),
  constraint figures_singleton_check CHECK (singleton)
);
alter table private.figures enable row level security;
create table private.follows (
  artist_id bigint not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint follows_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint follows_pkey PRIMARY KEY (artist_id, user_id),
  constraint follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.follows enable row level security;
create table private.former_slugs (
  slug text not null,
  artist_id bigint not null,
  left_at timestamp with time zone not null default clock_timestamp(),
  constraint former_slugs_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint former_slugs_pkey PRIMARY KEY (slug)
);
alter table private.former_slugs enable row level security;
create table private.gift_mails (
  id bigint not null generated always as identity,
  gift_id bigint not null,
  giver uuid not null,
  recipient bytea not null,
  asked_at timestamp with time zone not null default clock_timestamp(),
  constraint gift_mails_gift_id_fkey FOREIGN KEY (gift_id) REFERENCES private.gifts(id) ON DELETE CASCADE,
  constraint gift_mails_giver_fkey FOREIGN KEY (giver) REFERENCES public.users(uid),
  constraint gift_mails_pkey PRIMARY KEY (id)
);
alter table private.gift_mails enable row level security;
create table private.gifts (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  payment_id bigint not null,
  giver uuid not null,
  project_id bigint not null,
  status text not null default 'unpaid'::text,
  email text,
  words text not null default ''::text,
  code_hash bytea,
  unit_id bigint,
  accept_by timestamp with time zone,
  recipient uuid,
  mint_id bigint,
  returned_for text,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  constraint gifts_check CHECK (((status <> 'waiting'::text) OR ((unit_id IS NOT NULL) AND (accept_by IS NOT NULL) AND (ended_at IS NULL)))),
  constraint gifts_check1 CHECK (((status <> 'accepted'::text) OR ((recipient IS NOT NULL) AND (mint_id IS NOT NULL)))),
  constraint gifts_check2 CHECK (((status = 'returned'::text) = (returned_for IS NOT NULL))),
  constraint gifts_check3 CHECK ((recipient <> giver)),
  constraint gifts_code_hash_key UNIQUE (code_hash),
  constraint gifts_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 254))),
  constraint gifts_giver_fkey FOREIGN KEY (giver) REFERENCES public.users(uid),
  constraint gifts_mint_id_fkey FOREIGN KEY (mint_id) REFERENCES public.mints(id),
  constraint gifts_mint_id_key UNIQUE (mint_id),
  constraint gifts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint gifts_payment_id_key UNIQUE (payment_id),
  constraint gifts_pkey PRIMARY KEY (id),
  constraint gifts_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id),
  constraint gifts_recipient_fkey FOREIGN KEY (recipient) REFERENCES public.users(uid),
  constraint gifts_returned_for_check CHECK ((returned_for = ANY (ARRAY['taken_back'::text, 'expired'::text, 'closed'::text, 'deactivated'::text, 'disputed'::text, 'refused'::text, 'regretted'::text, 'refunded'::text]))),
  constraint gifts_status_check CHECK ((status = ANY (ARRAY['unpaid'::text, 'waiting'::text, 'accepted'::text, 'returned'::text]))),
  constraint gifts_uid_key UNIQUE (uid),
  constraint gifts_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES public.units(id),
  constraint gifts_words_check CHECK ((char_length(words) <= 200))
);
alter table private.gifts enable row level security;
create table private.idempotency_keys (
  user_id uuid not null,
  key text not null,
  request_hash text not null,
  payment_id bigint,
  status integer,
  body json,
  created_at timestamp with time zone not null default now(),
  call json,
  constraint idempotency_keys_check CHECK (((status IS NULL) = (body IS NULL))),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, key)
);
alter table private.idempotency_keys enable row level security;
create table private.looks (
  singleton boolean not null default true,
  looked_at timestamp with time zone not null,
  constraint looks_pkey PRIMARY KEY (singleton),
  constraint looks_singleton_check CHECK (singleton)
);
alter table private.looks enable row level security;
create table private.migrations (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);
create table private.money_decision_approvals (
  decision_id bigint not null,
  admin_id uuid not null,
  approved_at timestamp with time zone not null default clock_timestamp(),
  constraint money_decision_approvals_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint money_decision_approvals_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES private.money_decisions(id),
  constraint money_decision_approvals_pkey PRIMARY KEY (decision_id, admin_id)
);
alter table private.money_decision_approvals enable row level security;
create table private.money_decisions (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  about text not null,
  subject uuid not null,
  outcome text not null,
  amount bigint not null,
  user_id uuid,
  reference text,
  note text not null,
  people_due integer not null,
  status text not null default 'requested'::text,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  constraint credited_has_an_owner CHECK (((outcome <> 'credited'::text) OR (user_id IS NOT NULL))),
  constraint money_decisions_about_check CHECK ((about = ANY (ARRAY['withdrawal'::text, 'payout'::text, 'refund'::text, 'unmatched'::text, 'ledger'::text]))),
  constraint money_decisions_amount_check CHECK ((amount > 0)),
  constraint money_decisions_note_check CHECK (((note ~ '\S'::text) AND (length(note) <= 500))),
  constraint money_decisions_people_due_check CHECK ((people_due = ANY (ARRAY[1, 2]))),
  constraint money_decisions_pkey PRIMARY KEY (id),
  constraint money_decisions_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint money_decisions_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'done'::text, 'rejected'::text]))),
  constraint money_decisions_uid_key UNIQUE (uid),
  constraint money_decisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid),
  constraint open_has_no_end CHECK (((status = 'requested'::text) = (ended_at IS NULL))),
  constraint outcome_fits CHECK (
CASE about
    WHEN 'unmatched'::text THEN (outcome = ANY (ARRAY['credited'::text, 'returned'::text, 'booked'::text]))
    WHEN 'ledger'::text THEN (outcome = ANY (ARRAY['reversed'::text, 'recounted'::text]))
    ELSE (outcome = ANY (ARRAY['paid'::text, 'failed'::text, 'charged'::text, 'borne'::text]))
END),
  constraint paid_has_a_name CHECK (((outcome <> ALL (ARRAY['paid'::text, 'returned'::text, 'reversed'::text])) OR (reference IS NOT NULL)))
);
alter table private.money_decisions enable row level security;
create table private.monthly_cohorts (
  first_month date not null,
  month date not null,
  people integer not null,
  constraint monthly_cohorts_check CHECK ((month >= first_month)),
  constraint monthly_cohorts_pkey PRIMARY KEY (first_month, month)
);
alter table private.monthly_cohorts enable row level security;
create table private.muted_alerts (
  user_id uuid not null,
  topic text not null,
  channel text not null,
  constraint muted_alerts_channel_check CHECK ((channel = ANY (ARRAY['bell'::text, 'push'::text, 'mail'::text]))),
  constraint muted_alerts_pkey PRIMARY KEY (user_id, topic, channel),
  constraint muted_alerts_topic_check CHECK ((topic = ANY (ARRAY['lots'::text, 'unit_below'::text, 'last_hour'::text, 'announcements'::text]))),
  constraint muted_alerts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.muted_alerts enable row level security;
create table private.muted_works (
  user_id uuid not null,
  project_id bigint not null,
  topic text not null,
  constraint muted_works_pkey PRIMARY KEY (user_id, project_id, topic),
  constraint muted_works_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id),
  constraint muted_works_topic_check CHECK ((topic = ANY (ARRAY['lots'::text, 'last_hour'::text]))),
  constraint muted_works_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.muted_works enable row level security;
create table private.openings (
  project_id bigint not null,
  drawn_at timestamp with time zone not null,
  people integer not null,
  units integer not null,
  constraint openings_pkey PRIMARY KEY (project_id),
  constraint openings_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id)
);
alter table private.openings enable row level security;
create table private.outgoing_attempts (
  uid uuid not null,
  attempted_at timestamp with time zone,
  halted_at timestamp with time zone,
  constraint outgoing_attempts_pkey PRIMARY KEY (uid)
);
alter table private.outgoing_attempts enable row level security;
create table private.outside_faults (
  name text not null,
  hour timestamp with time zone not null default date_trunc('hour'::text, clock_timestamp()),
  times integer not null default 1,
  constraint outside_faults_name_check CHECK (((length(name) >= 1) AND (length(name) <= 50))),
  constraint outside_faults_pkey PRIMARY KEY (name, hour)
);
alter table private.outside_faults enable row level security;
create table private.payment_states (
  id bigint not null generated always as identity,
  payment_id bigint not null,
  status text not null,
  failure text,
  at timestamp with time zone not null default clock_timestamp(),
  constraint payment_states_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint payment_states_pkey PRIMARY KEY (id)
);
alter table private.payment_states enable row level security;
create table private.pix_charges (
  payment_id bigint not null,
  expires_at timestamp with time zone not null,
  br_code text,
  description text not null default ''::text,
  constraint pix_charges_br_code_check CHECK (((length(br_code) >= 50) AND (length(br_code) <= 512))),
  constraint pix_charges_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint pix_charges_pkey PRIMARY KEY (payment_id)
);
alter table private.pix_charges enable row level security;
create table private.platform (
  is_the_one boolean not null default true,
  wallet text not null,
  secret_mark text,
  constraint platform_is_the_one_check CHECK (is_the_one),
  constraint platform_pkey PRIMARY KEY (is_the_one),
  constraint platform_wallet_check CHECK ((wallet ~ '^0x[0-9a-fA-F]{40}$'::text))
);
alter table private.platform enable row level security;
create table private.play_consents (
  mint_id bigint not null,
  user_id uuid not null,
  text_version text not null,
  agreed_at timestamp with time zone not null,
  constraint play_consents_mint_id_fkey FOREIGN KEY (mint_id) REFERENCES public.mints(id),
  constraint play_consents_pkey PRIMARY KEY (mint_id),
  constraint play_consents_text_version_check CHECK (((length(text_version) >= 1) AND (length(text_version) <= 40)))
);
alter table private.play_consents enable row level security;
create table private.project_held (
  project_id bigint not null,
  held bigint not null,
  log_length bigint not null,
  standing bigint not null default 0,
  constraint project_held_pkey PRIMARY KEY (project_id),
  constraint project_held_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id)
);
alter table private.project_held enable row level security;
create table private.reconciliation_cursor (
  singleton boolean not null default true,
  compared_until timestamp with time zone not null,
  constraint reconciliation_cursor_pkey PRIMARY KEY (singleton),
  constraint reconciliation_cursor_singleton_check CHECK (singleton)
);
alter table private.reconciliation_cursor enable row level security;
create table private.reconciliations (
  id bigint not null generated always as identity,
  made_at timestamp with time zone not null default clock_timestamp(),
  compared integer not null,
  differences jsonb not null,
  compared_until timestamp with time zone,
  constraint reconciliations_compared_check CHECK ((compared >= 0)),
  constraint reconciliations_differences_check CHECK ((jsonb_typeof(differences) = 'array'::text)),
  constraint reconciliations_pkey PRIMARY KEY (id)
);
alter table private.reconciliations enable row level security;
create table private.refund_approvals (
  refund_id bigint not null,
  admin_id uuid not null,
  approved_at timestamp with time zone not null default clock_timestamp(),
  constraint refund_approvals_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint refund_approvals_pkey PRIMARY KEY (refund_id, admin_id),
  constraint refund_approvals_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES private.refunds(id)
);
alter table private.refund_approvals enable row level security;
create table private.refunds (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  payment_id bigint not null,
  user_id uuid not null,
  amount bigint not null,
  destination text not null,
  reason text not null,
  despite_play boolean not null,
  status text not null default 'requested'::text,
  from_sale boolean not null default false,
  platform_part bigint not null default 0,
  provider_id text,
  failure text,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  made_elsewhere boolean not null default false,
  rejection text,
  rejected_by uuid,
  constraint open_has_no_end CHECK (((status = ANY (ARRAY['requested'::text, 'approved'::text])) = (ended_at IS NULL))),
  constraint refunds_amount_check CHECK (((amount >= 1) AND (amount <= 100000000))),
  constraint refunds_check CHECK (((platform_part >= 0) AND (platform_part <= amount))),
  constraint refunds_destination_check CHECK ((destination = ANY (ARRAY['wallet'::text, 'card'::text]))),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_provider_id_key UNIQUE (provider_id),
  constraint refunds_reason_check CHECK (((reason ~ '\S'::text) AND (length(reason) <= 500))),
  constraint refunds_rejected_by_fkey FOREIGN KEY (rejected_by) REFERENCES public.users(uid),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'done'::text, 'failed'::text, 'rejected'::text]))),
  constraint refunds_uid_key UNIQUE (uid),
  constraint refunds_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.refunds enable row level security;
create table private.restorations (
  restored_at timestamp with time zone not null default clock_timestamp(),
  taken_at timestamp with time zone not null,
  compared_at timestamp with time zone,
  constraint restorations_pkey PRIMARY KEY (restored_at)
);
alter table private.restorations enable row level security;
create table private.returned_mails (
  address text not null,
  status text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint returned_mails_address_check CHECK (((address = lower(address)) AND (length(address) <= 320))),
  constraint returned_mails_pkey PRIMARY KEY (address),
  constraint returned_mails_status_check CHECK ((status ~ '^5\.\d{1,3}\.\d{1,3}$'::text))
);
alter table private.returned_mails enable row level security;
create table private.role_changes (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  user_id uuid not null,
  before text not null,
  role text not null,
  reason text not null,
  requested_by uuid not null,
  status text not null default 'requested'::text,
  ended_by uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  constraint role_changes_before_check CHECK ((before = ANY (ARRAY['user'::text, 'support'::text, 'finance'::text, 'content'::text, 'admin'::text]))),
  constraint role_changes_check CHECK (((role = ANY (ARRAY['user'::text, 'support'::text, 'finance'::text, 'content'::text, 'admin'::text])) AND (role <> before))),
  constraint role_changes_check1 CHECK (((ended_at IS NULL) = (status = 'requested'::text))),
  constraint role_changes_check2 CHECK (((ended_by IS NULL) = (ended_at IS NULL))),
  constraint role_changes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES public.users(uid),
  constraint role_changes_pkey PRIMARY KEY (id),
  constraint role_changes_reason_check CHECK (((reason ~ '\S'::text) AND (length(reason) <= 500))),
  constraint role_changes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.users(uid),
  constraint role_changes_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'done'::text, 'rejected'::text]))),
  constraint role_changes_uid_key UNIQUE (uid),
  constraint role_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.role_changes enable row level security;
create table private.schema_state (
  singleton boolean not null default true,
  version integer not null,
  checksum text,
  constraint schema_state_pkey PRIMARY KEY (singleton),
  constraint schema_state_singleton_check CHECK (singleton)
);
create table private.sent_mails (
  message_id text not null,
  sent_at timestamp with time zone not null default now(),
  recipient text,
  constraint recipient_is_written_small CHECK (((recipient = lower(recipient)) AND (length(recipient) <= 320))) NOT VALID,
  constraint sent_mails_pkey PRIMARY KEY (message_id)
);
alter table private.sent_mails enable row level security;
create table private.service_invoice_cursor (
  singleton boolean not null default true,
  planned_until timestamp with time zone not null,
  constraint service_invoice_cursor_pkey PRIMARY KEY (singleton),
  constraint service_invoice_cursor_singleton_check CHECK (singleton)
);
alter table private.service_invoice_cursor enable row level security;
create table private.service_invoices (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  subject text not null,
  mint_id bigint not null,
  amount bigint not null,
  series integer not null,
  number bigint not null,
  status text not null default 'waiting'::text,
  asked_at timestamp with time zone,
  access_key text,
  issued_at timestamp with time zone,
  refusal text,
  said text,
  note text,
  created_at timestamp with time zone not null default clock_timestamp(),
  trouble text,
  troubled_at timestamp with time zone,
  constraint issued_has_a_key CHECK (((access_key IS NULL) = (issued_at IS NULL))),
  constraint key_only_where_issued CHECK (
CASE
    WHEN (status = ANY (ARRAY['issued'::text, 'cancelling'::text, 'cancelled'::text, 'kept'::text])) THEN (access_key IS NOT NULL)
    WHEN (status = ANY (ARRAY['waiting'::text, 'unneeded'::text, 'refused'::text])) THEN (access_key IS NULL)
    ELSE true
END),
  constraint noted_has_a_note CHECK (((status = 'noted'::text) = (note IS NOT NULL))),
  constraint refused_for_something CHECK (((status = ANY (ARRAY['refused'::text, 'kept'::text])) <= (refusal IS NOT NULL))),
  constraint service_invoices_access_key_check CHECK ((access_key ~ '^[0-9A-Z]{50}$'::text)) NOT VALID,
  constraint service_invoices_access_key_key UNIQUE (access_key),
  constraint service_invoices_amount_check CHECK ((amount > 0)),
  constraint service_invoices_mint_id_fkey FOREIGN KEY (mint_id) REFERENCES public.mints(id),
  constraint service_invoices_mint_id_subject_key UNIQUE (mint_id, subject),
  constraint service_invoices_note_check CHECK ((((length(note) >= 1) AND (length(note) <= 500)) AND (note ~ '\S'::text))),
  constraint service_invoices_number_check CHECK (((number >= 1) AND (number <= '999999999999999'::bigint))),
  constraint service_invoices_pkey PRIMARY KEY (id),
  constraint service_invoices_refusal_check CHECK ((refusal ~ '^[A-Za-z0-9_]{1,40}$'::text)),
  constraint service_invoices_said_check CHECK (((length(said) >= 1) AND (length(said) <= 500))),
  constraint service_invoices_series_check CHECK (((series >= 1) AND (series <= 49999))),
  constraint service_invoices_series_number_key UNIQUE (series, number),
  constraint service_invoices_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'issued'::text, 'refused'::text, 'unneeded'::text, 'cancelling'::text, 'cancelled'::text, 'kept'::text, 'noted'::text]))),
  constraint service_invoices_subject_check CHECK ((subject = ANY (ARRAY['sale'::text, 'fee'::text]))),
  constraint service_invoices_trouble_check CHECK ((trouble = ANY (ARRAY['certificate_ended'::text, 'certificate_refused'::text, 'host_not_theirs'::text, 'no_answer'::text, 'not_understood'::text]))) NOT VALID,
  constraint service_invoices_uid_key UNIQUE (uid),
  constraint trouble_has_a_time CHECK (((trouble IS NULL) = (troubled_at IS NULL))) NOT VALID,
  constraint trouble_only_on_the_way CHECK (((trouble IS NULL) OR (status = ANY (ARRAY['waiting'::text, 'cancelling'::text])))) NOT VALID
);
alter table private.service_invoices enable row level security;
create table private.settled_differences (
  id bigint not null generated always as identity,
  side text not null,
  subject text not null,
  ledger bigint not null,
  other bigint not null,
  note text not null,
  admin_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint settled_differences_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint settled_differences_note_check CHECK (((note ~ '\S'::text) AND (length(note) <= 500))),
  constraint settled_differences_pkey PRIMARY KEY (id),
  constraint settled_differences_side_check CHECK ((side = ANY (ARRAY['cards'::text, 'pix'::text, 'chain'::text, 'supply'::text]))),
  constraint settled_differences_side_subject_ledger_other_key UNIQUE (side, subject, ledger, other),
  constraint settled_differences_subject_check CHECK ((length(subject) <= 200))
);
alter table private.settled_differences enable row level security;
create table private.settled_incidents (
  kind text not null,
  subject text not null,
  note text not null,
  admin_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint settled_incidents_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint settled_incidents_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'operation'::text]))),
  constraint settled_incidents_note_check CHECK (((note ~ '\S'::text) AND (length(note) <= 500))),
  constraint settled_incidents_pkey PRIMARY KEY (kind, subject),
  constraint settled_incidents_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 300)))
);
alter table private.settled_incidents enable row level security;
create table private.share_accounts (
  project_id bigint not null,
  artist_id bigint not null,
  account_id bigint not null,
  constraint share_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger.accounts(id),
  constraint share_accounts_account_id_key UNIQUE (account_id),
  constraint share_accounts_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint share_accounts_pkey PRIMARY KEY (project_id, artist_id),
  constraint share_accounts_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id)
);
alter table private.share_accounts enable row level security;
create table private.shared_sales (
  mint_id bigint not null,
  split_id bigint not null,
  constraint shared_sales_mint_id_fkey FOREIGN KEY (mint_id) REFERENCES public.mints(id),
  constraint shared_sales_pkey PRIMARY KEY (mint_id),
  constraint shared_sales_split_id_fkey FOREIGN KEY (split_id) REFERENCES private.splits(id)
);
alter table private.shared_sales enable row level security;
create table private.split_consents (
  split_id bigint not null,
  artist_id bigint not null,
  user_id uuid not null,
  agreed_at timestamp with time zone not null default clock_timestamp(),
  constraint split_consents_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint split_consents_pkey PRIMARY KEY (split_id, artist_id),
  constraint split_consents_split_id_fkey FOREIGN KEY (split_id) REFERENCES private.splits(id),
  constraint split_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.split_consents enable row level security;
create table private.split_shares (
  split_id bigint not null,
  artist_id bigint not null,
  place smallint not null,
  basis_points integer not null,
  constraint split_shares_artist_id_fkey FOREIGN KEY (artist_id) REFERENCES private.artists(id),
  constraint split_shares_basis_points_check CHECK (((basis_points >= 1) AND (basis_points <= 10000))),
  constraint split_shares_pkey PRIMARY KEY (split_id, artist_id),
  constraint split_shares_place_check CHECK (((place >= 1) AND (place <= 20))),
  constraint split_shares_split_id_fkey FOREIGN KEY (split_id) REFERENCES private.splits(id),
  constraint split_shares_split_id_place_key UNIQUE (split_id, place)
);
alter table private.split_shares enable row level security;
create table private.splits (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  project_id bigint not null,
  proposed_by uuid not null,
  proposed_at timestamp with time zone not null default clock_timestamp(),
  status text not null default 'proposed'::text,
  in_force_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint open_split_has_no_end CHECK (((status = ANY (ARRAY['proposed'::text, 'in_force'::text])) = (ended_at IS NULL))),
  constraint split_counts_from_an_instant CHECK (((status = ANY (ARRAY['in_force'::text, 'replaced'::text])) = (in_force_at IS NOT NULL))),
  constraint splits_pkey PRIMARY KEY (id),
  constraint splits_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id),
  constraint splits_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES public.users(uid),
  constraint splits_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'in_force'::text, 'replaced'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint splits_uid_key UNIQUE (uid)
);
alter table private.splits enable row level security;
create table private.support_answers (
  id bigint not null generated always as identity,
  request_id bigint not null,
  admin_id uuid not null,
  message text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint support_answers_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint support_answers_message_check CHECK (((message ~ '\S'::text) AND (length(message) <= 5000))),
  constraint support_answers_pkey PRIMARY KEY (id),
  constraint support_answers_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.support_requests(id) ON DELETE CASCADE
);
alter table private.support_answers enable row level security;
create table private.support_files (
  id bigint not null generated always as identity,
  object_id uuid not null,
  request_id bigint not null,
  answer_id bigint,
  reply_id bigint,
  name text not null,
  constraint file_is_of_one_message CHECK ((num_nonnulls(answer_id, reply_id) = 1)),
  constraint support_files_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES private.support_answers(id) ON DELETE CASCADE,
  constraint support_files_name_check CHECK (((name ~ '\S'::text) AND (length(name) <= 120))),
  constraint support_files_object_id_fkey FOREIGN KEY (object_id) REFERENCES storage.objects(id) ON DELETE CASCADE,
  constraint support_files_object_id_key UNIQUE (object_id),
  constraint support_files_pkey PRIMARY KEY (id),
  constraint support_files_reply_id_fkey FOREIGN KEY (reply_id) REFERENCES private.support_replies(id) ON DELETE CASCADE,
  constraint support_files_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.support_requests(id) ON DELETE CASCADE
);
alter table private.support_files enable row level security;
create table private.support_replies (
  id bigint not null generated always as identity,
  request_id bigint not null,
  mail_id text,
  sender text,
  message text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  files_refused smallint not null default 0,
  constraint files_refused_is_a_count CHECK ((files_refused >= 0)) NOT VALID,
  constraint mails_have_senders CHECK (((mail_id IS NULL) = (sender IS NULL))) NOT VALID,
  constraint support_replies_mail_id_check CHECK ((length(mail_id) <= 200)),
  constraint support_replies_mail_id_key UNIQUE (mail_id),
  constraint support_replies_message_check CHECK (((message ~ '\S'::text) AND (length(message) <= 5000))),
  constraint support_replies_pkey PRIMARY KEY (id),
  constraint support_replies_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.support_requests(id) ON DELETE CASCADE,
  constraint support_replies_sender_check CHECK ((length(sender) <= 320))
);
alter table private.support_replies enable row level security;
create table private.support_threads (
  request_id bigint not null,
  token text not null default replace((gen_random_uuid())::text, '-'::text, ''::text),
  assignee uuid,
  constraint support_threads_assignee_fkey FOREIGN KEY (assignee) REFERENCES public.users(uid),
  constraint support_threads_pkey PRIMARY KEY (request_id),
  constraint support_threads_request_id_fkey FOREIGN KEY (request_id) REFERENCES public.support_requests(id) ON DELETE CASCADE,
  constraint support_threads_token_check CHECK ((token ~ '^[0-9a-f]{32}$'::text)),
  constraint support_threads_token_key UNIQUE (token)
);
alter table private.support_threads enable row level security;
create table private.tip_words (
  payment_id bigint not null,
  words text not null,
  constraint tip_words_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint tip_words_pkey PRIMARY KEY (payment_id),
  constraint tip_words_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 140)))
);
alter table private.tip_words enable row level security;
create table private.transitions (
  machine text not null,
  before text not null,
  after text not null,
  constraint transitions_pkey PRIMARY KEY (machine, before, after)
);
alter table private.transitions enable row level security;
create table private.troubles (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  kind text not null,
  name text not null,
  detail text not null,
  off_by bigint not null default 0,
  found_at timestamp with time zone not null default clock_timestamp(),
  gone_at timestamp with time zone,
  note text,
  settled_by uuid,
  settled_at timestamp with time zone,
  constraint settled_whole CHECK ((num_nonnulls(note, settled_by, settled_at) = ANY (ARRAY[0, 3]))),
  constraint troubles_detail_check CHECK ((length(detail) <= 500)),
  constraint troubles_kind_check CHECK ((kind = ANY (ARRAY['fault'::text, 'gas'::text, 'certificate'::text, 'refused_webhook'::text, 'credentials'::text]))) NOT VALID,
  constraint troubles_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint troubles_note_check CHECK (((note ~ '\S'::text) AND (length(note) <= 500))),
  constraint troubles_pkey PRIMARY KEY (id),
  constraint troubles_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES public.users(uid),
  constraint troubles_uid_key UNIQUE (uid)
);
alter table private.troubles enable row level security;
create table private.unmatched_money (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  event_id text not null,
  provider text not null,
  external_id text not null,
  amount bigint not null,
  payment_id bigint,
  status text not null default 'open'::text,
  arrived_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint open_has_no_end CHECK (((status = 'open'::text) = (ended_at IS NULL))),
  constraint unmatched_money_amount_check CHECK ((amount > 0)),
  constraint unmatched_money_event_id_fkey FOREIGN KEY (event_id) REFERENCES private.webhook_events(id),
  constraint unmatched_money_event_id_key UNIQUE (event_id),
  constraint unmatched_money_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint unmatched_money_pkey PRIMARY KEY (id),
  constraint unmatched_money_provider_check CHECK ((provider = ANY (ARRAY['pix'::text, 'stripe'::text]))),
  constraint unmatched_money_status_check CHECK ((status = ANY (ARRAY['open'::text, 'matched'::text, 'credited'::text, 'returned'::text, 'booked'::text]))),
  constraint unmatched_money_uid_key UNIQUE (uid)
);
alter table private.unmatched_money enable row level security;
create table private.user_notes (
  id bigint not null generated always as identity,
  user_id uuid not null,
  admin_id uuid not null,
  note text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint user_notes_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint user_notes_note_check CHECK (((note ~ '\S'::text) AND (length(note) <= 5000))),
  constraint user_notes_pkey PRIMARY KEY (id),
  constraint user_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.user_notes enable row level security;
create table private.uses (
  subject text not null,
  window_start timestamp with time zone not null,
  uses integer not null,
  constraint uses_pkey PRIMARY KEY (subject, window_start)
);
alter table private.uses enable row level security;
create table private.void_approvals (
  subject uuid not null,
  admin_id uuid not null,
  constraint void_approvals_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint void_approvals_pkey PRIMARY KEY (subject, admin_id)
);
alter table private.void_approvals enable row level security;
create table private.waiting_room (
  project_id bigint not null,
  user_id uuid not null,
  entered_at timestamp with time zone not null default clock_timestamp(),
  place integer,
  called_at timestamp with time zone,
  constraint waiting_room_pkey PRIMARY KEY (project_id, user_id),
  constraint waiting_room_place_check CHECK ((place > 0)),
  constraint waiting_room_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id),
  constraint waiting_room_project_id_place_key UNIQUE (project_id, place),
  constraint waiting_room_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.waiting_room enable row level security;
create table private.wakeful (
  user_id uuid not null,
  constraint wakeful_pkey PRIMARY KEY (user_id),
  constraint wakeful_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.wakeful enable row level security;
create table private.watches (
  project_id bigint not null,
  user_id uuid not null,
  below bigint,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint watches_below_check CHECK ((below > 0)),
  constraint watches_pkey PRIMARY KEY (project_id, user_id),
  constraint watches_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id),
  constraint watches_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.watches enable row level security;
create table private.webhook_events (
  id text not null,
  provider text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamp with time zone not null default now(),
  processed_at timestamp with time zone,
  outcome text,
  number bigint not null generated always as identity,
  payment_id bigint,
  constraint webhook_events_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_provider_check CHECK ((provider = ANY (ARRAY['stripe'::text, 'pix'::text])))
);
alter table private.webhook_events enable row level security;
create table private.weekly_conversion (
  week date not null,
  registered integer not null,
  completed integer not null,
  paid integer not null,
  bid integer not null,
  constraint weekly_conversion_pkey PRIMARY KEY (week)
);
alter table private.weekly_conversion enable row level security;
create table private.withdrawal_approvals (
  withdrawal_id bigint not null,
  admin_id uuid not null,
  approved_at timestamp with time zone not null default clock_timestamp(),
  constraint withdrawal_approvals_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint withdrawal_approvals_pkey PRIMARY KEY (withdrawal_id, admin_id),
  constraint withdrawal_approvals_withdrawal_id_fkey FOREIGN KEY (withdrawal_id) REFERENCES public.redeem_balance(id)
);
alter table private.withdrawal_approvals enable row level security;
create table private.write_off_approvals (
  write_off_id bigint not null,
  admin_id uuid not null,
  approved_at timestamp with time zone not null default clock_timestamp(),
  constraint write_off_approvals_admin_id_fkey FOREIGN KEY (admin_id) REFERENCES public.users(uid),
  constraint write_off_approvals_pkey PRIMARY KEY (write_off_id, admin_id),
  constraint write_off_approvals_write_off_id_fkey FOREIGN KEY (write_off_id) REFERENCES private.write_offs(id)
);
alter table private.write_off_approvals enable row level security;
create table private.write_offs (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  user_id uuid not null,
  amount bigint not null,
  reason text not null,
  status text not null default 'requested'::text,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  constraint open_has_no_end CHECK (((status = 'requested'::text) = (ended_at IS NULL))),
  constraint write_offs_amount_check CHECK ((amount > 0)),
  constraint write_offs_pkey PRIMARY KEY (id),
  constraint write_offs_reason_check CHECK (((reason ~ '\S'::text) AND (length(reason) <= 500))),
  constraint write_offs_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'done'::text, 'rejected'::text]))),
  constraint write_offs_uid_key UNIQUE (uid),
  constraint write_offs_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table private.write_offs enable row level security;
create table public.bids (
  id bigint not null generated always as identity,
  user_id uuid not null,
  project_id bigint not null,
  payment_id bigint not null,
  amount bigint not null,
  status text not null default 'pending'::text,
  tx_hash text,
  led boolean not null default false,
  outbid_told_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  constraint bids_amount_check CHECK (((amount >= 1) AND (amount <= 100000000))),
  constraint bids_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id) NOT ENFORCED,
  constraint bids_payment_id_key UNIQUE (payment_id),
  constraint bids_pkey PRIMARY KEY (id),
  constraint bids_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) NOT ENFORCED,
  constraint bids_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'bided'::text, 'winner'::text, 'failed'::text, 'pending-cancel'::text, 'cancelled'::text]))),
  constraint bids_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint bids_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid) NOT ENFORCED,
  constraint standing_has_no_end CHECK (((status = ANY (ARRAY['pending'::text, 'bided'::text])) = (ended_at IS NULL)))
);
alter table public.bids enable row level security;
create table public.mints (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  user_id uuid not null,
  project_id bigint not null,
  unit_id bigint not null,
  payment_id bigint,
  status text not null default 'pending'::text,
  status_song text not null default 'none'::text,
  amount bigint not null,
  tx_hash text,
  tx_song text,
  minted_at timestamp with time zone,
  played_at timestamp with time zone,
  will_expire_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  warned_at timestamp with time zone,
  regretted_at timestamp with time zone,
  revoked_for text,
  constraint ended_means_over CHECK (((status = ANY (ARRAY['expired'::text, 'solded'::text])) = (ended_at IS NOT NULL))),
  constraint minted_has_an_end CHECK (((status = 'pending'::text) OR (will_expire_at IS NOT NULL) OR (ended_at IS NOT NULL))),
  constraint mints_amount_check CHECK ((amount > 0)),
  constraint mints_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES public.payments(id),
  constraint mints_pkey PRIMARY KEY (id),
  constraint mints_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id),
  constraint mints_revoked_for_check CHECK ((revoked_for = ANY (ARRAY['refund'::text, 'dispute'::text]))),
  constraint mints_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'minted'::text, 'expired'::text, 'solded'::text]))),
  constraint mints_status_song_check CHECK ((status_song = ANY (ARRAY['none'::text, 'pending'::text, 'played'::text]))),
  constraint mints_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint mints_tx_song_check CHECK ((tx_song ~ '^0x[0-9a-f]{64}$'::text)),
  constraint mints_uid_key UNIQUE (uid),
  constraint mints_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES public.units(id),
  constraint mints_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid),
  constraint played_has_a_time CHECK (((status_song = 'none'::text) = (played_at IS NULL))),
  constraint regretted_means_unplayed CHECK (((regretted_at IS NULL) OR ((status = 'expired'::text) AND (status_song = 'none'::text)))),
  constraint revoked_means_unplayed CHECK (((revoked_for IS NULL) OR ((status = 'expired'::text) AND (status_song = 'none'::text))))
);
alter table public.mints enable row level security;
create table public.notifications (
  id bigint not null generated always as identity,
  user_id uuid not null,
  kind text not null,
  data jsonb not null default '{}'::jsonb,
  is_read boolean not null default false,
  created_at timestamp with time zone not null default clock_timestamp(),
  in_bell boolean not null default true,
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['purchase_ready'::text, 'mint_failed'::text, 'deposit_credited'::text, 'bid_accepted'::text, 'bid_refused'::text, 'bid_failed'::text, 'outbid'::text, 'won'::text, 'ending_soon'::text, 'access_ended'::text, 'token_sold'::text, 'bid_released'::text, 'purchase_undone'::text, 'withdrawal_requested'::text, 'withdrawal_paid'::text, 'withdrawal_rejected'::text, 'withdrawal_failed'::text, 'refunded_to_wallet'::text, 'refunded_to_card'::text, 'card_refund_failed'::text, 'refund_waiting'::text, 'refund_rejected'::text, 'refund_taken_back'::text, 'payment_disputed'::text, 'dispute_won'::text, 'dispute_lost'::text, 'debt_written_off'::text, 'gift_mailed'::text, 'gift_waiting'::text, 'gift_accepted'::text, 'gift_returned'::text, 'gift_withdrawn'::text, 'mail_returned'::text, 'support_replied'::text, 'turn_came'::text, 'split_proposed'::text, 'split_agreed'::text, 'split_declined'::text, 'split_in_force'::text, 'work_published'::text, 'artist_account_ended'::text, 'artist_taxes_changed'::text, 'lot_announced'::text, 'lot_opening'::text, 'lot_opened'::text, 'unit_below'::text, 'last_hour'::text, 'announcement'::text]))),
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table public.notifications enable row level security;
create table public.payments (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  user_id uuid not null,
  project_id bigint,
  flow text not null,
  method text not null,
  amount bigint not null,
  fee bigint not null default 0,
  status text not null default 'pending'::text,
  intent_id text,
  failure text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  tx_hash text,
  is_gift boolean not null default false,
  tip bigint not null default 0,
  constraint payments_amount_check CHECK (((amount >= 1) AND (amount <= 100000000))),
  constraint payments_check CHECK (((flow = 'balance'::text) = (project_id IS NULL))),
  constraint payments_fee_check CHECK ((fee >= 0)),
  constraint payments_flow_check CHECK ((flow = ANY (ARRAY['mint'::text, 'bid'::text, 'balance'::text]))),
  constraint payments_method_check CHECK ((method = ANY (ARRAY['pix'::text, 'card'::text, 'balance'::text]))),
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeded'::text, 'failed'::text, 'succeded-token'::text, 'failed-token'::text, 'succeded-mint'::text, 'failed-mint'::text, 'succeded-bided'::text, 'failed-bided'::text, 'succeded-winner'::text]))),
  constraint payments_tip_beside_a_price CHECK (((tip >= 0) AND ((tip = 0) OR ((flow = 'mint'::text) AND (tip < amount) AND (tip <= 50000))))),
  constraint payments_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint payments_uid_key UNIQUE (uid),
  constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid),
  constraint wallet_payments_cost_nothing CHECK (((method <> 'balance'::text) OR (fee = 0)))
);
alter table public.payments enable row level security;
create table public.play_leases (
  token uuid not null,
  user_id uuid not null,
  device text not null,
  since timestamp with time zone not null,
  renewed_at timestamp with time zone not null,
  constraint play_leases_device_check CHECK ((device ~ '^[A-Za-z0-9-]{1,64}$'::text)),
  constraint play_leases_pkey PRIMARY KEY (token),
  constraint play_leases_token_fkey FOREIGN KEY (token) REFERENCES public.mints(uid),
  constraint play_leases_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table public.play_leases enable row level security;
create table public.projects (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  project_name text not null,
  author text not null,
  thumbnail text not null,
  description text not null,
  lyrics text not null default ''::text,
  video_id text not null,
  media_url text not null default ''::text,
  symbol text not null,
  fiat_price integer not null,
  total_supply integer not null,
  valid_period integer not null,
  expired_at timestamp with time zone not null,
  author_wallet text not null,
  base_uri text not null default ''::text,
  contract_uri text not null default ''::text,
  contract_address text,
  is_active boolean not null default false,
  created_at timestamp with time zone not null default now(),
  search text generated always as (private.search_form(((project_name || ' '::text) || author))) stored,
  tint text,
  paused_at timestamp with time zone,
  version integer not null default 1,
  clip text,
  clip_seconds smallint,
  opens_at timestamp with time zone,
  timed_lyrics jsonb not null default '[]'::jsonb,
  constraint paused_means_published CHECK (((paused_at IS NULL) OR is_active)),
  constraint projects_author_check CHECK (((length(author) >= 1) AND (length(author) <= 120))),
  constraint projects_author_wallet_check CHECK ((author_wallet ~ '^0x[0-9a-fA-F]{40}$'::text)),
  constraint projects_clip CHECK ((((clip IS NULL) = (clip_seconds IS NULL)) AND ((clip_seconds >= 1) AND (clip_seconds <= 30)))),
  constraint projects_contract_address_check CHECK ((contract_address ~ '^0x[0-9a-fA-F]{40}$'::text)),
  constraint projects_description_check CHECK (((length(description) >= 1) AND (length(description) <= 5000))),
  constraint projects_fiat_price_check CHECK (((fiat_price >= 100) AND (fiat_price <= 100000000))),
  constraint projects_lyrics_check CHECK ((length(lyrics) <= 50000)),
  constraint projects_open_before_they_close CHECK ((opens_at < expired_at)),
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_project_name_check CHECK (((length(project_name) >= 1) AND (length(project_name) <= 120))),
  constraint projects_symbol_check CHECK ((symbol ~ '^[A-Z0-9]{2,11}$'::text)),
  constraint projects_thumbnail_check CHECK (((length(thumbnail) >= 1) AND (length(thumbnail) <= 2000))),
  constraint projects_tint_check CHECK ((tint ~ '^#[0-9a-f]{6}$'::text)),
  constraint projects_total_supply_check CHECK (((total_supply >= 1) AND (total_supply <= 100000))),
  constraint projects_uid_key UNIQUE (uid),
  constraint projects_valid_period_check CHECK (((valid_period >= 1) AND (valid_period <= 31536000))),
  constraint projects_version_check CHECK ((version > 0)),
  constraint projects_video_id_check CHECK ((video_id ~ '^[A-Za-z0-9_-]{1,80}$'::text)),
  constraint published_means_deployed CHECK (((NOT is_active) OR (contract_address IS NOT NULL)))
);
alter table public.projects enable row level security;
create table public.push_subscriptions (
  id bigint not null generated always as identity,
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamp with time zone not null default now(),
  constraint push_subscriptions_auth_check CHECK ((length(auth) = 22)),
  constraint push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 2048)),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_p256dh_check CHECK ((length(p256dh) = 87)),
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table public.push_subscriptions enable row level security;
create table public.redeem_balance (
  id bigint not null generated always as identity,
  uid uuid not null default gen_random_uuid(),
  user_id uuid not null,
  pix_key_type text not null,
  pix_key text not null,
  amount bigint not null,
  status text not null default 'requested'::text,
  reason text,
  tx_hash text,
  created_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  end_to_end_id text,
  constraint key_is_of_its_type CHECK (
CASE pix_key_type
    WHEN 'cpf'::text THEN private.is_cpf(pix_key)
    WHEN 'cnpj'::text THEN (pix_key ~ '^[0-9A-Z]{12}[0-9]{2}$'::text)
    WHEN 'phone'::text THEN (pix_key ~ '^\+55[1-9][1-9]9[0-9]{8}$'::text)
    WHEN 'email'::text THEN ((pix_key = lower(pix_key)) AND (pix_key ~ '^[^\s@]+@[^\s@]+$'::text))
    WHEN 'random'::text THEN (pix_key ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)
    ELSE NULL::boolean
END),
  constraint open_has_no_end CHECK (((status = ANY (ARRAY['requested'::text, 'approved'::text])) = (ended_at IS NULL))),
  constraint paid_has_a_receipt CHECK (((status = 'paid'::text) <= (end_to_end_id IS NOT NULL))) NOT VALID,
  constraint redeem_balance_amount_check CHECK (((amount >= 1) AND (amount <= 100000000))),
  constraint redeem_balance_end_to_end_id_check CHECK ((end_to_end_id ~ '^[A-Za-z0-9]{1,40}$'::text)),
  constraint redeem_balance_pix_key_check CHECK ((length(pix_key) <= 77)),
  constraint redeem_balance_pix_key_type_check CHECK ((pix_key_type = ANY (ARRAY['cpf'::text, 'cnpj'::text, 'phone'::text, 'email'::text, 'random'::text]))),
  constraint redeem_balance_pkey PRIMARY KEY (id),
  constraint redeem_balance_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint redeem_balance_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'approved'::text, 'paid'::text, 'rejected'::text, 'failed'::text, 'cancelled'::text]))),
  constraint redeem_balance_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint redeem_balance_uid_key UNIQUE (uid),
  constraint redeem_balance_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table public.redeem_balance enable row level security;
create table public.register_projects (
  id bigint not null generated always as identity,
  user_id uuid not null,
  message text not null,
  created_at timestamp with time zone not null default now(),
  status text not null default 'received'::text,
  answer text,
  decided_at timestamp with time zone,
  constraint decided_has_a_time CHECK (((status = ANY (ARRAY['accepted'::text, 'declined'::text])) = (decided_at IS NOT NULL))),
  constraint register_projects_answer_check CHECK (((answer ~ '\S'::text) AND (length(answer) <= 5000))),
  constraint register_projects_message_check CHECK (((message ~ '\S'::text) AND (length(message) <= 5000))),
  constraint register_projects_pkey PRIMARY KEY (id),
  constraint register_projects_status_check CHECK ((status = ANY (ARRAY['received'::text, 'read'::text, 'answered'::text, 'accepted'::text, 'declined'::text]))),
  constraint register_projects_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table public.register_projects enable row level security;
create table public.samples (
  singleton boolean not null default true,
  project_name text not null,
  author text not null,
  thumbnail text not null,
  lyrics text not null default ''::text,
  video_id text not null,
  constraint samples_pkey PRIMARY KEY (singleton),
  constraint samples_singleton_check CHECK (singleton),
  constraint samples_video_id_check CHECK ((video_id ~ '^[A-Za-z0-9_-]{1,80}$'::text))
);
alter table public.samples enable row level security;
create table public.support_requests (
  id bigint not null generated always as identity,
  user_id uuid not null,
  subject text not null,
  message text not null,
  file text,
  created_at timestamp with time zone not null default now(),
  status text not null default 'new'::text,
  constraint file_is_what_it_says CHECK (private.is_attachment(file)),
  constraint support_requests_message_check CHECK (((message ~ '\S'::text) AND (length(message) <= 5000))),
  constraint support_requests_pkey PRIMARY KEY (id),
  constraint support_requests_status_check CHECK ((status = ANY (ARRAY['new'::text, 'answered'::text, 'closed'::text]))),
  constraint support_requests_subject_check CHECK ((subject = ANY (ARRAY['Compras'::text, 'Conta'::text, 'Saldo'::text, 'Saques'::text, 'Projetos'::text]))),
  constraint support_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(uid)
);
alter table public.support_requests enable row level security;
create table public.units (
  id bigint not null generated always as identity,
  project_id bigint not null,
  number integer not null,
  mint_id bigint,
  first_sold_at timestamp with time zone,
  reserved_by bigint,
  reserved_until timestamp with time zone,
  freed_at timestamp with time zone,
  gift_id bigint,
  constraint unit_of_a_gift_is_sold CHECK (((gift_id IS NULL) OR (first_sold_at IS NOT NULL))),
  constraint unit_waits_for_one CHECK (((gift_id IS NULL) OR ((mint_id IS NULL) AND (reserved_by IS NULL)))),
  constraint units_check CHECK (((reserved_by IS NULL) = (reserved_until IS NULL))),
  constraint units_check1 CHECK (((mint_id IS NULL) OR (first_sold_at IS NOT NULL))),
  constraint units_gift_id_fkey FOREIGN KEY (gift_id) REFERENCES private.gifts(id),
  constraint units_mint_id_fkey FOREIGN KEY (mint_id) REFERENCES public.mints(id),
  constraint units_number_check CHECK ((number > 0)),
  constraint units_pkey PRIMARY KEY (id),
  constraint units_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id),
  constraint units_project_id_number_key UNIQUE (project_id, number),
  constraint units_reserved_by_fkey FOREIGN KEY (reserved_by) REFERENCES public.payments(id)
);
alter table public.units enable row level security;
create table public.users (
  id bigint not null generated always as identity,
  uid uuid not null,
  email text not null,
  tel text,
  nickname text,
  full_name text,
  document text,
  wallet text,
  role text not null default 'user'::text,
  provider text not null default 'email'::text,
  photo_url text,
  language text not null default 'pt'::text,
  first_access boolean not null default true,
  is_active boolean not null default true,
  is_complete_profile boolean not null default false,
  created_at timestamp with time zone not null default now(),
  terms_version text,
  erased_at timestamp with time zone,
  deactivated_at timestamp with time zone,
  constraint complete_profile_is_complete CHECK (((NOT is_complete_profile) OR ((nickname IS NOT NULL) AND (full_name IS NOT NULL) AND (tel IS NOT NULL) AND (document IS NOT NULL) AND (wallet IS NOT NULL)))),
  constraint photo_url_is_ours CHECK (((photo_url ~ '^(https?://[a-z0-9.:-]+)?/storage/v1/object/public/images/([A-Za-z0-9_~!$&()*+,;=:@/-]|\.(?!\.)|%(?!2[Ee])[0-9A-Fa-f]{2})+$'::text) OR (photo_url ~ '^https://(lh[3-6]\.googleusercontent\.com|platform-lookaside\.fbsbx\.com)/'::text) OR (photo_url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]+)?/'::text))) NOT VALID,
  constraint users_document_check CHECK (private.is_cpf(document)),
  constraint users_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
  constraint users_full_name_check CHECK (((length(full_name) >= 1) AND (length(full_name) <= 120))),
  constraint users_language_check CHECK ((language = ANY (ARRAY['pt'::text, 'en'::text]))),
  constraint users_nickname_check CHECK ((((length(nickname) >= 1) AND (length(nickname) <= 40)) AND (nickname = btrim(nickname)))),
  constraint users_photo_url_check CHECK ((length(photo_url) <= 2000)),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_provider_check CHECK ((provider = ANY (ARRAY['email'::text, 'google'::text, 'facebook'::text, 'apple'::text]))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'support'::text, 'finance'::text, 'content'::text, 'admin'::text]))),
  constraint users_tel_check CHECK ((tel ~ '^\+55[1-9][0-9]9[0-9]{8}$'::text)),
  constraint users_terms_version_check CHECK ((terms_version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
  constraint users_uid_fkey FOREIGN KEY (uid) REFERENCES auth.users(id),
  constraint users_uid_key UNIQUE (uid),
  constraint users_wallet_check CHECK ((wallet ~ '^0x[0-9a-fA-F]{40}$'::text))
);
alter table public.users enable row level security;
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
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id),
  constraint objects_bucket_id_name_key UNIQUE (bucket_id, name),
  constraint objects_name_check CHECK (((length(name) >= 1) AND (length(name) <= 1024))),
  constraint objects_pkey PRIMARY KEY (id)
);
alter table storage.objects enable row level security;

-- Indexes
CREATE INDEX accounts_overdrawn ON ledger.accounts USING btree (id) WHERE (overdraft > 0);
CREATE INDEX admin_actions_by ON private.admin_actions USING btree (admin_id, id DESC);
CREATE INDEX admin_actions_facts ON private.admin_actions USING gin (private.action_facts(before, after) public.gin_trgm_ops);
CREATE INDEX admin_actions_kind ON private.admin_actions USING btree (split_part(action, '.'::text, 1), id DESC);
CREATE INDEX admin_actions_of ON private.admin_actions USING btree (subject, id DESC);
CREATE INDEX admin_actions_search ON private.admin_actions USING gin (private.action_search(action, subject) public.gin_trgm_ops);
CREATE INDEX alerted_user ON private.alerted USING btree (user_id);
CREATE INDEX alerts_artist ON private.alerts USING btree (artist_id) WHERE (artist_id IS NOT NULL);
CREATE INDEX alerts_due ON private.alerts USING btree (due_at, id) WHERE (done_at IS NULL);
CREATE INDEX alerts_project ON private.alerts USING btree (project_id);
CREATE INDEX announcements_user ON private.announcements USING btree (user_id);
CREATE INDEX artist_accounts_user ON private.artist_accounts USING btree (user_id);
CREATE INDEX artist_invitations_artist ON private.artist_invitations USING btree (artist_id, id DESC);
CREATE INDEX artist_invitations_used_by ON private.artist_invitations USING btree (used_by) WHERE (used_by IS NOT NULL);
CREATE INDEX artist_keys_confirmed ON private.artist_keys USING btree (artist_id, confirmed_at DESC) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX artist_links_artist ON private.artist_links USING btree (artist_id, id DESC);
CREATE INDEX artist_payout_approvals_by_time ON private.artist_payout_approvals USING btree (approved_at);
CREATE INDEX artist_payout_parts_project ON private.artist_payout_parts USING btree (project_id);
CREATE INDEX artist_payouts_artist ON private.artist_payouts USING btree (artist_id, id DESC);
CREATE INDEX artist_payouts_ended ON private.artist_payouts USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX artist_payouts_waiting ON private.artist_payouts USING btree (id) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text]));
CREATE INDEX artists_search ON private.artists USING gin (private.search_form(((name || ' '::text) || wallet)) public.gin_trgm_ops);
CREATE INDEX artists_skeleton_name ON private.artists USING btree (replace(private.name_skeleton(name), ' '::text, ''::text));
CREATE INDEX artists_skeleton_slug ON private.artists USING btree (replace(private.name_skeleton(slug), ' '::text, ''::text));
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries USING btree (created_at);
CREATE INDEX bids_cancelled ON public.bids USING btree (payment_id) WHERE (status = ANY (ARRAY['pending-cancel'::text, 'cancelled'::text]));
CREATE INDEX bids_ended ON public.bids USING btree (project_id, id DESC) WHERE (status <> ALL (ARRAY['pending'::text, 'bided'::text]));
CREATE INDEX bids_ended_amount ON public.bids USING btree (amount, payment_id) WHERE (status <> ALL (ARRAY['pending'::text, 'bided'::text]));
CREATE INDEX bids_to_tell ON public.bids USING btree (project_id) WHERE (led AND (outbid_told_at IS NULL) AND (status = ANY (ARRAY['pending'::text, 'bided'::text])));
CREATE INDEX bids_user ON public.bids USING btree (user_id, id DESC);
CREATE INDEX bids_winners ON public.bids USING btree (project_id, ended_at DESC, id DESC) WHERE (status = 'winner'::text);
CREATE INDEX daily_project_volume_project ON private.daily_project_volume USING btree (project_id, day);
CREATE INDEX disputes_open ON private.disputes USING btree (id) WHERE (status = 'open'::text);
CREATE INDEX disputes_payment ON private.disputes USING btree (payment_id);
CREATE INDEX disputes_user ON private.disputes USING btree (user_id, id DESC);
CREATE INDEX fan_key_exports_user ON private.fan_key_exports USING btree (user_id, id);
CREATE INDEX flow_state_created_at_idx ON auth.flow_state USING btree (created_at);
CREATE INDEX flow_state_linking_target_idx ON auth.flow_state USING btree (linking_target_id) WHERE (linking_target_id IS NOT NULL);
CREATE INDEX flow_state_user_id_idx ON auth.flow_state USING btree (user_id, authentication_method, created_at DESC);
CREATE INDEX follows_user ON private.follows USING btree (user_id);
CREATE INDEX former_slugs_artist ON private.former_slugs USING btree (artist_id);
CREATE INDEX former_slugs_likeness ON private.former_slugs USING btree (private.slug_likeness(slug));
CREATE INDEX gift_mails_gift ON private.gift_mails USING btree (gift_id);
CREATE INDEX gift_mails_giver ON private.gift_mails USING btree (giver, asked_at);
CREATE INDEX gift_mails_recipient ON private.gift_mails USING btree (recipient, asked_at);
CREATE INDEX gifts_giver ON private.gifts USING btree (giver, id);
CREATE INDEX gifts_recipient ON private.gifts USING btree (recipient);
CREATE INDEX gifts_unit ON private.gifts USING btree (unit_id);
CREATE INDEX gifts_waiting ON private.gifts USING btree (project_id, accept_by) WHERE (status = 'waiting'::text);
CREATE INDEX gifts_waiting_for ON private.gifts USING btree (email) WHERE ((status = 'waiting'::text) AND (email IS NOT NULL));
CREATE INDEX holds_besides_bids ON ledger.holds USING btree (fan) WHERE (reason <> 'bid'::text);
CREATE INDEX holds_by_time ON ledger.holds USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX idempotency_keys_age ON private.idempotency_keys USING btree (created_at);
CREATE INDEX identities_email_idx ON auth.identities USING btree (email);
CREATE INDEX identities_user_id_idx ON auth.identities USING btree (user_id);
CREATE INDEX known_browsers_seen_at ON auth.known_browsers USING btree (seen_at);
CREATE INDEX mfa_challenges_created_at_idx ON auth.mfa_challenges USING btree (created_at);
CREATE INDEX mfa_challenges_factor_id_idx ON auth.mfa_challenges USING btree (factor_id);
CREATE INDEX mfa_factors_user_id_idx ON auth.mfa_factors USING btree (user_id);
CREATE INDEX mints_by_time ON public.mints USING brin (minted_at) WITH (autosummarize='on');
CREATE INDEX mints_due ON public.mints USING btree (will_expire_at, id) WHERE (status = 'minted'::text);
CREATE INDEX mints_given_back ON public.mints USING btree (id) WHERE ((regretted_at IS NOT NULL) OR (revoked_for IS NOT NULL));
CREATE INDEX mints_live_by_user ON public.mints USING btree (user_id, id DESC) WHERE (status = ANY (ARRAY['pending'::text, 'minted'::text]));
CREATE INDEX mints_minted_at ON public.mints USING btree (minted_at) WHERE (minted_at IS NOT NULL);
CREATE INDEX mints_next_end ON public.mints USING btree (project_id, will_expire_at) WHERE (status = 'minted'::text);
CREATE INDEX mints_payment ON public.mints USING btree (payment_id);
CREATE INDEX mints_regretted ON public.mints USING btree (project_id, user_id) WHERE (regretted_at IS NOT NULL);
CREATE INDEX mints_to_warn ON public.mints USING btree (will_expire_at) WHERE ((status = 'minted'::text) AND (warned_at IS NULL));
CREATE INDEX mints_unit ON public.mints USING btree (unit_id, id);
CREATE INDEX mints_user ON public.mints USING btree (user_id, id DESC);
CREATE INDEX money_decision_approvals_by_time ON private.money_decision_approvals USING btree (approved_at);
CREATE INDEX money_decisions_subject ON private.money_decisions USING btree (subject, id);
CREATE INDEX money_decisions_waiting ON private.money_decisions USING btree (id) WHERE (status = 'requested'::text);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (NOT is_read);
CREATE INDEX notifications_user ON public.notifications USING btree (user_id, id DESC);
CREATE INDEX objects_owner ON storage.objects USING btree (owner_id, bucket_id);
CREATE INDEX one_time_tokens_relates_to_idx ON auth.one_time_tokens USING btree (relates_to);
CREATE INDEX operations_failed ON chain.operations USING btree (id) WHERE (status = 'failed'::text);
CREATE INDEX operations_queued ON chain.operations USING btree (id) WHERE (status = 'queued'::text);
CREATE INDEX operations_sent ON chain.operations USING btree (transaction_id, id);
CREATE INDEX payment_states_payment ON private.payment_states USING btree (payment_id, id);
CREATE INDEX payments_amount ON public.payments USING btree (amount, id) WHERE ((flow <> 'bid'::text) OR (method <> 'balance'::text));
CREATE INDEX payments_by_day ON public.payments USING btree (created_at, id);
CREATE INDEX payments_by_state ON public.payments USING btree (status, method, id);
CREATE INDEX payments_by_time ON public.payments USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX payments_flow ON public.payments USING btree (flow, id) WHERE ((flow <> 'bid'::text) OR (method <> 'balance'::text));
CREATE INDEX payments_open_bids ON public.payments USING btree (user_id, project_id) WHERE ((flow = 'bid'::text) AND (status = 'pending'::text));
CREATE INDEX payments_open_pix ON public.payments USING btree (user_id, flow) WHERE ((method = 'pix'::text) AND (status = 'pending'::text));
CREATE INDEX payments_project ON public.payments USING btree (project_id, id DESC);
CREATE INDEX payments_tips ON public.payments USING btree (project_id, id) WHERE (tip > 0);
CREATE INDEX payments_unsettled ON public.payments USING btree (created_at) WHERE (status = 'pending'::text);
CREATE INDEX payments_user ON public.payments USING btree (user_id, id DESC);
CREATE INDEX play_leases_old ON public.play_leases USING btree (renewed_at);
CREATE INDEX play_leases_user ON public.play_leases USING btree (user_id);
CREATE INDEX projects_author ON public.projects USING btree (lower(author_wallet));
CREATE INDEX projects_by_end ON public.projects USING btree (expired_at, id) WHERE is_active;
CREATE INDEX projects_by_price ON public.projects USING btree (fiat_price, id) WHERE is_active;
CREATE INDEX projects_published ON public.projects USING btree (id DESC) WHERE is_active;
CREATE INDEX projects_search ON public.projects USING gin (search public.gin_trgm_ops) WHERE is_active;
CREATE INDEX projects_search_all ON public.projects USING gin (search public.gin_trgm_ops);
CREATE INDEX projects_to_open ON public.projects USING btree (opens_at) WHERE (opens_at IS NOT NULL);
CREATE INDEX push_subscriptions_user ON public.push_subscriptions USING btree (user_id, id);
CREATE INDEX rate_limits_resets_at_idx ON auth.rate_limits USING btree (resets_at);
CREATE INDEX redeem_balance_ended ON public.redeem_balance USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX redeem_balance_key ON public.redeem_balance USING btree (pix_key, id);
CREATE INDEX redeem_balance_open ON public.redeem_balance USING btree (user_id) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text]));
CREATE INDEX redeem_balance_user ON public.redeem_balance USING btree (user_id, id DESC);
CREATE INDEX redeem_balance_waiting ON public.redeem_balance USING btree (id) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text]));
CREATE INDEX refresh_tokens_session_id_idx ON auth.refresh_tokens USING btree (session_id, revoked, id DESC);
CREATE INDEX refund_approvals_by_time ON private.refund_approvals USING btree (approved_at);
CREATE INDEX refunds_payment ON private.refunds USING btree (payment_id);
CREATE INDEX refunds_user ON private.refunds USING btree (user_id);
CREATE INDEX refunds_waiting ON private.refunds USING btree (id) WHERE (status = ANY (ARRAY['requested'::text, 'approved'::text]));
CREATE INDEX register_projects_user ON public.register_projects USING btree (user_id, id DESC);
CREATE INDEX register_projects_waiting ON public.register_projects USING btree (id) WHERE (status = ANY (ARRAY['received'::text, 'read'::text]));
CREATE INDEX returned_mails_age ON private.returned_mails USING btree (created_at);
CREATE INDEX role_changes_by ON private.role_changes USING btree (requested_by);
CREATE INDEX role_changes_ended_by ON private.role_changes USING btree (ended_by);
CREATE INDEX role_changes_of ON private.role_changes USING btree (user_id);
CREATE INDEX sent_mails_age ON private.sent_mails USING btree (sent_at);
CREATE INDEX service_invoices_to_do ON private.service_invoices USING btree (status, asked_at NULLS FIRST, id) WHERE (status = ANY (ARRAY['waiting'::text, 'cancelling'::text]));
CREATE INDEX service_invoices_to_look_at ON private.service_invoices USING btree (id) WHERE (status = ANY (ARRAY['refused'::text, 'kept'::text]));
CREATE INDEX sessions_factor_id_idx ON auth.sessions USING btree (factor_id);
CREATE INDEX sessions_user_id_idx ON auth.sessions USING btree (user_id, created_at);
CREATE INDEX settled_differences_admin ON private.settled_differences USING btree (admin_id);
CREATE INDEX settled_differences_subject ON private.settled_differences USING btree (subject);
CREATE INDEX settled_incidents_admin ON private.settled_incidents USING btree (admin_id);
CREATE INDEX share_accounts_artist ON private.share_accounts USING btree (artist_id);
CREATE INDEX shared_sales_split ON private.shared_sales USING btree (split_id);
CREATE INDEX split_consents_artist ON private.split_consents USING btree (artist_id);
CREATE INDEX split_consents_user ON private.split_consents USING btree (user_id);
CREATE INDEX split_shares_artist ON private.split_shares USING btree (artist_id);
CREATE INDEX splits_project ON private.splits USING btree (project_id, id DESC);
CREATE INDEX splits_proposed_by ON private.splits USING btree (proposed_by);
CREATE INDEX state_to_close ON market.state USING btree (closes_at) WHERE (closed_at IS NULL);
CREATE INDEX state_unsettled ON market.state USING btree (project_id) WHERE unsettled;
CREATE INDEX support_answers_request ON private.support_answers USING btree (request_id, id);
CREATE INDEX support_files_answer ON private.support_files USING btree (answer_id);
CREATE INDEX support_files_reply ON private.support_files USING btree (reply_id);
CREATE INDEX support_files_request ON private.support_files USING btree (request_id);
CREATE INDEX support_replies_request ON private.support_replies USING btree (request_id, id);
CREATE INDEX support_requests_open ON public.support_requests USING btree (id) WHERE (status = 'new'::text);
CREATE INDEX support_requests_search ON public.support_requests USING gin (private.request_search(subject, message) public.gin_trgm_ops);
CREATE INDEX support_requests_user ON public.support_requests USING btree (user_id, id DESC);
CREATE INDEX support_threads_assignee ON private.support_threads USING btree (assignee);
CREATE INDEX transactions_hashes ON chain.transactions USING gin (hashes);
CREATE INDEX transactions_open ON chain.transactions USING btree (signer, nonce) WHERE (status = 'signed'::text);
CREATE INDEX transfers_by_time ON ledger.transfers USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX transfers_debit ON ledger.transfers USING btree (debit_account, created_at, id);
CREATE INDEX transfers_received ON ledger.transfers USING btree (credit_account, created_at, id) WHERE (kind <> 'hold'::text);
CREATE INDEX troubles_settled_by ON private.troubles USING btree (settled_by);
CREATE INDEX undo_links_created_at ON auth.undo_links USING btree (created_at);
CREATE INDEX undo_links_user_id ON auth.undo_links USING btree (user_id);
CREATE INDEX units_free ON public.units USING btree (project_id, number) WHERE (mint_id IS NULL);
CREATE INDEX units_gift ON public.units USING btree (gift_id) WHERE (gift_id IS NOT NULL);
CREATE INDEX units_reserved ON public.units USING btree (reserved_by) WHERE (reserved_by IS NOT NULL);
CREATE INDEX units_set_aside ON public.units USING btree (project_id) WHERE (reserved_by IS NOT NULL);
CREATE INDEX units_unsold ON public.units USING btree (project_id, number) WHERE (first_sold_at IS NULL);
CREATE INDEX unmatched_money_open ON private.unmatched_money USING btree (id) WHERE (status = 'open'::text);
CREATE INDEX unmatched_money_payment ON private.unmatched_money USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX user_notes_user ON private.user_notes USING btree (user_id, id DESC);
CREATE INDEX users_active ON public.users USING btree (uid) WHERE is_active;
CREATE INDEX users_by_time ON public.users USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX users_created_at_idx ON auth.users USING btree (created_at DESC, id);
CREATE INDEX users_erased ON public.users USING btree (uid) WHERE (erased_at IS NOT NULL);
CREATE INDEX users_likeness ON public.users USING btree (private.likeness(nickname));
CREATE INDEX users_search ON public.users USING gin (private.user_search(full_name, nickname, email) public.gin_trgm_ops);
CREATE INDEX users_staff ON public.users USING btree (role) WHERE (role <> 'user'::text);
CREATE INDEX users_tel ON public.users USING btree (tel) WHERE (tel IS NOT NULL);
CREATE INDEX users_wallet ON public.users USING btree (lower(wallet)) WHERE (wallet IS NOT NULL);
CREATE INDEX uses_age ON private.uses USING btree (window_start);
CREATE INDEX void_approvals_by_admin ON private.void_approvals USING btree (admin_id);
CREATE INDEX waiting_room_user ON private.waiting_room USING btree (user_id);
CREATE INDEX watches_below ON private.watches USING btree (project_id) WHERE (below IS NOT NULL);
CREATE INDEX watches_user ON private.watches USING btree (user_id);
CREATE INDEX webhook_events_amiss ON private.webhook_events USING btree (number) WHERE ((processed_at IS NULL) OR (outcome ~~ 'refused%'::text));
CREATE INDEX webhook_events_payment ON private.webhook_events USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX webhook_events_unprocessed ON private.webhook_events USING btree (received_at) WHERE (processed_at IS NULL);
CREATE INDEX withdrawal_approvals_by_time ON private.withdrawal_approvals USING btree (approved_at);
CREATE INDEX write_off_approvals_by_time ON private.write_off_approvals USING btree (approved_at);
CREATE INDEX write_offs_user ON private.write_offs USING btree (user_id, id);
CREATE INDEX write_offs_waiting ON private.write_offs USING btree (id) WHERE (status = 'requested'::text);
CREATE UNIQUE INDEX artist_accounts_account ON private.artist_accounts USING btree (user_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX artist_accounts_artist ON private.artist_accounts USING btree (artist_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX artist_invitations_open ON private.artist_invitations USING btree (artist_id) WHERE ((revoked_at IS NULL) AND (used_at IS NULL));
CREATE UNIQUE INDEX artist_keys_waiting ON private.artist_keys USING btree (artist_id) WHERE ((confirmed_at IS NULL) AND (discarded_at IS NULL));
CREATE UNIQUE INDEX artists_slug ON private.artists USING btree (private.slug_likeness(slug));
CREATE UNIQUE INDEX bids_amount_taken ON public.bids USING btree (project_id, amount) WHERE (status = ANY (ARRAY['pending'::text, 'bided'::text]));
CREATE UNIQUE INDEX bids_one_standing ON public.bids USING btree (user_id, project_id) WHERE (status = ANY (ARRAY['pending'::text, 'bided'::text]));
CREATE UNIQUE INDEX gifts_one_waiting ON private.gifts USING btree (giver, project_id) WHERE (status = 'waiting'::text);
CREATE UNIQUE INDEX mfa_factors_friendly_name_key ON auth.mfa_factors USING btree (user_id, friendly_name) WHERE (TRIM(BOTH FROM friendly_name) <> ''::text);
CREATE UNIQUE INDEX mints_one_holder ON public.mints USING btree (unit_id) WHERE (status = ANY (ARRAY['pending'::text, 'minted'::text]));
CREATE UNIQUE INDEX mints_one_per_fan ON public.mints USING btree (project_id, user_id) WHERE (status = ANY (ARRAY['pending'::text, 'minted'::text]));
CREATE UNIQUE INDEX money_decision_waits_once ON private.money_decisions USING btree (subject) WHERE (status = 'requested'::text);
CREATE UNIQUE INDEX notifications_gift_mailed ON public.notifications USING btree (((data ->> 'gift'::text))) WHERE (kind = 'gift_mailed'::text);
CREATE UNIQUE INDEX payments_intent_id_key ON public.payments USING btree (intent_id) WHERE (intent_id IS NOT NULL);
CREATE UNIQUE INDEX role_changes_waiting ON private.role_changes USING btree (user_id) WHERE (status = 'requested'::text);
CREATE UNIQUE INDEX splits_in_force ON private.splits USING btree (project_id) WHERE (status = 'in_force'::text);
CREATE UNIQUE INDEX splits_proposed ON private.splits USING btree (project_id) WHERE (status = 'proposed'::text);
CREATE UNIQUE INDEX troubles_standing ON private.troubles USING btree (kind, name, detail, off_by) WHERE (gone_at IS NULL);
CREATE UNIQUE INDEX unmatched_money_once ON private.unmatched_money USING btree (provider, external_id);
CREATE UNIQUE INDEX users_document_key ON public.users USING btree (document);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (email);
CREATE UNIQUE INDEX users_nickname_key ON public.users USING btree (lower(nickname));
CREATE UNIQUE INDEX write_off_waits_once ON private.write_offs USING btree (user_id) WHERE (status = 'requested'::text);

-- Views (md5 of the query)
chain.faults (fault text, detail text) -- 2f26314eaa6e4bf89c96c39cfedfbe34
ledger.faults (fault text, detail text) -- 11bafc61da939811fcd622d68eb7f617
ledger.lines (id text, kind text, account bigint, change bigint, created_at timestamp with time zone) -- 8057827685ae64ae70515706b551f926
ledger.outgoing_faults (fault text, detail text) -- 78a63f721fa49565bb8a66afe6f8dc93
ledger.payout_faults (fault text, detail text) -- bc1df6fa46305a2d5b2c5b080bec176f
ledger.return_faults (fault text, detail text) -- d05a2fbed6d2b3bba887d587d18a6e2b
ledger.share_faults (fault text, detail text) -- 1338a694507a5963b065f910090f876e
ledger.unmatched_faults (fault text, detail text) -- 7cc87ccec8f83baf6df9351a077df589
ledger.withdrawal_faults (fault text, detail text) -- 8827ded797be1d99fc55fbc1fab2bcb6
market.faults (fault text, detail text) -- 5cfdecee2adf712a8b368aad989a8ed4
private.outflow_approvals (uid uuid, admin_id uuid, approved_at timestamp with time zone, amount bigint, person text, pix_key text) -- a3a55cf690959c555eee9a3269708e9a
private.outgoing (kind text, uid uuid, user_id uuid, artist_id bigint, amount bigint, approved_at timestamp with time zone, task text, job_key text, patience interval) -- 3bd5093dc0afef652c71a18645ef5919
private.outgoing_stuck (kind text, uid uuid, user_id uuid, artist_id bigint, amount bigint, approved_at timestamp with time zone, task text, job_key text, patience interval, is_abandoned boolean) -- 0973efc0040a30c698a319557c6053dd
private.payable_accounts (artist_id bigint, project_id bigint, account_id bigint, is_share boolean) -- ce514dc193c70a8a0abd00eb5123baa7

-- Functions (md5 of the body)
auth.count_request(request text, subject text, most integer, seconds integer, at timestamp with time zone) returns integer language plpgsql -- 56944d992fc6f3cd1d995b256bb76a34
auth.email() returns text language sql stable parallel safe -- 76972185a16a4899b2acb0720e231bc5
auth.jwt() returns jsonb language sql stable parallel safe -- cb718f9f678b185bf49b0ad2e8ce7bbe
auth.role() returns text language sql stable parallel safe -- b267d6aa0101995e15013e294929270a
auth.session_has_ended(claims jsonb) returns boolean language sql stable security definer set search_path="" -- e118aa2c376540c4b697643e3383d101
auth.uid() returns uuid language sql stable parallel safe -- a1ca4f51359d426bf93ec138526f0d4b
chain.enqueue(key text, kind text, payload jsonb) returns void language sql -- ffa6f2f1499713cb15ac997933045df4
ledger.expected(code text) returns bigint language sql stable -- 6fffd0c276d55b406cf55cff81942cc6
ledger.hold(orders ledger.hold_order[], reason text) returns integer language plpgsql -- 63bbe905a81a11bd6f32555cb006e4d3
ledger.keep_overdraft() returns trigger language plpgsql security definer set search_path="" -- f04a8c85158409d16d22a5684b68462f
ledger.mirror_debt() returns trigger language plpgsql security definer set search_path="" -- 78fe9ddb4e162146d6fa34544f7c68fc
ledger.open_account(code text, may_be_negative boolean DEFAULT false) returns void language sql -- d27012107bb1fc9151d0b7e9d01da12e
ledger.open_holds(fan uuid) returns SETOF ledger.holds language sql stable -- 6f2ee26ac4c868b509ce063767cf987a
ledger.post(entries jsonb) returns integer language sql -- 92144bdcc81151e31c6cefa74545c9e6
ledger.post_holds(shares ledger.share[]) returns integer language plpgsql -- ac4630a15e763c2bbd757472f0d63537
ledger.recount(accounts bigint[]) returns void language plpgsql -- 187901c50e81b05345acadf80ef818f8
ledger.refuse_change() returns trigger language plpgsql -- 793d2c24f15549a6d3fa06cbed4413b0
ledger.reverse(line text) returns boolean language plpgsql -- 25cc3326c392f828a5e9f044d92be76c
ledger.sum_of_lines(account bigint) returns bigint language sql stable -- 9ed76fb5f65548ee34e0307567479ae6
ledger.take_disputed(dispute uuid) returns bigint language plpgsql -- 3eb7e93013066681fb35a2d9548f60d8
ledger.transfer(entries ledger.entry[]) returns integer language plpgsql -- 729437aeb57ac24a1b21e7ea548927e9
ledger.void_holds(ids text[]) returns integer language plpgsql -- 5e4edb742ebb2c59c6fec3c0561f38c0
market."position"(project bigint, amount bigint) returns bigint language sql stable -- d2d69502ed9f9f66e7005e9e66a91a59
market.alias(salt uuid, fan uuid) returns text language sql immutable -- 4e3b562873a6c85fc512999c6f836768
market.anchor(markets bigint[], event text) returns void language sql -- 4c651c897d6c8ed8e03ac9198d07e880
market.append(entries market.entry[]) returns void language sql -- d54fef04bfec0e68f51ae5fe64526552
market.award(awards market.award[], platform_wallet text, at timestamp with time zone) returns void language sql -- bbc8f8af1422baae1ee9405f04f485bf
market.award(awards market.award[], at timestamp with time zone) returns void language plpgsql -- eed883668def74e508ddd1f2a80032d5
market.award_waiting(accepted market.verdict[]) returns market.award[] language sql -- 9c17295d6eed1b95e8b3f34bea546c8f
market.buy_units(requests jsonb) returns TABLE(ordinal integer, refusal text, answer json) language plpgsql set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_material=off, plan_cache_mode=force_generic_plan -- cd63d6c0a0634b17bc6e503a64ed8673
market.call_turns(most integer, at timestamp with time zone) returns integer language plpgsql -- cc48045da9e32a9870e833c7928ea1e6
market.chain(head bytea, line text) returns bytea language internal aggregate immutable -- 3eb6d2f5e7ee95ed566dd6cdda54dac3
market.count_changed_sale() returns trigger language plpgsql security definer set search_path="" -- a0210d70628bcce949fcad62e451c8cd
market.count_changed_units() returns trigger language plpgsql security definer set search_path="" -- d469d576bd73888a92b47c5b7dc38fc6
market.count_fewer(markets bigint[], amounts bigint[]) returns void language sql -- 677b66ed9710879917faa1475a89f540
market.count_new_sales() returns trigger language plpgsql security definer set search_path="" -- 8d3d15db6f4bc7a20409902cba908cf2
market.count_new_units() returns trigger language plpgsql security definer set search_path="" -- d4d04b4853452a6c3b6260e78f8ee6c0
market.crown(markets bigint[]) returns void language sql -- 368f25a38c34812a679c159c9c587c8f
market.draw_orders(markets bigint[]) returns void language plpgsql set enable_nestloop=off -- 54149d6129159ca94d5524c7164a2d5f
market.due(most integer) returns bigint[] language sql -- d26e4ffeec9a6f314d1ee2f1eee57776
market.enqueue_sales(sales market.sale[]) returns void language sql -- 387e082b86ab193e49d074caa48a7feb
market.enter_room(project bigint, fan uuid) returns boolean language plpgsql -- bd019f0299bf903739ebf6a2051f703f
market.follow_project() returns trigger language plpgsql security definer set search_path="" -- 8b32441c61f6fa2a23986b69ca14902d
market.free_unit(unit bigint) returns void language plpgsql -- cdf533aecd49c27d78a24847d89644ce
market.gather_shares(token uuid, name text, amount bigint, at_hand boolean) returns void language sql -- 62246e8ff4cc98297c4f37df9d7a637a
market.give_up_all(fan uuid) returns void language plpgsql -- 5d9d733f45c6f3077b6c0c87a7426f56
market.give_waiting(project bigint) returns integer language plpgsql -- 798f51e14428da82775b01a304d20147
market.give_waiting(project bigint, platform_wallet text) returns integer language sql -- acaa694bd2f300c91e65fb4ac35bc91b
market.hand_over(gift bigint, fan uuid) returns uuid language plpgsql -- 280507ac51aa8af5682943da42225b0e
market.holders_of(project bigint) returns bigint language sql stable set search_path="" -- 5495c7d3fab10c61e11e33a78b2adaea
market.holds_token(project bigint, fan uuid) returns boolean language sql stable -- 6c520738038d25d4cc6fa56cc3c8d41f
market.instant(at timestamp with time zone) returns text language sql stable -- b316afb86554ebfddf528e6ad3b5701c
market.is_purchase(payment public.payments, project bigint, gift jsonb, tip jsonb) returns boolean language sql stable -- f632df7467591f1717a0fcef42da65ff
market.judge_bids(requests jsonb, at timestamp with time zone) returns market.verdict[] language plpgsql -- 2154658bf2825cd5f709f16899704f73
market.judge_purchases(requests jsonb, at timestamp with time zone) returns market.verdict[] language plpgsql -- 266564c1d5e91f42f6452cf279f5287c
market.lock(markets bigint[]) returns void language plpgsql -- 74ab8779bd264138843f614dbd5b812f
market.lock_all_of(fan uuid) returns void language plpgsql -- 2c91637b223484aaa848c736ef2f668d
market.lock_works_of(artist bigint) returns bigint[] language plpgsql -- 10c4d9d20831a29cb970ec63fdef088f
market.new_verdict(ordinal integer, refusal text, language text, replay json, fan uuid, alias text, project_id bigint, edition text, wallet text, amount bigint, key text, request_hash text, card_payment bigint, payment_id bigint, payment_uid uuid, bid_id bigint) returns market.verdict language sql immutable -- bd1a378a1b85553ef01e7a752775f45e
market.next_hash(hash bytea, head bytea, line text) returns bytea language sql immutable -- 3e9f19a75ad4c6dd7b2a4066943c890d
market.note(project bigint, kind text) returns void language plpgsql -- 0c470008c22549fbe5c3a9bab569f7a0
market.offer_again(unit bigint, was_won boolean, at timestamp with time zone) returns void language plpgsql -- 4b01c395fa499c4d466143f3c1559c6d
market.paid_of(payment public.payments) returns jsonb language sql stable set search_path="" -- 731914377184b82a9451eb9af38d14f8
market.pair(ends market.ending[]) returns market.award[] language sql -- bb87e03feea0ba288171b4ac15168b85
market.parts_of(project bigint, fan uuid) returns SETOF bigint language sql stable -- d25499da1f30f40fa47443e9546db159
market.pause(project bigint) returns void language plpgsql -- dec28e9af59d27e2d5df2655a0ae3b71
market.pause(project bigint, platform_wallet text) returns void language sql -- 01200cdde76c8480cac91ffcb82b46e4
market.payment_answer(payment uuid, flow text, amount bigint) returns json language sql stable -- 244aeee58d9890cfa898730da59cafc9
market.place_accepted(accepted market.verdict[], at timestamp with time zone) returns void language plpgsql -- 0f9e9377bdfa7740e88755d8eb5e60df
market.place_bids(requests jsonb) returns TABLE(ordinal integer, refusal text, language text, answer json) language plpgsql set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_material=off, plan_cache_mode=force_generic_plan -- d073257342bfd7ce2b01fc354662b7e0
market.place_bids(requests jsonb, platform_wallet text) returns TABLE(ordinal integer, refusal text, language text, answer json) language sql -- 70eadc0ad94721efc308cda9db637efe
market.record_bids(accepted market.verdict[], awards market.award[], at timestamp with time zone) returns void language plpgsql -- 2b46d097d8f8e41342b5761abf4745b3
market.record_ends(ends market.ending[], awards market.award[], at timestamp with time zone) returns void language plpgsql -- 62ab6fa0b940251584ed3f81ae5c4d02
market.refusal_of_caller(fan uuid, session uuid, level text, is_active boolean, is_complete_profile boolean, at timestamp with time zone) returns SETOF text language sql stable -- baa1323830ae94665906f3424fa8be9f
market.refusal_of_gift(project bigint, fan uuid, email text) returns text language sql stable -- e2f6437598062027cd9d53e60d758500
market.refusal_of_offer(fan uuid, project bigint, price bigint, offer bigint, balance bigint, is_paid boolean) returns SETOF text language sql stable -- 0672c0b7240a140f516fc301d2cd7168
market.refusal_of_paid(payment bigint, at timestamp with time zone) returns text language sql stable -- 5b13ec1c8c41051710099e00564f6797
market.refusal_of_project(project bigint, is_active boolean, expired_at timestamp with time zone, paused_at timestamp with time zone, at timestamp with time zone) returns SETOF text language sql stable -- a87228d2d462caac754dc243a6940b89
market.refusal_of_purchase(fan uuid, project bigint, is_active boolean, expired_at timestamp with time zone, paused_at timestamp with time zone, opens_at timestamp with time zone, price bigint, balance bigint, at timestamp with time zone, gift jsonb) returns SETOF text language sql stable -- 9dffb5395bbf78f1eaa7c88230984cb4
market.refusal_to_set_aside(project bigint, fan uuid, email text) returns text language sql stable -- cc7e3e3e487aee9384aa0ac8fffd78f5
market.refuse_or_replay(requests jsonb, at timestamp with time zone) returns TABLE(ordinal integer, refusal text, language text, replay json, fan uuid, alias text, project_id bigint, edition text, wallet text, amount bigint, uid_of_key uuid, card_payment bigint, card_uid uuid, unpaid boolean) language sql stable -- 6e97b80ce534ef7c3ad9d8aa1d105ce5
market.regrets_of(project bigint, fan uuid, at timestamp with time zone) returns SETOF bigint language sql stable -- f0e35a06ee7f666bc5db2ee75a647e06
market.release(given bigint[], becomes text, why text) returns integer language plpgsql set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_material=off, plan_cache_mode=force_generic_plan -- 91d356148f186deb3025a3f055306135
market.release_bids_of(fan uuid, why text) returns integer language plpgsql -- 0c5d39a5987dc469306253dd1d56d549
market.release_of_fan() returns trigger language plpgsql security definer set search_path="" -- 4c176971dbdc9b29fa61fd8f65eddecd
market.release_own_work(markets bigint[]) returns integer language sql -- 27ada984743c16af7a8707125d65d290
market.resume(project bigint) returns void language plpgsql -- ad318dd29c470f98e611eee8e2b1c061
market.resume(project bigint, platform_wallet text) returns void language sql -- 89473a2aa29ff0621db4c1b39dc6417a
market.return_gift_of_payment(payment bigint, why text) returns void language sql -- 3b8ebcedefe08b112ffffa2f9f4be2cc
market.return_gifts(gifts bigint[], why text) returns integer language plpgsql -- f513218aa5aecc14b2dbedb8ca7fc2c5
market.return_gifts_of(fan uuid, why text) returns integer language plpgsql -- 8d8b6613e423404b8d07e9987277dee7
market.returnable(token uuid) returns bigint language plpgsql -- 72d4991a34aab996919f0a818bf1a9a6
market.room_time() returns interval language sql immutable -- f3d903d62461f468a5f2620517a11682
market.sale_body(unit bigint, freed_at timestamp with time zone, bid bigint, amount bigint, at timestamp with time zone) returns text language sql stable -- ac8e30f202dc8f8ebfe2971eda03b8c8
market.sales_of(project bigint, OUT sales bigint, OUT undone bigint, OUT refunded bigint) returns record language sql stable set search_path="" -- 3266007d770a0459946e46eb22c0f407
market.sell_paid(payment bigint) returns bigint language plpgsql -- 4936ad7d0959708a08baa76b2e1a3d37
market.sell_to_buyers(sales market.sale[]) returns void language plpgsql -- 833a11f90bfb72a70c6f01e0ef7e5ac0
market.sell_units(sales market.sale[]) returns void language plpgsql -- ecc698699dd705c5ec49de8eef6db82e
market.set_aside(sales market.sale[]) returns void language plpgsql -- f8171e8d80ef130f2563a546138fa672
market.settle(markets bigint[]) returns integer language plpgsql set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_material=off, plan_cache_mode=force_generic_plan -- 98243162c36251470fff8b7a0801b740
market.settle(markets bigint[], platform_wallet text) returns integer language sql -- b0f9773cd3a895e549ae5d85a480163a
market.settle_up_to_now(markets bigint[]) returns timestamp with time zone language plpgsql -- e7f6dcda9a5c3b8d659fcd01da362af8
market.settle_up_to_now(markets bigint[], platform_wallet text) returns timestamp with time zone language sql -- 5f7b4e05aa2b85db7995cf2414829550
market.settle_windows(project bigint) returns void language plpgsql -- 7c77e6b831decc3c65569d0201c1abc1
market.settle_windows(project bigint, platform_wallet text) returns void language sql -- 949a616a8bd23451ed8294751b624e36
market.share_sales(sales market.sale[]) returns void language plpgsql -- 0dbf192ba00e7478858d4b1c0de59f01
market.take_units(buyers market.verdict[], at timestamp with time zone) returns market.sale[] language plpgsql -- a6743e3c22e46ab32d2e69a350ab4890
market.tip_in(tip jsonb) returns bigint language sql immutable -- 57dbdb0ddf469a4cb5a6aed6ebaf7817
market.took_at_opening(project bigint, fan uuid) returns boolean language sql stable -- 5b1549d662420ee902d64668c6637d73
market.turn_of(project bigint, fan uuid) returns timestamp with time zone language sql stable -- 81bd8a0b04e6e443bd7363881da8b598
market.turn_time() returns interval language sql immutable -- f6347c965a7964fe1b4dcc16603ef863
market.unit_left(project bigint, fan uuid, at timestamp with time zone) returns SETOF bigint language sql stable -- 33fe0911dd99bff9201844f807567ea3
market.until_due() returns double precision language sql -- 0767bc56707bd69b1ea809dae273ff61
market.waiting_units(markets bigint[], at timestamp with time zone) returns market.ending[] language sql -- b427ae2651ba999cb311088385d77a56
market.wake_watchers(project bigint) returns void language sql -- 75d16c64c3babcd9c2d13c7974710f10
market.withdraw_gift(mint bigint, why text) returns void language sql -- 96d030af1596b47c4c6d15d6f98abcd7
private.action_facts(before jsonb, after jsonb) returns text language sql immutable parallel safe -- 24883ca2fe9d62230f1660d799171fc5
private.action_search(action text, subject text) returns text language sql immutable parallel safe -- 851e7de7d7a0fc71e8c31c41f224dc66
private.acts_for_artist() returns boolean language sql stable security definer set search_path="" -- 05735fb52268139947a6e717116c3677
private.add_job(task text, payload jsonb, job_key text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone) returns void language sql -- 7633e182a9ab6e7b83edcabc5bb64ce4
private.alert_topic(kind text) returns text language sql immutable -- d53cd739b17679d758eb6f0ac365643f
private.alerts_of_the_hour(at timestamp with time zone) returns TABLE(key text, kind text, project_id bigint, data jsonb, stale_at timestamp with time zone) language sql stable set search_path="" -- de94774d3d6c5cfc6d250a67e2e97a8b
private.approves_money(account uuid) returns boolean language sql stable security definer set search_path="" -- 094e3891d14b8c05119dae990ff930cc
private.as_seen(name text) returns text language sql immutable -- bf0f3b0a81bef80e88cb1a28ef6b3f3b
private.asked_for(split bigint) returns TABLE(artist_id bigint) language sql stable set search_path="" -- e0e05ede1d561c156d661871bb3cd103
private.at_risk(project bigint) returns bigint language sql stable -- 4b027cd5469547ddbb65139790785ac3
private.author_part_left(sale public.mints) returns bigint language sql stable -- abe4038b7b4dc75bac24ea9632d30a50
private.await_mailboxes(emails text[]) returns void language plpgsql -- d970040d09ad3973b218fd437dbf887f
private.ban_inactive() returns trigger language plpgsql security definer set search_path="" -- 08920ac38b105bd338bc6625943d0d5e
private.bare(name text) returns text language sql immutable -- 9cdf481d047c1414d1254f8564de84b2
private.card_is_fresh_since() returns timestamp with time zone language sql stable -- 5975a439682e2681d2036ed98589c559
private.count_charts() returns void language plpgsql set search_path="", enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off -- 41ed178e0efc3ccd132d64cdc182df6a
private.count_cohorts() returns void language plpgsql set search_path="", enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off -- 95617021c380b61d12693cbb9cd15990
private.count_conversion(weeks integer) returns void language plpgsql set search_path="", enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off -- 82ada7d8271ea2e537896fa67b75d38d
private.count_figures() returns void language plpgsql set search_path="" -- 05e42b0393e61b6d7701448fb9c004c6
private.count_held() returns void language sql set search_path="" -- 3b4240ecd2ea0eafe9af174fc41fadf9
private.count_market() returns void language plpgsql set search_path="", enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off -- 20edf99061bc320c707d215a505cdd74
private.count_use(subject text, unit text) returns integer language sql -- 035f22f425d936412b3686963996308b
private.covers_unearned(project bigint) returns boolean language sql stable -- c9c836d2785c8fc48aec4bf403493270
private.day_of(at timestamp with time zone) returns date language sql immutable parallel safe -- c571a5d1e1dca5a5d76e65b100d561dd
private.discard_profile(of_user uuid) returns void language sql set search_path="" -- 5da246e9c0b882850c258580fcb928a9
private.drop_unseen() returns trigger language plpgsql security definer set search_path="" -- 82176901ada054081e276bd95a6caa4f
private.enforce_transition() returns trigger language plpgsql security definer set search_path="" -- 15e0c07c4b5768605132dfc2ab858b71
private.first_disputed_deposit(fan uuid) returns bigint language sql stable -- 328c0a5e142580e728de9c0bbdb8b3d1
private.follow_account_email() returns trigger language plpgsql security definer set search_path="" -- 39ad8df2ca2cb008799c69612d5aead8
private.free_slug(name text) returns text language plpgsql set search_path="" -- c3ae0ba2948482bf2b0708453afafb97
private.fresh_card_deposits(fan uuid) returns TABLE(amount bigint, created_at timestamp with time zone) language sql stable -- e44052c4e78b00ae120ac0970847e5e6
private.fresh_card_part(project bigint, artist bigint, is_share boolean) returns bigint language sql stable -- 76d4fa4f4e3b900dbef24217c4803105
private.gift_mails_left(fan uuid, email text) returns bigint language sql stable -- 81a53e28d750e0707535453c0b313937
private.guard_own_user() returns trigger language plpgsql -- ff0f9d797f91a720f006a1e2cfc2e4a7
private.has_address(words text) returns boolean language sql immutable -- 0147784253ace685fd330d5ce3f3b0fb
private.has_job(job_key text) returns boolean language plpgsql stable set search_path="" -- d1b6bd7f6d436344bdadfdb50aa4d407
private.has_strange_letters(name text) returns boolean language sql immutable -- ebbe40d3075c46a609dac656f0b94dba
private.has_telephone(words text) returns boolean language sql immutable -- 7166471d58f16a05bea2ced4025be659
private.is_abandoned(account uuid) returns boolean language sql stable security definer set search_path="" -- 607b34678ebcfaade0dc7d640fc5c5ef
private.is_active_self(wanted uuid) returns boolean language sql stable security definer set search_path="" -- 7e531c962ec4e2d9893bf1f330f07c85
private.is_artist(person uuid, artist_wallet text) returns boolean language sql stable set search_path="" -- 5c0c1f017a4d8c2dd120a0c11b440270
private.is_attachment(url text) returns boolean language plpgsql immutable strict set search_path="" -- 2d81db7ec682d7a619ec9517ddf31c1f
private.is_cpf(digits text) returns boolean language sql immutable -- dfdc82d7946b8e5ef1b152b0fe754ea3
private.is_earned(sale public.mints) returns boolean language sql immutable -- 1264c8d64f3152e4387bcdaa54f09233
private.is_passed_on(transfer text, kind text) returns boolean language sql stable -- 69259a61191c68637323ed502cf611e9
private.is_pix_key(type text, key text) returns boolean language sql immutable parallel safe -- e6f9d6711ecf9c77cc775da8c9ceb929
private.is_reserved(nickname text, person uuid) returns boolean language sql stable security definer set search_path="" -- 229a67f11fd181abcdbc058683f3a17f
private.is_reserved_slug(slug text) returns boolean language sql immutable -- 88e9ef4e03bf874b492d88f9f6c1e92b
private.is_to_be_taken_back(payment bigint) returns boolean language sql stable -- 52e200d6626d7d1da3cd3c5c25512397
private.is_to_look_at(invoice private.service_invoices) returns boolean language sql stable -- 2dbf84a537a5212827e706ece6609d5c
private.job_priority(task text, payload jsonb DEFAULT '{}'::jsonb) returns integer language sql immutable -- 27c3a768215dd647dc2f59c964531021
private.judge_consent() returns trigger language plpgsql security definer set search_path="" -- 5f27a1fc80a92fc3ab0245286cb70e8e
private.judge_money_decision() returns trigger language plpgsql security definer set search_path="" -- d6bf4df9012bda232c4f05ff57c758ba
private.judge_payout() returns trigger language plpgsql security definer set search_path="" -- 0c625963028d06554ad82e4b54da5921
private.judge_refund() returns trigger language plpgsql security definer set search_path="" -- 5e6b16ffccba771114d0a21dacc37cf9
private.judge_shares() returns trigger language plpgsql security definer set search_path="" -- cab0d18dd078518527abfe3f58706d37
private.judge_split() returns trigger language plpgsql security definer set search_path="" -- 65d52fa42cf1b6fda5304a60e8a64ecb
private.judge_write_off() returns trigger language plpgsql security definer set search_path="" -- 59471ca9a6fb773db1c555c9fd36e85d
private.keep_artist_key() returns trigger language plpgsql -- da0393300773c40f852f591e140aaeb1
private.keep_contract_terms() returns trigger language plpgsql -- ccc18faf1315aba45491d60718f648fb
private.keep_former_slug() returns trigger language plpgsql security definer set search_path="" -- 866254f505e747bd668893a2812bf16c
private.keep_nicknames_apart() returns trigger language plpgsql security definer set search_path="" -- 0e73731dc54aa4df51dac842e892f14f
private.keep_one_request() returns trigger language plpgsql security definer set search_path="" -- f4c40d885ef1a5f0886ebef8027da440
private.keep_payment_state() returns trigger language plpgsql security definer set search_path="" -- 12d7ac2ad951f44cd6e155dd3607450f
private.keep_platform_wallet(wallet text) returns void language sql -- 7ca61ee3ffb94c86634ea310027c70e8
private.keep_service_invoice() returns trigger language plpgsql security definer set search_path="" -- 526fa731eb7e991f7e52529561c392f9
private.keep_shares() returns trigger language plpgsql security definer set search_path="" -- f8caca7f34ce65ebfe7014cad056aa3b
private.kept_back(project bigint, artist bigint, is_share boolean) returns bigint language sql stable -- 172d3b6a357730ac955b55c8c3fbd51a
private.know_artist() returns trigger language plpgsql security definer set search_path="" -- 25b38d30b330709bd09aa4f1a4746768
private.lacks_consent(split bigint) returns boolean language sql stable set search_path="" -- 5b96600f5601c89443ae34d962de0c3b
private.likeness(name text) returns text language sql immutable -- 3984f80d693e668af58fd7c098263875
private.limit_requests() returns trigger language plpgsql security definer set search_path="" -- 47caecdd22e56ecff9cdc13cc5a0a317
private.mail_deactivated() returns trigger language plpgsql security definer set search_path="" -- 640a5b782922e6b376acf7bd47d31d7f
private.mailbox_of(email text) returns bytea language sql immutable -- 7514968e51bb7d73107a716548b99f52
private.may_attach(object_name text) returns boolean language plpgsql stable security definer set search_path="" -- 9a57e2e80cbd470c38109373492e88c0
private.may_create_profile(wanted uuid, address text, wanted_provider text) returns boolean language sql stable security definer set search_path="" -- 0567ba0a3b3a6d495e674c45329063c4
private.most_attempts(task text) returns integer language sql immutable -- 0970fe59845c9121df126ef05f4b1fa4
private.name_skeleton(name text) returns text language sql immutable -- 1fb6125806ac729ea793809b088fb0f4
private.next_to_alert(alert private.alerts, author bigint, most integer) returns uuid[] language sql stable set search_path="" -- 9c5c90fac09bc83a16f2faeb72853ffe
private.normalise_user() returns trigger language plpgsql -- eecf0ab519f360b3f606736fa243bee0
private.note_returned_mail(returned text, code text) returns void language sql -- 120cc767ec41d5ec69680b60413b0233
private.office_words(skeleton text) returns text language sql immutable -- 4064237a6905a089fc866bd33b34d9da
private.open_fan_accounts() returns trigger language plpgsql security definer set search_path="" -- 5ddf9045e5cb3bd11bcb12f6f75f47fa
private.open_project_stock() returns trigger language plpgsql security definer set search_path="" -- 6aa1152adace921ecb155d59b417f4a6
private.outflow_in_a_day(person text, pix_key text, approver uuid, beside uuid) returns bigint language sql stable -- 79009713bc7767aa9bdc5f6f46cca726
private.parts_of(amount bigint, weights bigint[]) returns bigint[] language sql immutable -- bf4da29ce3d7ee765f2a6763772a8683
private.payment_with(wanted uuid) returns SETOF public.payments language sql stable -- b961ca953580ec6f3553e3361b5a8316
private.payments_at_risk() returns TABLE(payment_id bigint, owed bigint) language sql stable -- d453a371ca156dd69a758b4f53704fd3
private.payments_become(ids bigint[], becomes text, why text DEFAULT NULL::text) returns SETOF bigint language sql set search_path="" -- 5f66f53a44f2382ed92316cb55c6aaad
private.person_of_artist(wallet text) returns text language sql stable -- 62433c3e4a9ec1a4927648ecd84b9df4
private.plain_nickname(typed text) returns text language sql immutable -- 5b848c935d5d506eeda3a937592cf2fa
private.plan_cancellations(within_hours integer) returns void language sql -- d87cb849d2f7e1880b56417bc253d63b
private.plan_service_invoices(subjects text[], since timestamp with time zone, in_series integer) returns integer language plpgsql -- 88360afb850652c261cd9b056c874b84
private.platform_share(amount bigint) returns bigint language sql immutable -- e69ebd7fcfb4f97bffb0303ee01cb281
private.platform_wallet() returns text language plpgsql stable set search_path="" -- 6a4b1ea705228425375c6927c7ce6f5d
private.proof_is_due(account uuid, session uuid, at timestamp with time zone DEFAULT now()) returns boolean language sql stable security definer set search_path="" -- 1b8860ee06ece039a46ff1d3deaffe92
private.proposer_of(split bigint) returns bigint language sql stable set search_path="" -- 9f8052e3e4e6043d1487c4ceb9ff0c41
private.readings(name text) returns text[] language sql immutable -- 7a7e5040270e1467c191518d67e9ac7f
private.record_consent() returns trigger language plpgsql security definer set search_path="" -- d8e0faf0741afa4fe9c3c3b38cbd9def
private.refuse_sale_while_paused() returns trigger language plpgsql security definer set search_path="" -- b91132b1d141bd06b2513af93de56d87
private.request_search(subject text, message text) returns text language sql immutable parallel safe -- 18c6928fa113b138ed6f89d0a4ea6737
private.require_approval() returns trigger language plpgsql security definer set search_path="" -- f9b72ff0121558d7e61c3f24f28a3512
private.returned_of_sale(token bigint) returns bigint language sql stable -- eaa12c577547d2c2fcd013c5aa4ea2e8
private.sales_at_risk(project bigint) returns TABLE(sale public.mints, owed bigint) language sql stable -- c0a5874a567df7c1a20ba3180b777422
private.search_form(text) returns text language sql immutable strict parallel safe -- 2807dc35de26114b1aeb386421f0f458
private.second_factor_is_due(account uuid, level text) returns boolean language sql stable security definer set search_path="" -- 20147038db543920d0926f59311ac86c
private.send_alerts(most integer, at timestamp with time zone) returns integer language plpgsql set search_path="" -- 88417ba4e51bc26922563a3ff7e4c29a
private.session_is_strong() returns boolean language sql stable security definer set search_path="" -- 9d1d6a24c8e54459acbc6cfad0a6e957
private.share_at_risk(project bigint, artist bigint) returns bigint language sql stable -- 71fb5f338e69e1d481cc770e16924cbe
private.sharers(project bigint) returns TABLE(artist_id bigint, basis_points integer, place smallint) language sql stable set search_path="" -- bbb9cd5f701d2ad807892a234f36ab1d
private.shares_in(wallet text) returns bigint language sql stable -- 15f1c0021e22c1d836e5d5ebca943985
private.shares_in(wallet text, platform_wallet text) returns bigint language sql -- 1340f99bb3863798ce368b3f5635015a
private.shares_left(token uuid) returns TABLE(artist_id bigint, place smallint, account text, balance bigint, remaining bigint) language sql stable -- 4c0dbc777e0bbbe5ce68a0321aaaf007
private.shares_over_time(project bigint) returns TABLE(artist_id bigint, since timestamp with time zone, until timestamp with time zone) language sql stable set search_path="" -- e75b32f20d0ab64fe57aa15bb9cb1658
private.slug_is_taken(wanted text, artist bigint) returns boolean language sql stable set search_path="" -- 742428c8aec3d4489b911f1c56938948
private.slug_likeness(slug text) returns text language sql immutable -- 7bad2c0351211084c02c597015597f86
private.slug_of(name text) returns text language sql immutable -- 529cd01aa615c36e4b5b3973dea12b21
private.staff_role(account uuid) returns text language sql stable security definer set search_path="" -- 658dac2eafb3f4023ef1297d235f0a61
private.stands(sale public.mints) returns boolean language sql immutable -- 48bc8e74e0363728bf4188f3bd4faa3c
private.tell(news jsonb) returns void language sql -- c637320c16b5e01939290cb394f89560
private.tell_alert(alert private.alerts, people uuid[]) returns void language sql set search_path="" -- 940dd7052ac8d56adc9a360afccbb12f
private.tip_in_return(transfer text, amount bigint) returns bigint language sql stable set search_path="" -- aef3ca4bb4c9d8b978bfe652f6b52e73
private.touch_updated_at() returns trigger language plpgsql -- b7fc40312cd3d09143125c6b50d37504
private.uid_of(text) returns uuid language sql immutable strict parallel safe -- d0c50a9fd49fff2414663a48dd2d3281
private.uid_of_key(caller uuid, key text) returns uuid language sql stable parallel safe -- 94190444de3725dd04b4b51bc7116d30
private.unearned(project bigint) returns bigint language sql stable -- 89bd50eeb7adeaa3ec4011c1b785ea7d
private.unearned_share(project bigint, artist bigint) returns bigint language sql stable -- 32aac67bd467a62853de86461e8a7b95
private.user_search(full_name text, nickname text, email text) returns text language sql immutable parallel safe -- f89bbc89884155bbd413d3bb671b60ac
private.without_unseen(typed text) returns text language sql immutable -- 7241f2f27809abd6c3b3b82c70fda89c
private.works_as(VARIADIC roles text[]) returns boolean language sql stable security definer set search_path="" -- cd187ad10c6c62997f8dfd60d8be7bf1
public.user_exists(field text, value text) returns boolean language plpgsql security definer set search_path="" -- 7e903570b7c11195481363879e4076e5
realtime.broadcast_changes(topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record, level text DEFAULT 'ROW'::text) returns void language plpgsql set search_path="" -- eac8da9f5f787e1b8c665a19707c20f5
realtime.forget_message() returns trigger language plpgsql security definer set search_path="" -- 391fd3347edbd6570b3e852c54574b40
realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true) returns void language plpgsql set search_path="" -- ff697e9720b8b085f5e8f68c91fbad9b
realtime.send_binary(payload bytea, event text, topic text, private boolean DEFAULT true) returns void language plpgsql set search_path="" -- 57be0a33d4f7610b01a715d8fd0562d6
realtime.topic() returns text language sql stable parallel safe -- e6e2abcedcaa7d552f83050bfa4374a3
storage.extension(name text) returns text language sql immutable -- beb6498ceecbb3131d47ce5707b08910
storage.filename(name text) returns text language sql immutable -- d2d0abffd6b2c23077bd8b1e09dcf4ae
storage.foldername(name text) returns text[] language sql immutable -- 5a78d53d0168694e7131c9585f539aa6
storage.usage_of(person text, bucket text, below text, replaced text) returns TABLE(files bigint, bytes bigint) language sql stable security definer set search_path="" -- c40dfb4d58baa380bf4dde118daba469

-- Triggers
CREATE TRIGGER users_email_followed AFTER UPDATE OF email ON auth.users FOR EACH ROW WHEN (((old.email IS DISTINCT FROM new.email) AND (new.email IS NOT NULL))) EXECUTE FUNCTION private.follow_account_email();
CREATE TRIGGER accounts_are_never_deleted BEFORE DELETE ON ledger.accounts FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER accounts_keep_overdraft BEFORE UPDATE ON ledger.accounts FOR EACH ROW WHEN (((old.overdraft > 0) OR (new.overdraft > 0))) EXECUTE FUNCTION ledger.keep_overdraft();
CREATE CONSTRAINT TRIGGER accounts_mirror_debt AFTER UPDATE ON ledger.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.overdraft < old.overdraft)) EXECUTE FUNCTION ledger.mirror_debt();
CREATE TRIGGER transfers_are_immutable BEFORE DELETE OR UPDATE ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER transfers_are_never_emptied BEFORE TRUNCATE ON ledger.transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER log_is_immutable BEFORE DELETE OR UPDATE ON market.log FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER log_is_never_emptied BEFORE TRUNCATE ON market.log FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER admin_actions_stay BEFORE DELETE OR UPDATE ON private.admin_actions FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER artist_keys_stay BEFORE DELETE OR UPDATE ON private.artist_keys FOR EACH ROW EXECUTE FUNCTION private.keep_artist_key();
CREATE TRIGGER artist_payout_approvals_stay BEFORE DELETE OR UPDATE ON private.artist_payout_approvals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER artist_payout_parts_stay BEFORE DELETE OR UPDATE ON private.artist_payout_parts FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER artist_payouts_are_judged BEFORE INSERT OR UPDATE OF status ON private.artist_payouts FOR EACH ROW EXECUTE FUNCTION private.judge_payout();
CREATE TRIGGER artist_payouts_stay BEFORE DELETE ON private.artist_payouts FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER artist_payouts_transition BEFORE UPDATE OF status ON private.artist_payouts FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'payout');
CREATE TRIGGER artists_keep_former_slug AFTER UPDATE OF slug ON private.artists FOR EACH ROW WHEN (((old.slug IS NOT NULL) AND (old.slug IS DISTINCT FROM new.slug))) EXECUTE FUNCTION private.keep_former_slug();
CREATE TRIGGER disputes_stay BEFORE DELETE ON private.disputes FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER disputes_transition BEFORE UPDATE OF status ON private.disputes FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'dispute');
CREATE TRIGGER money_decision_approvals_stay BEFORE DELETE OR UPDATE ON private.money_decision_approvals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER money_decisions_are_judged AFTER UPDATE ON private.money_decisions FOR EACH ROW WHEN (((new.status = 'done'::text) AND (old.status <> 'done'::text))) EXECUTE FUNCTION private.judge_money_decision();
CREATE TRIGGER money_decisions_stay BEFORE DELETE ON private.money_decisions FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER money_decisions_transition BEFORE UPDATE OF status ON private.money_decisions FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'money_decision');
CREATE TRIGGER payment_states_stay BEFORE DELETE OR UPDATE ON private.payment_states FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER play_consents_stay BEFORE DELETE OR UPDATE ON private.play_consents FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER reconciliations_stay BEFORE DELETE OR UPDATE ON private.reconciliations FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refund_approvals_stay BEFORE DELETE OR UPDATE ON private.refund_approvals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refunds_are_judged AFTER INSERT OR UPDATE ON private.refunds FOR EACH ROW EXECUTE FUNCTION private.judge_refund();
CREATE TRIGGER refunds_stay BEFORE DELETE ON private.refunds FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER refunds_transition BEFORE UPDATE OF status ON private.refunds FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'refund');
CREATE TRIGGER service_invoices_are_kept BEFORE UPDATE ON private.service_invoices FOR EACH ROW EXECUTE FUNCTION private.keep_service_invoice();
CREATE TRIGGER service_invoices_stay BEFORE DELETE ON private.service_invoices FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER service_invoices_transition BEFORE UPDATE OF status ON private.service_invoices FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'service_invoice');
CREATE TRIGGER share_accounts_stay BEFORE DELETE OR UPDATE ON private.share_accounts FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER shared_sales_stay BEFORE DELETE OR UPDATE ON private.shared_sales FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER split_consents_are_judged BEFORE INSERT OR DELETE OR UPDATE ON private.split_consents FOR EACH ROW EXECUTE FUNCTION private.judge_consent();
CREATE CONSTRAINT TRIGGER split_shares_add_up AFTER INSERT ON private.split_shares DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.judge_shares();
CREATE TRIGGER split_shares_stay BEFORE INSERT OR DELETE OR UPDATE ON private.split_shares FOR EACH ROW EXECUTE FUNCTION private.keep_shares();
CREATE CONSTRAINT TRIGGER splits_add_up AFTER INSERT ON private.splits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.judge_shares();
CREATE TRIGGER splits_are_judged BEFORE INSERT OR UPDATE ON private.splits FOR EACH ROW EXECUTE FUNCTION private.judge_split();
CREATE TRIGGER splits_stay BEFORE DELETE ON private.splits FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER splits_transition BEFORE UPDATE OF status ON private.splits FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'split');
CREATE TRIGGER support_answers_stay BEFORE UPDATE ON private.support_answers FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER unmatched_money_stays BEFORE DELETE ON private.unmatched_money FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER unmatched_money_transition BEFORE UPDATE OF status ON private.unmatched_money FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'unmatched');
CREATE TRIGGER user_notes_stay BEFORE UPDATE ON private.user_notes FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER void_approvals_stay BEFORE DELETE OR UPDATE ON private.void_approvals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER withdrawal_approvals_stay BEFORE DELETE OR UPDATE ON private.withdrawal_approvals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER write_off_approvals_stay BEFORE DELETE OR UPDATE ON private.write_off_approvals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER write_offs_are_judged AFTER UPDATE ON private.write_offs FOR EACH ROW WHEN (((new.status = 'done'::text) AND (old.status <> 'done'::text))) EXECUTE FUNCTION private.judge_write_off();
CREATE TRIGGER write_offs_stay BEFORE DELETE ON private.write_offs FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER write_offs_transition BEFORE UPDATE OF status ON private.write_offs FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'write_off');
CREATE TRIGGER bids_transition BEFORE UPDATE OF status ON public.bids FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'bid');
CREATE TRIGGER mints_count_changed AFTER UPDATE ON public.mints FOR EACH ROW WHEN (((((new.status <> 'expired'::text) OR (new.minted_at IS NOT NULL)) IS DISTINCT FROM ((old.status <> 'expired'::text) OR (old.minted_at IS NOT NULL))) OR (((new.regretted_at IS NOT NULL) OR (new.revoked_for IS NOT NULL)) IS DISTINCT FROM ((old.regretted_at IS NOT NULL) OR (old.revoked_for IS NOT NULL))))) EXECUTE FUNCTION market.count_changed_sale();
CREATE TRIGGER mints_count_new AFTER INSERT ON public.mints REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION market.count_new_sales();
CREATE TRIGGER mints_song_transition BEFORE UPDATE OF status_song ON public.mints FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status_song', 'song');
CREATE TRIGGER mints_transition BEFORE UPDATE OF status ON public.mints FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'token');
CREATE TRIGGER payments_are_never_deleted BEFORE DELETE ON public.payments FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER payments_keep_state AFTER UPDATE OF status ON public.payments FOR EACH ROW WHEN (((new.method <> 'balance'::text) AND (old.status <> new.status))) EXECUTE FUNCTION private.keep_payment_state();
CREATE TRIGGER payments_touch BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION private.touch_updated_at();
CREATE TRIGGER payments_transition BEFORE UPDATE OF status ON public.payments FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'payment:');
CREATE TRIGGER projects_are_never_deleted BEFORE DELETE ON public.projects FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER projects_follow_market AFTER INSERT OR UPDATE OF expired_at ON public.projects FOR EACH ROW EXECUTE FUNCTION market.follow_project();
CREATE TRIGGER projects_keep_contract_terms BEFORE UPDATE OF total_supply, symbol, author_wallet ON public.projects FOR EACH ROW WHEN ((((old.total_supply IS DISTINCT FROM new.total_supply) OR (old.symbol IS DISTINCT FROM new.symbol)) OR (old.is_active AND (old.author_wallet <> new.author_wallet)))) EXECUTE FUNCTION private.keep_contract_terms();
CREATE TRIGGER projects_know_artist AFTER INSERT OR UPDATE OF author, author_wallet ON public.projects FOR EACH ROW EXECUTE FUNCTION private.know_artist();
CREATE TRIGGER projects_open_stock AFTER INSERT ON public.projects FOR EACH ROW EXECUTE FUNCTION private.open_project_stock();
CREATE TRIGGER redeem_balance_approval BEFORE UPDATE OF status ON public.redeem_balance FOR EACH ROW EXECUTE FUNCTION private.require_approval();
CREATE TRIGGER redeem_balance_transition BEFORE UPDATE OF status ON public.redeem_balance FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'withdrawal');
CREATE TRIGGER register_projects_as_seen BEFORE INSERT ON public.register_projects FOR EACH ROW EXECUTE FUNCTION private.drop_unseen();
CREATE TRIGGER register_projects_limit AFTER INSERT ON public.register_projects FOR EACH ROW EXECUTE FUNCTION private.limit_requests();
CREATE TRIGGER register_projects_once BEFORE INSERT ON public.register_projects FOR EACH ROW EXECUTE FUNCTION private.keep_one_request('message');
CREATE TRIGGER register_projects_transition BEFORE UPDATE OF status ON public.register_projects FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'proposal');
CREATE TRIGGER support_requests_as_seen BEFORE INSERT ON public.support_requests FOR EACH ROW EXECUTE FUNCTION private.drop_unseen();
CREATE TRIGGER support_requests_limit AFTER INSERT ON public.support_requests FOR EACH ROW EXECUTE FUNCTION private.limit_requests();
CREATE TRIGGER support_requests_once BEFORE INSERT ON public.support_requests FOR EACH ROW EXECUTE FUNCTION private.keep_one_request('subject', 'message', 'file');
CREATE TRIGGER support_requests_transition BEFORE UPDATE OF status ON public.support_requests FOR EACH ROW EXECUTE FUNCTION private.enforce_transition('status', 'support');
CREATE TRIGGER units_count_changed AFTER UPDATE ON public.units REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION market.count_changed_units();
CREATE TRIGGER units_count_new AFTER INSERT ON public.units REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION market.count_new_units();
CREATE TRIGGER units_refuse_sale_while_paused BEFORE UPDATE OF first_sold_at, reserved_by ON public.units FOR EACH ROW WHEN ((((old.first_sold_at IS NULL) AND (new.first_sold_at IS NOT NULL)) OR ((new.reserved_by IS NOT NULL) AND (new.reserved_by IS DISTINCT FROM old.reserved_by)))) EXECUTE FUNCTION private.refuse_sale_while_paused();
CREATE TRIGGER users_are_never_deleted BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER users_ban_inactive AFTER UPDATE OF is_active ON public.users FOR EACH ROW WHEN ((old.is_active IS DISTINCT FROM new.is_active)) EXECUTE FUNCTION private.ban_inactive();
CREATE TRIGGER users_consent AFTER INSERT OR UPDATE OF terms_version ON public.users FOR EACH ROW WHEN ((new.terms_version IS NOT NULL)) EXECUTE FUNCTION private.record_consent();
CREATE TRIGGER users_give_up_bids AFTER UPDATE OF is_active ON public.users FOR EACH ROW WHEN ((old.is_active AND (NOT new.is_active))) EXECUTE FUNCTION market.release_of_fan();
CREATE TRIGGER users_mail_deactivated AFTER UPDATE OF is_active ON public.users FOR EACH ROW WHEN ((old.is_active AND (NOT new.is_active) AND (new.erased_at IS NULL))) EXECUTE FUNCTION private.mail_deactivated();
CREATE TRIGGER users_normalise BEFORE INSERT OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION private.normalise_user();
CREATE TRIGGER users_open_accounts AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION private.open_fan_accounts();
CREATE TRIGGER users_settled BEFORE UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION private.guard_own_user();
CREATE TRIGGER users_told_apart BEFORE INSERT OR UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION private.keep_nicknames_apart();
CREATE TRIGGER forget_message AFTER INSERT ON realtime.messages FOR EACH ROW WHEN ((new.event IS NOT NULL)) EXECUTE FUNCTION realtime.forget_message();

-- Row policies
create policy bids_select on public.bids as permissive for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.works_as(VARIADIC ARRAY[]::text[]) AS works_as)));
create policy second_factor on public.bids as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy mints_select on public.mints as permissive for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.works_as(VARIADIC ARRAY[]::text[]) AS works_as)));
create policy second_factor on public.mints as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy notifications_select on public.notifications as permissive for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) AND in_bell));
create policy second_factor on public.notifications as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy payments_select on public.payments as permissive for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.works_as(VARIADIC ARRAY[]::text[]) AS works_as)));
create policy second_factor on public.payments as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy play_leases_select on public.play_leases as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy second_factor on public.play_leases as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy projects_select on public.projects as permissive for select to authenticated
  using ((is_active OR ( SELECT private.works_as(VARIADIC ARRAY[]::text[]) AS works_as)));
create policy second_factor on public.projects as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy push_subscriptions_select on public.push_subscriptions as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy second_factor on public.push_subscriptions as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy redeem_balance_select on public.redeem_balance as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy second_factor on public.redeem_balance as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy register_projects_insert on public.register_projects as permissive for insert to authenticated
  with check (private.is_active_self(user_id));
create policy register_projects_select on public.register_projects as permissive for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.works_as(VARIADIC ARRAY[]::text[]) AS works_as)));
create policy second_factor on public.register_projects as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy second_factor on public.support_requests as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy support_requests_insert on public.support_requests as permissive for insert to authenticated
  with check (private.is_active_self(user_id));
create policy support_requests_select on public.support_requests as permissive for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.works_as(VARIADIC ARRAY[]::text[]) AS works_as)));
create policy second_factor on public.users as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy users_insert on public.users as permissive for insert to anon, authenticated
  with check (private.may_create_profile(uid, email, provider));
create policy users_select on public.users as permissive for select to authenticated
  using (((uid = ( SELECT auth.uid() AS uid)) OR ( SELECT private.works_as(VARIADIC ARRAY[]::text[]) AS works_as)));
create policy users_update on public.users as permissive for update to authenticated
  using (((uid = ( SELECT auth.uid() AS uid)) AND is_active))
  with check ((uid = ( SELECT auth.uid() AS uid)));
create policy buckets_select on storage.buckets as permissive for select to anon, authenticated
  using (public);
create policy artist_clips_delete on storage.objects as permissive for delete to authenticated
  using (((bucket_id = 'clips'::text) AND (name ~~ 'artists/%'::text) AND (owner = ( SELECT auth.uid() AS uid)) AND ( SELECT private.acts_for_artist() AS acts_for_artist)));
create policy artist_clips_insert on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'clips'::text) AND (name ~~ 'artists/%'::text) AND (owner = ( SELECT auth.uid() AS uid)) AND ( SELECT private.acts_for_artist() AS acts_for_artist)));
create policy artist_clips_select on storage.objects as permissive for select to authenticated
  using (((bucket_id = 'clips'::text) AND (name ~~ 'artists/%'::text) AND (owner = ( SELECT auth.uid() AS uid))));
create policy clips_delete on storage.objects as permissive for delete to authenticated
  using (((bucket_id = 'clips'::text) AND (owner = ( SELECT auth.uid() AS uid)) AND ( SELECT private.works_as(VARIADIC ARRAY['content'::text]) AS works_as)));
create policy clips_insert on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'clips'::text) AND (owner = ( SELECT auth.uid() AS uid)) AND ( SELECT private.works_as(VARIADIC ARRAY['content'::text]) AS works_as)));
create policy clips_select on storage.objects as permissive for select to authenticated
  using (((bucket_id = 'clips'::text) AND ( SELECT private.works_as(VARIADIC ARRAY['content'::text]) AS works_as)));
create policy objects_delete on storage.objects as permissive for delete to authenticated
  using (((bucket_id = 'images'::text) AND (owner = ( SELECT auth.uid() AS uid))));
create policy objects_insert on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'images'::text) AND (owner = ( SELECT auth.uid() AS uid)) AND (((storage.foldername(name))[1] = 'profile'::text) OR (((storage.foldername(name))[1] = 'projects'::text) AND ( SELECT private.works_as(VARIADIC ARRAY['content'::text]) AS works_as)))));
create policy objects_select on storage.objects as permissive for select to authenticated
  using (((bucket_id = 'images'::text) AND ((owner = ( SELECT auth.uid() AS uid)) OR ( SELECT private.works_as(VARIADIC ARRAY['content'::text]) AS works_as))));
create policy objects_update on storage.objects as permissive for update to authenticated
  using (((bucket_id = 'images'::text) AND (owner = ( SELECT auth.uid() AS uid))))
  with check (((bucket_id = 'images'::text) AND (owner = ( SELECT auth.uid() AS uid)) AND (((storage.foldername(name))[1] = 'profile'::text) OR (((storage.foldername(name))[1] = 'projects'::text) AND ( SELECT private.works_as(VARIADIC ARRAY['content'::text]) AS works_as)))));
create policy second_factor on storage.objects as restrictive for all to authenticated
  using (( SELECT private.session_is_strong() AS session_is_strong));
create policy support_files_insert on storage.objects as permissive for insert to authenticated
  with check (((bucket_id = 'support'::text) AND (owner = ( SELECT auth.uid() AS uid)) AND private.may_attach(name)));

-- Publications
realtime_messages: realtime.messages (id, topic, extension, event, payload, private, inserted_at, updated_at, binary_payload)
supabase_realtime: public.bids (id, user_id, project_id, payment_id, amount, status, tx_hash, led, outbid_told_at, created_at, ended_at)
supabase_realtime: public.mints (id, uid, user_id, project_id, unit_id, payment_id, status, status_song, amount, tx_hash, tx_song, minted_at, played_at, will_expire_at, ended_at, created_at, warned_at, regretted_at, revoked_for)
supabase_realtime: public.notifications (id, user_id, kind, data, is_read, created_at, in_bell)
supabase_realtime: public.payments (id, uid, user_id, project_id, flow, method, amount, fee, status, intent_id, failure, created_at, updated_at, tx_hash, is_gift, tip)
supabase_realtime: public.play_leases (token, user_id, device, since, renewed_at)
supabase_realtime: public.units (id, project_id, number, mint_id, first_sold_at, reserved_by, reserved_until, freed_at, gift_id)

-- Grants
grant execute on function auth.email() to anon;
grant execute on function auth.email() to authenticated;
grant execute on function auth.email() to service_role;
grant execute on function auth.jwt() to anon;
grant execute on function auth.jwt() to authenticated;
grant execute on function auth.jwt() to service_role;
grant execute on function auth.role() to anon;
grant execute on function auth.role() to authenticated;
grant execute on function auth.role() to service_role;
grant execute on function auth.session_has_ended(jsonb) to authenticator;
grant execute on function auth.uid() to anon;
grant execute on function auth.uid() to authenticated;
grant execute on function auth.uid() to service_role;
grant execute on function private.acts_for_artist() to authenticated;
grant execute on function private.as_seen(text) to anon;
grant execute on function private.as_seen(text) to authenticated;
grant execute on function private.as_seen(text) to service_role;
grant execute on function private.has_address(text) to anon;
grant execute on function private.has_address(text) to authenticated;
grant execute on function private.has_address(text) to service_role;
grant execute on function private.has_strange_letters(text) to anon;
grant execute on function private.has_strange_letters(text) to authenticated;
grant execute on function private.has_strange_letters(text) to service_role;
grant execute on function private.has_telephone(text) to anon;
grant execute on function private.has_telephone(text) to authenticated;
grant execute on function private.has_telephone(text) to service_role;
grant execute on function private.is_active_self(uuid) to authenticated;
grant execute on function private.is_attachment(text) to authenticated;
grant execute on function private.is_attachment(text) to service_role;
grant execute on function private.is_cpf(text) to anon;
grant execute on function private.is_cpf(text) to authenticated;
grant execute on function private.is_cpf(text) to service_role;
grant execute on function private.is_reserved(text,uuid) to anon;
grant execute on function private.is_reserved(text,uuid) to authenticated;
grant execute on function private.is_reserved(text,uuid) to service_role;
grant execute on function private.likeness(text) to anon;
grant execute on function private.likeness(text) to authenticated;
grant execute on function private.likeness(text) to service_role;
grant execute on function private.may_attach(text) to authenticated;
grant execute on function private.may_create_profile(uuid,text,text) to anon;
grant execute on function private.may_create_profile(uuid,text,text) to authenticated;
grant execute on function private.plain_nickname(text) to anon;
grant execute on function private.plain_nickname(text) to authenticated;
grant execute on function private.plain_nickname(text) to service_role;
grant execute on function private.proof_is_due(uuid,uuid,timestamp with time zone) to authenticated;
grant execute on function private.request_search(text,text) to authenticated;
grant execute on function private.request_search(text,text) to service_role;
grant execute on function private.search_form(text) to anon;
grant execute on function private.search_form(text) to authenticated;
grant execute on function private.search_form(text) to service_role;
grant execute on function private.session_is_strong() to anon;
grant execute on function private.session_is_strong() to authenticated;
grant execute on function private.user_search(text,text,text) to anon;
grant execute on function private.user_search(text,text,text) to authenticated;
grant execute on function private.user_search(text,text,text) to service_role;
grant execute on function private.works_as(text[]) to anon;
grant execute on function private.works_as(text[]) to authenticated;
grant execute on function public.user_exists(text,text) to anon;
grant execute on function public.user_exists(text,text) to authenticated;
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
grant usage on schema auth to authenticator;
grant usage on schema auth to service_role;
grant usage on schema private to anon;
grant usage on schema private to authenticated;
grant usage on schema public to anon;
grant usage on schema public to authenticated;
grant usage on schema public to service_role;
grant usage on schema realtime to anon;
grant usage on schema realtime to authenticated;
grant usage on schema realtime to service_role;
grant usage on schema storage to anon;
grant usage on schema storage to authenticated;
grant usage on schema storage to authenticator;
grant usage on schema storage to service_role;
grant select (id, user_id, project_id, amount, status, tx_hash, created_at, ended_at) on table public.bids to authenticated;
grant select on table public.bids to service_role;
grant select (id, uid, user_id, project_id, status, status_song, amount, tx_hash, tx_song, minted_at, played_at, will_expire_at, ended_at, created_at) on table public.mints to authenticated;
grant select on table public.mints to service_role;
grant select (id, user_id, kind, is_read, created_at) on table public.notifications to authenticated;
grant delete, insert, select, update on table public.notifications to service_role;
grant select (id, uid, user_id, project_id, flow, method, amount, fee, status, created_at, updated_at, is_gift, tip) on table public.payments to authenticated;
grant select on table public.payments to service_role;
grant select (token, user_id, device, since) on table public.play_leases to authenticated;
grant delete, insert, select, update on table public.play_leases to service_role;
grant select (id, uid, project_name, author, thumbnail, description, symbol, fiat_price, total_supply, valid_period, expired_at, contract_address, is_active, created_at, tint, clip, clip_seconds, opens_at) on table public.projects to authenticated;
grant delete, insert, select, update on table public.projects to service_role;
grant select (id, user_id, endpoint, created_at) on table public.push_subscriptions to authenticated;
grant delete, insert, select, update on table public.push_subscriptions to service_role;
grant select (id, uid, user_id, pix_key_type, pix_key, amount, status, reason, created_at, ended_at, end_to_end_id) on table public.redeem_balance to authenticated;
grant select on table public.redeem_balance to service_role;
grant insert (user_id, message), select on table public.register_projects to authenticated;
grant delete, insert, select, update on table public.register_projects to service_role;
grant delete, insert, select, update on table public.samples to service_role;
grant insert (user_id, subject, message, file), select on table public.support_requests to authenticated;
grant delete, insert, select, update on table public.support_requests to service_role;
grant select on table public.units to service_role;
grant insert (uid, email, tel, nickname, full_name, provider, photo_url, language, terms_version) on table public.users to anon;
grant insert (uid, email, tel, nickname, full_name, provider, photo_url, language, terms_version), select, update (tel, nickname, full_name, document, photo_url, language, first_access, is_active, is_complete_profile, terms_version) on table public.users to authenticated;
grant delete, insert, select, update on table public.users to service_role;
grant insert, select on table realtime.messages to anon;
grant insert, select on table realtime.messages to authenticated;
grant insert, select on table realtime.messages to service_role;
grant delete, insert, select, update on table storage.buckets to anon;
grant delete, insert, select, update on table storage.buckets to authenticated;
grant delete, insert, select, update on table storage.buckets to service_role;
grant delete, insert, select, update on table storage.objects to anon;
grant delete, insert, select, update on table storage.objects to authenticated;
grant delete, insert, select, update on table storage.objects to service_role;

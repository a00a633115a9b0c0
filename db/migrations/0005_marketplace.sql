-- What the product is about: people, projects, their units, tokens and payments. Column names and status
-- spellings are the specification's.

-- Status machines as data. `domain/*.ts` holds the same tables; a test compares the two.
create table private.transitions (
  machine text not null,
  before text not null,
  after text not null,
  primary key (machine, before, after)
);
alter table private.transitions enable row level security;
insert into private.transitions (machine, before, after) values
  ('payment:balance', 'pending', 'succeded'),
  ('payment:balance', 'pending', 'failed'),
  ('payment:balance', 'failed', 'succeded'),
  ('payment:balance', 'succeded', 'succeded-token'),
  ('payment:balance', 'succeded', 'failed-token'),
  ('payment:mint', 'pending', 'succeded'),
  ('payment:mint', 'pending', 'failed'),
  ('payment:mint', 'failed', 'succeded'),
  ('payment:mint', 'succeded', 'succeded-mint'),
  ('payment:mint', 'succeded', 'failed-mint'),
  ('payment:bid', 'pending', 'succeded'),
  ('payment:bid', 'pending', 'failed'),
  ('payment:bid', 'failed', 'succeded'),
  ('payment:bid', 'succeded', 'succeded-bided'),
  ('payment:bid', 'succeded', 'failed-bided'),
  ('payment:bid', 'succeded-bided', 'succeded-winner'),
  ('token', 'pending', 'minted'),
  ('token', 'pending', 'expired'),
  ('token', 'minted', 'expired'),
  ('token', 'minted', 'solded'),
  ('song', 'none', 'pending'),
  ('song', 'pending', 'played');

-- Trigger arguments: the column, then the machine; `payment:` is completed with the row's flow.
create function private.enforce_transition() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was text := to_jsonb(old) ->> tg_argv[0];
  becomes text := to_jsonb(new) ->> tg_argv[0];
  rules text := tg_argv[1] || case when tg_argv[1] = 'payment:' then to_jsonb(new) ->> 'flow' else '' end;
begin
  if was <> becomes and not exists (
    select
    from private.transitions
    where machine = rules and before = was and after = becomes
  ) then
    raise exception '% may not go from % to %', rules, was, becomes using errcode = 'P0T01';
  end if;
  return new;
end
$$;

-- Both check digits of a CPF, given as eleven digits. The rule is `domain/cpf.ts`.
create function private.is_cpf(digits text) returns boolean
language sql immutable as $$
  select digits ~ '^[0-9]{11}$' and digits !~ '^(.)\1{10}$' and (
    select bool_and(
      substr(digits, 10 + extra, 1)::int = (
        select (sum(substr(digits, i, 1)::int * (11 + extra - i)) * 10 % 11) % 10
        from generate_series(1, 9 + extra) i
      )
    )
    from generate_series(0, 1) extra
  )
$$;

create table public.users (
  id bigint generated always as identity primary key,
  uid uuid not null unique references auth.users (id),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  tel text check (tel ~ '^\+55[1-9][0-9]9[0-9]{8}$'),
  nickname text check (length(nickname) between 1 and 40 and nickname = btrim(nickname)),
  full_name text check (length(full_name) between 1 and 120),
  document text check (private.is_cpf(document)),
  wallet text check (wallet ~ '^0x[0-9a-fA-F]{40}$'),
  role text not null default 'user' check (role in ('user', 'admin')),
  provider text not null default 'email' check (provider in ('email', 'google', 'facebook', 'apple')),
  photo_url text check (length(photo_url) <= 2000),
  language text not null default 'pt' check (language in ('pt', 'en')),
  first_access boolean not null default true,
  is_active boolean not null default true,
  is_complete_profile boolean not null default false,
  created_at timestamptz not null default now(),
  constraint complete_profile_is_complete check (
    not is_complete_profile
    or (nickname is not null and full_name is not null and tel is not null and document is not null
      and wallet is not null)
  )
);
create unique index users_email_key on public.users (email);
create unique index users_nickname_key on public.users (lower(nickname));
create unique index users_document_key on public.users (document);

create table public.projects (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  project_name text not null check (length(project_name) between 1 and 120),
  author text not null check (length(author) between 1 and 120),
  thumbnail text not null check (length(thumbnail) between 1 and 2000),
  description text not null check (length(description) between 1 and 5000),
  lyrics text not null default '' check (length(lyrics) <= 50000),
  video_id text not null check (video_id ~ '^[A-Za-z0-9_-]{1,80}$'),
  media_url text not null default '',
  symbol text not null check (symbol ~ '^[A-Z0-9]{2,11}$'),
  fiat_price integer not null check (fiat_price between 100 and 100000000),
  total_supply integer not null check (total_supply between 1 and 100000),
  -- Seconds of access after the first play.
  valid_period integer not null check (valid_period between 1 and 31536000),
  expired_at timestamptz not null,
  author_wallet text not null check (author_wallet ~ '^0x[0-9a-fA-F]{40}$'),
  base_uri text not null default '',
  contract_uri text not null default '',
  contract_address text check (contract_address ~ '^0x[0-9a-fA-F]{40}$'),
  is_active boolean not null default false,
  created_at timestamptz not null default now(),
  constraint published_means_deployed check (not is_active or contract_address is not null)
);
create index projects_published on public.projects (id desc) where is_active;

-- The stock: one row for each unit that can be held. `mint_id` is the live token on it, if any.
create table public.units (
  id bigint generated always as identity primary key,
  project_id bigint not null references public.projects,
  number integer not null check (number > 0),
  mint_id bigint,
  first_sold_at timestamptz,
  reserved_by bigint,
  reserved_until timestamptz,
  unique (project_id, number),
  check ((reserved_by is null) = (reserved_until is null)),
  check (mint_id is null or first_sold_at is not null)
);
create index units_unsold on public.units (project_id, number) where first_sold_at is null;
create index units_free on public.units (project_id, number) where mint_id is null;
create index units_reserved on public.units (reserved_by) where reserved_by is not null;

create table public.payments (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  -- Not enforced here and below, where every bid would pay for the checks (decision 010).
  user_id uuid not null references public.users (uid) not enforced,
  project_id bigint references public.projects not enforced,
  flow text not null check (flow in ('mint', 'bid', 'balance')),
  method text not null check (method in ('pix', 'card', 'balance')),
  -- What reaches the wallet or is spent from it; the fee comes on top.
  amount bigint not null check (amount between 1 and 100000000),
  fee bigint not null default 0 check (fee >= 0),
  status text not null default 'pending' check (status in (
    'pending', 'succeded', 'failed', 'succeded-token', 'failed-token', 'succeded-mint', 'failed-mint',
    'succeded-bided', 'failed-bided', 'succeded-winner'
  )),
  -- The processor's own name for the charge.
  intent_id text,
  failure text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((flow = 'balance') = (project_id is null)),
  constraint wallet_payments_cost_nothing check (method <> 'balance' or fee = 0)
);
create index payments_user on public.payments (user_id, id desc);
create index payments_project on public.payments (project_id, id desc);
-- Most payments have none (the wallet pays), and a partial index does not keep them.
create unique index payments_intent_id_key on public.payments (intent_id) where intent_id is not null;
create index payments_unsettled on public.payments (created_at) where status = 'pending';

create table public.mints (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  user_id uuid not null references public.users (uid),
  project_id bigint not null references public.projects,
  unit_id bigint not null references public.units,
  payment_id bigint references public.payments,
  status text not null default 'pending' check (status in ('pending', 'minted', 'expired', 'solded')),
  status_song text not null default 'none' check (status_song in ('none', 'pending', 'played')),
  amount bigint not null check (amount > 0),
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  tx_song text check (tx_song ~ '^0x[0-9a-f]{64}$'),
  minted_at timestamptz,
  played_at timestamptz,
  will_expire_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint minted_has_an_end check (status = 'pending' or will_expire_at is not null or ended_at is not null),
  constraint ended_means_over check ((status in ('expired', 'solded')) = (ended_at is not null)),
  constraint played_has_a_time check ((status_song = 'none') = (played_at is null))
);
create index mints_user on public.mints (user_id, id desc);
create index mints_due on public.mints (will_expire_at, id) where status = 'minted';
create index mints_next_end on public.mints (project_id, will_expire_at) where status = 'minted';
-- One holder for each unit, and one live token for each fan and project, whatever the code above does.
create unique index mints_one_holder on public.mints (unit_id) where status in ('pending', 'minted');
create unique index mints_one_per_fan on public.mints (project_id, user_id) where status in ('pending', 'minted');
alter table public.units add foreign key (mint_id) references public.mints;
alter table public.units add foreign key (reserved_by) references public.payments;

create trigger payments_transition before update of status on public.payments
  for each row execute function private.enforce_transition('status', 'payment:');
create trigger mints_transition before update of status on public.mints
  for each row execute function private.enforce_transition('status', 'token');
create trigger mints_song_transition before update of status_song on public.mints
  for each row execute function private.enforce_transition('status_song', 'song');

create function private.touch_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
create trigger payments_touch before update on public.payments
  for each row execute function private.touch_updated_at();

-- A name as it is seen: letters composed, nothing that is invisible or turns the direction of what follows, so that no two
-- people look the same in a list of bids. What joins emoji to one stays, away from letters. Null when nothing is left.
create function private.as_seen(name text) returns text
language sql immutable as $$
  select nullif(btrim(regexp_replace(
    normalize(name, nfc),
    '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]'
      || '|(?<=\w)\u200D|\u200D(?=\w)',
    '', 'g'
  )), '')
$$;

-- Phone and CPF arrive as people type them and are kept as digits, so that "equal" means equal.
create function private.normalise_user() returns trigger
language plpgsql as $$
begin
  new.email := lower(btrim(new.email));
  new.nickname := private.as_seen(new.nickname);
  new.full_name := private.as_seen(new.full_name);
  new.document := nullif(regexp_replace(new.document, '\D', '', 'g'), '');
  new.tel := '+' || nullif(regexp_replace(new.tel, '\D', '', 'g'), '');
  return new;
end
$$;
create trigger users_normalise before insert or update on public.users
  for each row execute function private.normalise_user();

-- Every fan has their two ledger accounts from the first moment; every project its author's.
create function private.open_fan_accounts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform ledger.open_account('fan:' || new.uid || ':available');
  perform ledger.open_account('fan:' || new.uid || ':held');
  return new;
end
$$;
create trigger users_open_accounts after insert on public.users
  for each row execute function private.open_fan_accounts();

create function private.open_project_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform ledger.open_account('project:' || new.uid || ':payable');
  insert into public.units (project_id, number)
  select new.id, number
  from generate_series(1, new.total_supply) number;
  return new;
end
$$;
create trigger projects_open_stock after insert on public.projects
  for each row execute function private.open_project_stock();

-- Answers to money-moving calls, kept so that repeating a call repeats the answer and not the deed.
create table private.idempotency_keys (
  user_id uuid not null,
  key text not null check (length(key) between 1 and 255),
  request_hash text not null,
  -- No foreign key: the payment is written in the same statement (decision 010).
  payment_id bigint,
  status integer,
  -- json, not jsonb: the answer is repeated to the letter.
  body json,
  created_at timestamptz not null default now(),
  primary key (user_id, key),
  check ((status is null) = (body is null))
);
create index idempotency_keys_age on private.idempotency_keys (created_at);
alter table private.idempotency_keys enable row level security;

-- What the outside world told us, kept exactly as it came, once each.
create table private.webhook_events (
  id text primary key,
  provider text not null check (provider in ('stripe', 'pix')),
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text
);
create index webhook_events_unprocessed on private.webhook_events (received_at) where processed_at is null;
alter table private.webhook_events enable row level security;

-- The one work that is free to watch.
create table public.samples (
  singleton boolean primary key default true check (singleton),
  project_name text not null,
  author text not null,
  thumbnail text not null,
  lyrics text not null default '',
  video_id text not null check (video_id ~ '^[A-Za-z0-9_-]{1,80}$')
);
alter table public.samples enable row level security;

-- The outbox to the public chain, and the transactions that carry it.
create schema chain;

create table chain.transactions (
  id bigint generated always as identity primary key,
  signer text not null check (signer ~ '^0x[0-9a-fA-F]{40}$'),
  nonce bigint not null check (nonce >= 0),
  -- Exactly what was signed last: after any crash the same bytes are sent again.
  raw text not null,
  -- Every hash this nonce was ever sent under, the newest last.
  hashes text[] not null check (cardinality(hashes) > 0),
  -- Set for the transactions that make our own contracts.
  deploys text unique,
  status text not null default 'signed' check (status in ('signed', 'confirmed')),
  block_number bigint,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- When it was last given its fees: what is still not mined a while later is replaced by one that pays more.
  priced_at timestamptz not null default now(),
  unique (signer, nonce)
);
create index transactions_open on chain.transactions (signer, nonce) where status = 'signed';

create table chain.operations (
  id bigint generated always as identity primary key,
  -- Names the event; asking for it twice records it once.
  key text not null unique,
  kind text not null,
  payload jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'confirmed', 'failed')),
  transaction_id bigint references chain.transactions,
  -- Set when the operation was refused without a reason, in company: it then travels alone, with all the gas.
  alone boolean not null default false,
  failure text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((status in ('confirmed', 'failed')) = (ended_at is not null)),
  -- What cannot even be written as a call to a contract fails without a transaction, and stops nobody.
  constraint sent_in_a_transaction check (status in ('queued', 'failed') or transaction_id is not null)
);
create index operations_queued on chain.operations (id) where status = 'queued';
create index operations_sent on chain.operations (transaction_id, id);

create table chain.contracts (
  name text primary key,
  address text not null check (address ~ '^0x[0-9a-fA-F]{40}$')
);

alter table chain.transactions enable row level security;
alter table chain.operations enable row level security;
alter table chain.contracts enable row level security;

create function chain.enqueue(key text, kind text, payload jsonb) returns void
language sql as $$
  insert into chain.operations (key, kind, payload)
  values (enqueue.key, enqueue.kind, enqueue.payload)
  on conflict (key) do nothing
$$;

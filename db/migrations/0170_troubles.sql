-- What the hourly look around finds amiss in our own house: rows of the views that must be empty, a key that cannot pay
-- for gas, a certificate that ends. One row stands as long as it is found again, and is settled by whoever looked into it.
create table private.troubles (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  kind text not null check (kind in ('fault', 'gas', 'certificate')),
  -- Of a fault: the view's own sentence, and what it is about.
  name text not null check (length(name) between 1 and 200),
  detail text not null check (length(detail) <= 500),
  -- Of a fault in an account: how much more is in it than should be, in centavos.
  off_by bigint not null default 0,
  found_at timestamptz not null default clock_timestamp(),
  gone_at timestamptz,
  note text check (note ~ '\S' and length(note) <= 500),
  settled_by uuid references public.users (uid),
  settled_at timestamptz,
  constraint settled_whole check (num_nonnulls(note, settled_by, settled_at) in (0, 3))
);
create unique index troubles_standing on private.troubles (kind, name, detail, off_by) where gone_at is null;
create index troubles_settled_by on private.troubles (settled_by);
alter table private.troubles enable row level security;

-- When somebody, or the clock, last looked.
create table private.looks (
  singleton boolean primary key default true check (singleton),
  looked_at timestamptz not null
);
alter table private.looks enable row level security;

-- What waits in a list for somebody and was settled with a note: no longer amiss, whatever it was.
create table private.settled_incidents (
  kind text not null check (kind in ('webhook', 'operation')),
  -- The event's id, or the operation's key.
  subject text not null check (length(subject) between 1 and 300),
  note text not null check (note ~ '\S' and length(note) <= 500),
  admin_id uuid not null references public.users (uid),
  created_at timestamptz not null default clock_timestamp(),
  primary key (kind, subject)
);
create index settled_incidents_admin on private.settled_incidents (admin_id);
alter table private.settled_incidents enable row level security;

-- A correction of the ledger is decided as other money is; its reference is the line that is reversed.
alter table private.money_decisions drop constraint money_decisions_about_check;
alter table private.money_decisions add constraint money_decisions_about_check
  check (about in ('withdrawal', 'payout', 'refund', 'unmatched', 'ledger')) not valid;
alter table private.money_decisions drop constraint money_decisions_reference_check;
alter table private.money_decisions add constraint money_decisions_reference_check
  check (length(reference) between 1 and 200) not valid;
alter table private.money_decisions drop constraint outcome_fits;
alter table private.money_decisions add constraint outcome_fits check (case about
  when 'unmatched' then outcome in ('credited', 'returned', 'booked')
  when 'ledger' then outcome in ('reversed', 'recounted')
  else outcome in ('paid', 'failed')
end) not valid;
alter table private.money_decisions drop constraint paid_has_a_name;
alter table private.money_decisions add constraint paid_has_a_name
  check (outcome not in ('paid', 'returned', 'reversed') or reference is not null) not valid;

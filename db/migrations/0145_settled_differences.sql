-- What somebody has found out about a difference. It counts for these figures alone: once they change, it waits again.
create table private.settled_differences (
  id bigint generated always as identity primary key,
  side text not null check (side in ('cards', 'pix', 'chain', 'supply')),
  subject text not null check (length(subject) <= 200),
  ledger bigint not null,
  other bigint not null,
  note text not null check (note ~ '\S' and length(note) <= 500),
  admin_id uuid not null references public.users (uid),
  created_at timestamptz not null default clock_timestamp(),
  unique (side, subject, ledger, other)
);
create index settled_differences_subject on private.settled_differences (subject);
create index settled_differences_admin on private.settled_differences (admin_id);
alter table private.settled_differences enable row level security;

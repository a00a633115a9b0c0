-- A request for support as a conversation: who looks after it, and the address at which its answers are answered by mail.
create table private.support_threads (
  request_id bigint primary key references public.support_requests (id) on delete cascade,
  -- The secret part of that address.
  token text not null unique default replace(gen_random_uuid()::text, '-', '') check (token ~ '^[0-9a-f]{32}$'),
  assignee uuid references public.users (uid)
);
create index support_threads_assignee on private.support_threads (assignee);
alter table private.support_threads enable row level security;

-- What somebody answered by mail: text, without what it quotes. A mail is kept once, by the name that the provider gives it.
create table private.support_replies (
  id bigint generated always as identity primary key,
  request_id bigint not null references public.support_requests (id) on delete cascade,
  mail_id text not null unique check (length(mail_id) <= 200),
  sender text not null check (length(sender) <= 320),
  message text not null check (message ~ '\S' and length(message) <= 5000),
  created_at timestamptz not null default clock_timestamp()
);
create index support_replies_request on private.support_replies (request_id, id);
alter table private.support_replies enable row level security;

-- Who is answered and writes again waits again.
insert into private.transitions (machine, before, after) values
  ('support', 'answered', 'new'),
  ('support', 'closed', 'new');

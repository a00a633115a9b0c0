-- Who may join a private channel, and who may speak there: row policies of this table say so, for the topic that
-- realtime.topic() names. A row that may be seen stands for listening, one that may be added for sending, each for
-- broadcasts or for presence. The table itself stays empty: the realtime door undoes the rows that it tries with.
-- Without a policy, nobody may.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role;

create table realtime.messages (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (length(topic) between 1 and 255),
  extension text not null check (extension in ('broadcast', 'presence')),
  event text,
  payload jsonb,
  private boolean not null default true,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table realtime.messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- What the database itself says on a topic is a row with an event. The realtime door reads it from the log, in which it
-- stays; in the table it does not.
create or replace function realtime.forget_message() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from realtime.messages where id = new.id;
  return null;
end
$$;
create trigger forget_message after insert on realtime.messages
  for each row when (new.event is not null) execute function realtime.forget_message();

create publication realtime_messages for table realtime.messages with (publish = 'insert');

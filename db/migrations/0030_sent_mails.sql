-- Mails that a mail server has taken, so that a job which was cut off before it could say so sends nothing twice.
create table private.sent_mails (
  message_id text primary key,
  sent_at timestamptz not null default now()
);
create index sent_mails_age on private.sent_mails (sent_at);
alter table private.sent_mails enable row level security;

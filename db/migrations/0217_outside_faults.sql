-- What is refused between us and outside services: webhooks that we refuse, calls of ours that they refuse. One row an hour.
create table private.outside_faults (
  name text not null check (length(name) between 1 and 50),
  hour timestamptz not null default date_trunc('hour', clock_timestamp()),
  times integer not null default 1,
  primary key (name, hour)
);
alter table private.outside_faults enable row level security;

alter table private.troubles drop constraint troubles_kind_check;
alter table private.troubles add constraint troubles_kind_check
  check (kind in ('fault', 'gas', 'certificate', 'refused_webhook', 'credentials')) not valid;

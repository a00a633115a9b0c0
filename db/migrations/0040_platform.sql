-- What the server knows of the platform and says to the database at its start: one row.
create table private.platform (
  is_the_one boolean primary key default true check (is_the_one),
  -- Where the platform's share goes on the chain.
  wallet text not null check (wallet ~ '^0x[0-9a-fA-F]{40}$')
);
alter table private.platform enable row level security;

-- What the server knows of the house and says to the database at its start: one row.
create table private.house (
  is_the_one boolean primary key default true check (is_the_one),
  -- Where the platform's share goes on the chain.
  platform_wallet text not null check (platform_wallet ~ '^0x[0-9a-fA-F]{40}$')
);
alter table private.house enable row level security;

-- What the market is asked, by day and by month: counted by jobs, like the figures beside it.

-- A day in São Paulo, by when the chain issued its tokens. Money in centavos.
create table private.daily_market (
  day date primary key,
  issued integer not null,
  -- Of these tokens, those whose hour was played.
  played integer not null,
  -- Of these tokens, those that were won at auction: what they cost, what their units cost at first, and how long the units
  -- had been free, in milliseconds.
  resold integer not null,
  resale bigint not null,
  first_price bigint not null,
  waited bigint not null,
  -- Bids placed on the day, on whatever unit.
  bids integer not null
);
alter table private.daily_market enable row level security;

-- Of the people whose first token was issued in a month, how many bought one that was issued in a month since.
create table private.monthly_cohorts (
  first_month date,
  month date check (month >= first_month),
  people integer not null,
  primary key (first_month, month)
);
alter table private.monthly_cohorts enable row level security;

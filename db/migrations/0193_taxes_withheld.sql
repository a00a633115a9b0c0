-- What is withheld from an artist's payouts, as the accountant says: basis points of the payout. Without a row, nothing is.
create table private.artist_taxes (
  artist_id bigint primary key references private.artists,
  -- A CPF or CNPJ, digits alone.
  document text not null check (document ~ '^([0-9]{11}|[0-9]{14})$'),
  irrf_basis_points integer not null default 0 check (irrf_basis_points between 0 and 9999),
  iss_basis_points integer not null default 0 check (iss_basis_points between 0 and 9999),
  inss_basis_points integer not null default 0 check (inss_basis_points between 0 and 9999),
  set_at timestamptz not null default clock_timestamp(),
  constraint something_is_paid check (irrf_basis_points + iss_basis_points + inss_basis_points < 10000)
);
alter table private.artist_taxes enable row level security;

-- The rates of the day on which it was asked for. Each tax is rounded to the nearest centavo, half a centavo up; what is left
-- is paid. These sums are the database's own, so that none can fail to add up.
alter table private.artist_payouts
  add column irrf_basis_points integer not null default 0,
  add column iss_basis_points integer not null default 0,
  add column inss_basis_points integer not null default 0,
  add column irrf bigint generated always as ((amount * irrf_basis_points + 5000) / 10000) virtual,
  add column iss bigint generated always as ((amount * iss_basis_points + 5000) / 10000) virtual,
  add column inss bigint generated always as ((amount * inss_basis_points + 5000) / 10000) virtual,
  add column net bigint generated always as (
    amount - (amount * irrf_basis_points + 5000) / 10000 - (amount * iss_basis_points + 5000) / 10000
      - (amount * inss_basis_points + 5000) / 10000
  ) virtual,
  add constraint payout_pays_something check (
    amount > (amount * irrf_basis_points + 5000) / 10000 + (amount * iss_basis_points + 5000) / 10000
      + (amount * inss_basis_points + 5000) / 10000
  ) not valid,
  add constraint payout_rates_are_rates check (
    least(irrf_basis_points, iss_basis_points, inss_basis_points) >= 0
  ) not valid;

select ledger.open_account('taxes:irrf');
select ledger.open_account('taxes:iss');
select ledger.open_account('taxes:inss');

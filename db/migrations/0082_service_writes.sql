-- What the ledger and the market count is written by the product alone: a row changed behind them would be money or a
-- unit that nobody accounts for. Whoever holds the service's key still reads it.
revoke insert, update, delete on public.bids, public.mints, public.payments, public.redeem_balance, public.units
  from service_role;

-- Money that left where the ledger did not see it: a refund made in the card processor's own panel, and a payment that was given
-- back here and that the provider made all the same. A decision charges it to whoever has it, or has the house bear it.
alter table private.refunds add column made_elsewhere boolean not null default false;
alter table private.money_decisions
  drop constraint outcome_fits,
  add constraint outcome_fits check (
    case about
      when 'unmatched' then outcome in ('credited', 'returned', 'booked')
      when 'ledger' then outcome in ('reversed', 'recounted')
      else outcome in ('paid', 'failed', 'charged', 'borne')
    end
  ) not valid;
-- Until when a comparison has looked at payments; null for those made before it was kept.
alter table private.reconciliations add column compared_until timestamptz;
insert into private.transitions (machine, before, after) values
  ('withdrawal', 'failed', 'paid'),
  ('payout', 'failed', 'paid');

-- outside a transaction
alter table private.money_decisions validate constraint outcome_fits;

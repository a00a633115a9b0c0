-- outside a transaction
alter table private.money_decisions validate constraint money_decisions_reference_check;

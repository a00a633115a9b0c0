-- outside a transaction
alter table private.money_decisions validate constraint paid_has_a_name;

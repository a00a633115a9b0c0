-- outside a transaction
alter table private.gifts validate constraint gifts_returned_for_check;

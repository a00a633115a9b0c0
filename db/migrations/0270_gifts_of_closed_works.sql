-- A gift whose work is closed by hand ends with it, and says so.
alter table private.gifts drop constraint gifts_returned_for_check;
alter table private.gifts add constraint gifts_returned_for_check check (
  returned_for in (
    'taken_back', 'expired', 'closed', 'deactivated', 'disputed', 'refused', 'regretted', 'refunded'
  )
) not valid;

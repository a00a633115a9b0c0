-- outside a transaction
-- Once for each gift, and found by it when its giver is erased.
create unique index concurrently notifications_gift_mailed on public.notifications ((data ->> 'gift')) where kind = 'gift_mailed';

-- Read by tests, simulator and operator; empty when all is well, as `ledger.faults`.
create or replace view ledger.share_faults as
  select 'a shared sale whose parts differ from the author''s part' as fault, mints.uid::text as detail
  from private.shared_sales
  join public.mints on mints.id = mint_id
  where coalesce((
    select sum(amount) from ledger.transfers
    where id in ('sale:' || mints.uid || ':author', 'sale:' || mints.uid || ':tip')
  ), 0) <> coalesce((
    select sum(amount)
    from private.split_shares
    join private.artists on artists.id = artist_id
    join ledger.transfers on transfers.id in (
      'sale:' || mints.uid || ':author:' || artists.uid, 'sale:' || mints.uid || ':tip:' || artists.uid
    )
    where split_shares.split_id = shared_sales.split_id
  ), 0);

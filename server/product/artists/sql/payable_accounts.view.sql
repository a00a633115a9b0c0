-- The accounts in which an artist's money accrues: those of the projects that name their wallet, and their own of each project
-- that is shared with them.
create or replace view private.payable_accounts as
  select artists.id as artist_id, projects.id as project_id, accounts.id as account_id, false as is_share
  from private.artists
  join public.projects on lower(author_wallet) = artists.wallet
  join ledger.accounts on code = 'project:' || projects.uid || ':payable'
  union all
  select artist_id, project_id, account_id, true
  from private.share_accounts;

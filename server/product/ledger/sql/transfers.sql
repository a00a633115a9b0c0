create or replace function ledger.open_account(code text, may_be_negative boolean default false) returns void
language sql as $$
  insert into ledger.accounts (code, may_be_negative)
  values (open_account.code, open_account.may_be_negative)
  on conflict (code) do nothing
$$;

-- Posts transfers between accounts given by code, all or none. A transfer whose id exists already is skipped;
-- the same id with other contents is a fault. Returns how many were new.
create or replace function ledger.transfer(entries ledger.entry[]) returns integer
language plpgsql as $$
declare
  posted integer;
begin
  -- Locks in one order: two posts that share accounts wait for each other. Transactions that post more than once can
  -- still deadlock, and are retried when the database aborts one of them.
  perform
  from ledger.accounts
  where code = any (array(select unnest(array[debit, credit]) from unnest(entries)))
  order by id
  for no key update;

  with fresh as (
    insert into ledger.transfers (id, kind, debit_account, credit_account, amount)
    select
      entry.id,
      entry.kind,
      (select id from ledger.accounts where code = entry.debit),
      (select id from ledger.accounts where code = entry.credit),
      entry.amount
    from unnest(entries) entry
    on conflict (id) do nothing
    returning debit_account, credit_account, amount
  ),
  moves as (
    select account, sum(delta) as delta
    from (
      select debit_account as account, -amount as delta from fresh
      union all
      select credit_account, amount from fresh
    ) legs
    group by account
  ),
  moved as (
    update ledger.accounts
    set balance = balance + moves.delta
    from moves
    where accounts.id = moves.account
    returning 1
  )
  select count(*) into posted from fresh;

  if posted < cardinality(entries) then
    -- After the insert, so that it also sees what this very list, or a concurrent post, has written.
    perform
    from unnest(entries) entry
    join ledger.transfers known using (id)
    left join ledger.accounts debit on debit.code = entry.debit
    left join ledger.accounts credit on credit.code = entry.credit
    where (known.kind, known.debit_account, known.credit_account, known.amount)
      is distinct from (entry.kind, debit.id, credit.id, entry.amount);
    if found then
      raise exception 'a transfer id was used again for something else' using errcode = 'P0L02';
    end if;
  end if;
  return posted;
end
$$;

-- The same for entries as JSON, [{id, kind, debit, credit, amount}].
create or replace function ledger.post(entries jsonb) returns integer
language sql as $$
  select ledger.transfer(array(
    select entry
    from jsonb_populate_recordset(null::ledger.entry, entries) entry
  ))
$$;

create or replace function private.open_project_stock() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform ledger.open_account('project:' || new.uid || ':payable');
  insert into public.units (project_id, number)
  select new.id, number
  from generate_series(1, new.total_supply) number;
  return new;
end
$$;

-- What the contract was deployed with, and who is paid by what fans have bought.
create or replace function private.keep_contract_terms() returns trigger
language plpgsql as $$
begin
  raise exception 'supply, symbol and the wallet of a published project stay as they are'
    using errcode = 'P0P01', constraint = 'contract_terms_stay';
end
$$;

-- No unit of a project that is paused or has not opened is reserved or sold for the first time, except to the payment for which it was reserved
-- before, or to the recipient for whom it was set aside. The share lock makes a pause wait for the sales in progress, and later ones see it.
create or replace function private.refuse_sale_while_paused() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.gift_id is not null or old.reserved_by in (
    select payment_id from public.mints where id = new.mint_id
    union all
    select payment_id from private.gifts where id = new.gift_id
  ) then
    return new;
  end if;
  perform from public.projects where id = new.project_id and paused_at is null for share;
  if not found then
    raise exception 'project % is paused', new.project_id using errcode = 'P0P02', constraint = 'paused_sells_nothing';
  end if;
  if exists (select from public.projects where id = new.project_id and opens_at > clock_timestamp()) then
    raise exception 'project % has not opened yet', new.project_id
      using errcode = 'P0P03', constraint = 'closed_until_its_hour';
  end if;
  return new;
end
$$;

-- Service invoices: `domain/service-invoice.ts`.

-- What was declared once is not declared otherwise: number, amount and subject stay, and so does the key.
create or replace function private.keep_service_invoice() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (new.subject, new.mint_id, new.amount, new.series, new.number)
    is distinct from (old.subject, old.mint_id, old.amount, old.series, old.number)
    or (old.access_key is not null and new.access_key is distinct from old.access_key)
  then
    raise exception 'service invoice % stays as it was declared', old.uid
      using errcode = 'P0N01', constraint = 'service_invoice_stays';
  end if;
  -- With a verdict, whatever was in the way is over.
  if new.status <> old.status then
    new.trouble := null;
    new.troubled_at := null;
  end if;
  return new;
end
$$;

-- What of a token's price went back to whoever paid, in centavos.
create or replace function private.returned_of_sale(token bigint) returns bigint
language sql stable as $$
  select case
    when exists (
      select from ledger.transfers where id in (
        'regret:' || mints.uid || ':sale_author', 'refund:' || mints.uid || ':sale_author',
        'dispute_return:' || mints.uid || ':sale_author', 'dispute_return:' || mints.uid || ':house'
      )
    ) then mints.amount
    else least(mints.amount, coalesce((
      select sum(refunds.amount) from private.refunds
      where refunds.payment_id = mints.payment_id and from_sale and status in ('approved', 'done')
    ), 0))::bigint
  end
  from public.mints
  where id = token
$$;

-- Gives each token minted since `since` its invoices, once, numbered without a gap; answers how many there were. Whoever else plans
-- waits for the cursor. Tokens may commit later than they were minted: an hour is looked at again.
create or replace function private.plan_service_invoices(subjects text[], since timestamptz, in_series integer) returns integer
language plpgsql as $$
declare
  planned timestamptz;
  upto timestamptz := clock_timestamp();
  made integer;
begin
  insert into private.service_invoice_cursor (planned_until) values (since) on conflict do nothing;
  select planned_until into planned from private.service_invoice_cursor for update;
  insert into private.service_invoices (subject, mint_id, amount, series, number)
  select subject, mint_id, amount, in_series, (
    select coalesce(max(number), 0) from private.service_invoices where series = in_series
  ) + row_number() over (order by mint_id, subject)
  from (
    select wanted.subject, mints.id as mint_id,
      case wanted.subject when 'sale' then mints.amount else private.platform_share(mints.amount) end as amount
    from public.mints
    cross join unnest(subjects) wanted (subject)
    where minted_at >= greatest(since, planned - interval '1 hour')
      and not exists (
        select from private.service_invoices known where known.mint_id = mints.id and known.subject = wanted.subject
      )
  ) due
  where amount > 0;
  get diagnostics made = row_count;
  update private.service_invoice_cursor set planned_until = greatest(upto, planned);
  return made;
end
$$;

-- Looks for issued invoices whose price went back: whole and within so many hours they are to be cancelled; otherwise they stand,
-- and the accountant has to look.
create or replace function private.plan_cancellations(within_hours integer) returns void
language sql as $$
  update private.service_invoices invoices
  set status = case when found.reason is null then 'cancelling' else 'kept' end, refusal = found.reason, said = null,
    asked_at = null
  from (
    select issued.id, case
      when private.returned_of_sale(issued.mint_id) < mints.amount then 'returned_in_part'
      when issued_at < clock_timestamp() - make_interval(hours => within_hours) then 'returned_late'
    end as reason
    from (
      select id as mint_id from public.mints where regretted_at is not null or revoked_for is not null
      union
      select mints.id
      from private.refunds
      join public.mints on mints.payment_id = refunds.payment_id
      where from_sale and refunds.status in ('approved', 'done')
    ) touched
    join private.service_invoices issued on issued.mint_id = touched.mint_id and issued.status = 'issued'
    join public.mints on mints.id = issued.mint_id
    where private.returned_of_sale(issued.mint_id) > 0
  ) found
  where invoices.id = found.id and invoices.status = 'issued'
$$;

-- Whether somebody is to look: for ten minutes a trouble may end by itself. Inlined.
create or replace function private.is_to_look_at(invoice private.service_invoices) returns boolean
language sql stable as $$
  select invoice.status in ('refused', 'kept') or coalesce(invoice.troubled_at <= now() - interval '10 minutes', false)
$$;

-- Units given away, as `domain/gift.ts` describes it.

-- Sets the units of paid gifts aside until they are accepted: the price is held, and nothing is recorded on the chain. They
-- count as sold: others can bid while nobody accepts.
create or replace function market.set_aside(sales market.sale[]) returns void
language plpgsql as $$
begin
  perform ledger.hold(array(
    select row('gift:' || gifts.uid, fan, payments.amount)::ledger.hold_order
    from unnest(sales) sale
    join private.gifts on gifts.payment_id = sale.payment_id
    join public.payments on payments.id = sale.payment_id
  ), 'gift');
  update private.gifts
  set status = 'waiting', unit_id = sale.unit_id,
    accept_by = least(clock_timestamp() + interval '30 days', projects.expired_at)
  from unnest(sales) sale
  join public.projects on projects.id = sale.project_id
  where gifts.payment_id = sale.payment_id;
  update public.units
  set gift_id = gifts.id, first_sold_at = now(), reserved_by = null, reserved_until = null
  from unnest(sales) sale
  join private.gifts on gifts.payment_id = sale.payment_id
  where units.id = sale.unit_id;
  insert into private.gift_mails (gift_id, giver, recipient)
  select gifts.id, giver, private.mailbox_of(email)
  from unnest(sales) sale
  join private.gifts on gifts.payment_id = sale.payment_id
  where email is not null;
  perform private.add_job('mail-gift', jsonb_build_object('gift', gifts.id), 'mail-gift:' || gifts.uid)
  from unnest(sales) sale
  join private.gifts on gifts.payment_id = sale.payment_id
  where email is not null;
  perform private.tell((
    select jsonb_agg(jsonb_build_object(
      'fan', fan, 'kind', 'gift_waiting',
      'data', market.paid_of(payments) || jsonb_strip_nulls(jsonb_build_object(
        'project', project_name, 'until', to_jsonb(gifts.accept_by) #>> '{}',
        'receiver', regexp_replace(gifts.email, '^(.)[^@]*@', '\1•••@'),
        -- Of money from outside the deposit, which says what was paid for it.
        'receipt', case when payments.method = 'balance' then 'hold:gift:' || gifts.uid else 'deposit:' || payments.uid end
      ))
    ))
    from unnest(sales) sale
    join private.gifts on gifts.payment_id = sale.payment_id
    join public.payments on payments.id = sale.payment_id
  ));
end
$$;

-- Whether a fan may begin one more gift of the project: the reason why not, or null. `email` where we are to write to that person.
create or replace function market.refusal_of_gift(project bigint, fan uuid, email text) returns text
language sql stable as $$
  select coalesce(market.refusal_to_set_aside(project, fan, email), case
    when (
      select count(*) from private.gifts where giver = fan and created_at > now() - interval '1 day'
    ) >= 30 then 'gifts_limit'
  end)
$$;

-- The same of one that was begun before, and may be set aside now.
create or replace function market.refusal_to_set_aside(project bigint, fan uuid, email text) returns text
language sql stable as $$
  select case
    when exists (
      select from private.gifts where giver = fan and project_id = project and status = 'waiting'
    ) then 'gift_waiting'
    when (select count(*) from private.gifts where giver = fan and status = 'waiting') >= 10 then 'gifts_limit'
    when email is not null and private.gift_mails_left(fan, email) < 1 then 'gift_mails_limit'
  end
$$;

-- How many more mails a giver may have sent to this address today: ten in all, and three to one person, whoever gives.
create or replace function private.gift_mails_left(fan uuid, email text) returns bigint
language sql stable as $$
  select least(
    10 - (select count(*) from private.gift_mails where giver = fan and asked_at > now() - interval '1 day'),
    3 - (
      select count(*) from private.gift_mails
      where recipient = private.mailbox_of(email) and asked_at > now() - interval '1 day'
    )
  )
$$;

-- Whoever would mail these addresses does so one after the other until their transactions end: each counts the mails before it.
create or replace function private.await_mailboxes(emails text[]) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(turn)
  from (
    select distinct ('x' || left(encode(private.mailbox_of(email), 'hex'), 16))::bit(64)::bigint as turn
    from unnest(emails) email
    where email is not null
    order by turn
  ) turns;
end
$$;

-- By what an address is counted without being kept. Many write to one mailbox: what follows a plus sign is a note, and
-- Gmail knows no dots.
create or replace function private.mailbox_of(email text) returns bytea
language sql immutable as $$
  select sha256(convert_to(
    case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || host end,
    'utf8'
  ))
  from (
    select split_part(split_part(lower(email), '@', 1), '+', 1) as name, split_part(lower(email), '@', 2) as host
  ) parts
$$;

-- Makes `fan` the holder of the unit that waits for a gift's recipient: the price is paid out, and the chain makes the
-- token theirs. Answers the token's uid. The caller holds the market's lock, and has judged under the gift's.
create or replace function market.hand_over(gift bigint, fan uuid) returns uuid
language plpgsql as $$
declare
  sale market.sale;
begin
  select projects.id, projects.uid, project_name, contract_address, author_wallet, units.id, units.number, null,
    payments.id, fan, users.wallet, payments.amount - tip, private.platform_share(payments.amount - tip),
    nextval('public.mints_id_seq'), gen_random_uuid()
  into sale
  from private.gifts
  join public.payments on payments.id = gifts.payment_id
  join public.projects on projects.id = gifts.project_id
  join public.units on units.id = gifts.unit_id and units.gift_id = gifts.id
  join public.users on users.uid = fan
  where gifts.id = gift and gifts.status = 'waiting';
  if sale.mint_id is null then
    raise exception 'gift % does not wait', gift;
  end if;
  perform ledger.post_holds(array(
    select row('gift:' || gifts.uid, 'sale:' || sale.mint_uid || ':' || party, kind, account, share)::ledger.share
    from private.gifts
    join public.payments on payments.id = gifts.payment_id
    cross join lateral (values
      ('author', 'sale_author', 'project:' || sale.project_uid || ':payable', sale.amount - sale.platform_share),
      ('platform', 'sale_platform', 'platform:revenue', sale.platform_share),
      ('tip', 'tip', 'project:' || sale.project_uid || ':payable', tip)
    ) parties (party, kind, account, share)
    where gifts.id = gift and share > 0
  ));
  insert into public.mints (id, uid, user_id, project_id, unit_id, payment_id, amount)
  overriding system value
  values (sale.mint_id, sale.mint_uid, fan, sale.project_id, sale.unit_id, sale.payment_id, sale.amount);
  update public.units set mint_id = sale.mint_id, gift_id = null where id = sale.unit_id;
  update private.gifts
  set status = 'accepted', recipient = fan, mint_id = sale.mint_id, ended_at = clock_timestamp(), email = null
  where id = gift;
  perform market.share_sales(array[sale]);
  perform market.enqueue_sales(array[sale]);
  return sale.mint_uid;
end
$$;

-- Ends gifts that nobody has accepted: the money is the giver's again, and the unit on sale, as `market.offer_again` says. The
-- caller holds the markets' locks. Repeating it changes nothing. Returns how many ended now.
create or replace function market.return_gifts(gifts bigint[], why text) returns integer
language plpgsql as $$
declare
  gone bigint[];
  back record;
begin
  gone := array(
    select gift.id
    from private.gifts gift
    where gift.id = any (gifts) and gift.status = 'waiting'
    order by gift.id
    for update
  );
  perform market.settle_windows(project_id)
  from (select distinct project_id from private.gifts gift where gift.id = any (gone)) markets;
  perform ledger.void_holds(array(select 'gift:' || uid from private.gifts gift where gift.id = any (gone)));
  -- Whoever was mailed one that ends with its work hears of it, in their language; without an account in both.
  perform private.add_job('send-mail', jsonb_strip_nulls(jsonb_build_object(
    'to', gift.email, 'language', coalesce(reader.language, 'pt'), 'alsoIn', case when reader.uid is null then 'en' end,
    'template', 'gift_closed', 'data', jsonb_build_object('project', project_name)
  )))
  from private.gifts gift
  join public.projects on projects.id = gift.project_id
  left join public.users reader on reader.email = lower(gift.email)
  where gift.id = any (gone) and why = 'closed' and gift.email is not null;
  update private.gifts gift
  set status = 'returned', returned_for = why, ended_at = clock_timestamp(), email = null
  where gift.id = any (gone);
  -- There is nothing to accept any more.
  delete from public.notifications
  where kind = 'gift_mailed'
    and data ->> 'gift' in (select uid::text from private.gifts gift where gift.id = any (gone));
  perform private.tell((
    select jsonb_agg(jsonb_build_object(
      'fan', giver, 'kind', 'gift_returned',
      'data', jsonb_build_object('project', project_name, 'amount', payments.amount, 'returnedFor', why)
    ))
    from private.gifts gift
    join public.projects on projects.id = gift.project_id
    join public.payments on payments.id = gift.payment_id
    where gift.id = any (gone)
  ));
  for back in
    select unit_id, project_id from private.gifts gift where gift.id = any (gone) order by gift.id
  loop
    perform market.offer_again(back.unit_id, false, clock_timestamp());
    perform market.settle(array(
      select project_id from market.state where project_id = back.project_id and unsettled
    ));
  end loop;
  return cardinality(gone);
end
$$;

create or replace function market.return_gift_of_payment(payment bigint, why text) returns void
language sql as $$
  select market.return_gifts(array(
    select id from private.gifts where payment_id = payment and status = 'waiting'
  ), why)
$$;

-- An accepted gift whose token is undone, `why`: whoever had it is told. Does nothing for any other token.
create or replace function market.withdraw_gift(mint bigint, why text) returns void
language sql as $$
  with gone as (
    update private.gifts set status = 'returned', returned_for = why
    where mint_id = mint and status = 'accepted'
    returning recipient, project_id
  )
  select private.tell((
    select jsonb_agg(jsonb_build_object(
      'fan', recipient, 'kind', 'gift_withdrawn', 'data', jsonb_build_object('project', project_name)
    ))
    from gone
    join public.projects on projects.id = gone.project_id
  ))
  where exists (select from gone)
$$;

-- Returns whatever a giver has waiting, with `why` for the gifts.
create or replace function market.return_gifts_of(fan uuid, why text) returns integer
language plpgsql as $$
declare
  waiting bigint[] := array(select id from private.gifts where giver = fan and status = 'waiting');
begin
  perform market.lock(array(select project_id from private.gifts where id = any (waiting)));
  return market.return_gifts(waiting, why);
end
$$;

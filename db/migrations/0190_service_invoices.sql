-- Service invoices (NFS-e). The number of each is taken before anything is sent: under it the tax office issues one and no more.
create table private.service_invoices (
  id bigint generated always as identity primary key,
  uid uuid not null unique default gen_random_uuid(),
  subject text not null check (subject in ('sale', 'fee')),
  mint_id bigint not null references public.mints,
  -- Centavos.
  amount bigint not null check (amount > 0),
  series integer not null check (series between 1 and 49999),
  number bigint not null check (number between 1 and 999999999999999),
  status text not null default 'waiting' check (
    status in ('waiting', 'issued', 'refused', 'unneeded', 'cancelling', 'cancelled', 'kept', 'noted')
  ),
  -- When it was last sent, or its cancellation: it may have arrived, whatever we heard.
  asked_at timestamptz,
  access_key text unique check (access_key ~ '^[0-9]{50}$'),
  issued_at timestamptz,
  -- Why it was refused, or stands although money went back: a code, and the words that came with it.
  refusal text check (refusal ~ '^[A-Za-z0-9_]{1,40}$'),
  said text check (length(said) between 1 and 500),
  -- What was done about it by hand.
  note text check (length(note) between 1 and 500 and note ~ '\S'),
  created_at timestamptz not null default clock_timestamp(),
  unique (mint_id, subject),
  unique (series, number),
  constraint issued_has_a_key check ((access_key is null) = (issued_at is null)),
  constraint key_only_where_issued check (
    case
      when status in ('issued', 'cancelling', 'cancelled', 'kept') then access_key is not null
      when status in ('waiting', 'unneeded', 'refused') then access_key is null
      else true
    end
  ),
  constraint refused_for_something check ((status in ('refused', 'kept')) <= (refusal is not null)),
  constraint noted_has_a_note check ((status = 'noted') = (note is not null))
);
create index service_invoices_to_do on private.service_invoices (status, asked_at nulls first, id)
  where status in ('waiting', 'cancelling');
create index service_invoices_to_look_at on private.service_invoices (id) where status in ('refused', 'kept');
alter table private.service_invoices enable row level security;

-- Up to when tokens were given their invoices.
create table private.service_invoice_cursor (
  singleton boolean primary key default true check (singleton),
  planned_until timestamptz not null
);
alter table private.service_invoice_cursor enable row level security;

insert into private.transitions (machine, before, after) values
  ('service_invoice', 'waiting', 'issued'),
  ('service_invoice', 'waiting', 'refused'),
  ('service_invoice', 'waiting', 'unneeded'),
  ('service_invoice', 'issued', 'cancelling'),
  ('service_invoice', 'issued', 'kept'),
  ('service_invoice', 'refused', 'waiting'),
  ('service_invoice', 'refused', 'noted'),
  ('service_invoice', 'cancelling', 'cancelled'),
  ('service_invoice', 'cancelling', 'kept'),
  ('service_invoice', 'kept', 'cancelling'),
  ('service_invoice', 'kept', 'noted');
create trigger service_invoices_transition before update of status on private.service_invoices
  for each row execute function private.enforce_transition('status', 'service_invoice');
create trigger service_invoices_stay before delete on private.service_invoices
  for each row execute function ledger.refuse_change();

-- As in `db/functions/private/service_invoices.sql`.
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
  return new;
end
$$;
create trigger service_invoices_are_kept before update on private.service_invoices
  for each row execute function private.keep_service_invoice();

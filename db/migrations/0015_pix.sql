-- PIX beside the card: how it is paid, when its code ends, and where its money is until it is somebody's.

-- One charge for each payment by PIX, written with it; its code follows once the provider has made it.
create table private.pix_charges (
  payment_id bigint primary key references public.payments,
  expires_at timestamptz not null,
  -- "Copia e cola": the EMV code that a bank's application reads.
  br_code text check (length(br_code) between 50 and 512)
);
alter table private.pix_charges enable row level security;

-- A fan's codes that can still be paid are looked for whenever a payment screen opens.
create index payments_open_pix on public.payments (user_id, flow)
  where method = 'pix' and status = 'pending';

select ledger.open_account('pix:clearing', may_be_negative => true);
select ledger.open_account('platform:pix_fees');

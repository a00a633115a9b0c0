-- An amount beside the price, for the artist alone. `amount` is what is paid in all, without the fee: the tip is a part of it.
alter table public.payments add column tip bigint not null default 0;
alter table public.payments add constraint payments_tip_beside_a_price
  check (tip >= 0 and (tip = 0 or (flow = 'mint' and tip < amount and tip <= 50000))) not valid;
grant select (tip) on public.payments to authenticated;

-- A line with it, which the artist and the operator read.
create table private.tip_words (
  payment_id bigint primary key references public.payments,
  words text not null check (char_length(words) between 1 and 140)
);
alter table private.tip_words enable row level security;

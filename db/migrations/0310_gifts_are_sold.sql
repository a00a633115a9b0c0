-- A unit that waits for a gift's recipient counts as sold: it alone does not keep its project's auction from beginning.
alter table public.units add constraint unit_of_a_gift_is_sold check (gift_id is null or first_sold_at is not null) not valid;

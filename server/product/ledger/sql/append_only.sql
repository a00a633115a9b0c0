create or replace function ledger.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % of % refused', tg_op, tg_table_name using errcode = 'PT409';
end
$$;

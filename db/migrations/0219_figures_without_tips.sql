-- outside a transaction
-- What is sold is counted by its price alone: the days that were counted with the amounts beside it, a row each, are counted anew.
do $$
begin
  delete from private.daily_figures;
  commit;
  delete from private.daily_project_volume;
end
$$;

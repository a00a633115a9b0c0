-- What the database itself says on a topic is read from the log, and does not stay in the table.
create or replace function realtime.forget_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from realtime.messages where id = new.id;
  return null;
end
$$;

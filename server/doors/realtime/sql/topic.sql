-- The topic that a policy of realtime.messages is asked about; null anywhere else.
create or replace function realtime.topic() returns text
  language sql stable parallel safe
  return nullif(current_setting('realtime.topic', true), '');

grant execute on function realtime.topic() to anon, authenticated, service_role;

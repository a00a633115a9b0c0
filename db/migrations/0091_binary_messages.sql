-- What the database says on a topic may be bytes (`realtime.send_binary`).
alter table realtime.messages add column binary_payload bytea;

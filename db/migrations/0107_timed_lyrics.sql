-- When each line of the lyrics is sung: [{at (seconds), text}], in order. Exclusive, as the lyrics are: granted to nobody.
alter table public.projects add column timed_lyrics jsonb not null default '[]';

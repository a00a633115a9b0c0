-- Thirty seconds of a work that anybody may hear: the address of an MP3 of our own storage, and how long it plays.
alter table public.projects add column clip text;
alter table public.projects add column clip_seconds smallint;
alter table public.projects add constraint projects_clip
  check ((clip is null) = (clip_seconds is null) and clip_seconds between 1 and 30) not valid;
grant select (clip, clip_seconds) on public.projects to authenticated;

-- Read by everybody, written by administrators; the door refuses what is longer or of another type.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('clips', 'clips', true, 1300000, array['audio/mpeg']);
create policy clips_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'clips' and owner = (select auth.uid()) and (select private.is_admin()));
create policy clips_select on storage.objects for select to authenticated
  using (bucket_id = 'clips' and (select private.is_admin()));
create policy clips_delete on storage.objects for delete to authenticated
  using (bucket_id = 'clips' and owner = (select auth.uid()) and (select private.is_admin()));

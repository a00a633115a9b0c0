-- Row policies alone decide about buckets and files, for whoever asks: a role without a policy may do nothing.
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated;
-- The storage door asks how much a person stores before it becomes anybody.
grant usage on schema storage to authenticator;

alter table storage.buckets add column owner_id text;

-- Files can be moved: nobody moves one to where they may not add one.
drop policy objects_update on storage.objects;
create policy objects_update on storage.objects for update to authenticated
  using (bucket_id = 'images' and owner = (select auth.uid()))
  with check (
    bucket_id = 'images'
    and owner = (select auth.uid())
    and (
      (storage.foldername(name))[1] = 'profile'
      or ((storage.foldername(name))[1] = 'projects' and (select private.is_admin()))
    )
  );

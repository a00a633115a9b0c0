-- outside a transaction
create index concurrently objects_owner on storage.objects (owner_id, bucket_id);

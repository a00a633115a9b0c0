-- Notes an address that takes no mail, and tells whoever has it. Repeating it changes nothing.
create or replace function private.note_returned_mail(returned text, code text) returns void
language sql as $$
  with noted as (
    insert into private.returned_mails (address, status) values (returned, code)
    on conflict do nothing
    returning address
  )
  select private.tell(jsonb_agg(jsonb_build_object('fan', uid, 'kind', 'mail_returned', 'data', jsonb_build_object('email', address))))
  from noted join public.users on email = address
  having count(*) > 0
$$;

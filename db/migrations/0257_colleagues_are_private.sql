-- Of a colleague support and finance see no row: their telephone, document and address are for owners. Everybody still
-- sees their own.
alter policy users_select on public.users
  using (
    uid = (select auth.uid())
    or role = 'user' and (select private.works_as('support', 'finance'))
    or (select private.works_as(variadic array[]::text[]))
  );

-- Whoever works in the back office reads other people's rows by its calls, which show what the role needs and leave a trace.
-- Through the tables and in realtime only an owner does, as the specification says of administrators; everybody else reads what any
-- fan would.
alter policy payments_select on public.payments
  using (user_id = (select auth.uid()) or (select private.works_as(variadic array[]::text[])));
alter policy mints_select on public.mints
  using (user_id = (select auth.uid()) or (select private.works_as(variadic array[]::text[])));
alter policy bids_select on public.bids
  using (user_id = (select auth.uid()) or (select private.works_as(variadic array[]::text[])));
alter policy projects_select on public.projects
  using (is_active or (select private.works_as(variadic array[]::text[])));
alter policy support_requests_select on public.support_requests
  using (user_id = (select auth.uid()) or (select private.works_as(variadic array[]::text[])));
alter policy register_projects_select on public.register_projects
  using (user_id = (select auth.uid()) or (select private.works_as(variadic array[]::text[])));

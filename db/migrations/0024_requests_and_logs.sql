-- What administrators decide: withdrawals, by two people where much is at stake, and project proposals. And what they
-- look at when something did not go as it should.

-- Who agreed that a withdrawal is paid; each person counts once.
create table private.withdrawal_approvals (
  withdrawal_id bigint not null references public.redeem_balance,
  admin_id uuid not null references public.users (uid),
  approved_at timestamptz not null default clock_timestamp(),
  primary key (withdrawal_id, admin_id)
);
alter table private.withdrawal_approvals enable row level security;
create trigger withdrawal_approvals_stay before update or delete on private.withdrawal_approvals
  for each row execute function ledger.refuse_change();

-- Nothing is paid that nobody approved, and nobody approves their own.
create function private.require_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'approved' and old.status <> 'approved' and (
    select coalesce(bool_or(admin_id = new.user_id), true)
    from private.withdrawal_approvals
    where withdrawal_id = new.id
  ) then
    raise exception 'withdrawal % was not approved by somebody else', new.uid using errcode = 'P0W01';
  end if;
  return new;
end
$$;
create trigger redeem_balance_approval before update of status on public.redeem_balance
  for each row execute function private.require_approval();

-- Those that still wait for somebody, in the order of their time.
create index redeem_balance_waiting on public.redeem_balance (id) where status in ('requested', 'approved');

-- What became of a proposal. Whoever sent it may read it, as the row itself.
alter table public.register_projects
  add column status text not null default 'received' check (status in (
    'received', 'read', 'answered', 'accepted', 'declined'
  )),
  -- What was written to them, last.
  add column answer text check (answer ~ '\S' and length(answer) <= 5000),
  add column decided_at timestamptz,
  add constraint decided_has_a_time check ((status in ('accepted', 'declined')) = (decided_at is not null));

insert into private.transitions (machine, before, after) values
  ('proposal', 'received', 'read'),
  ('proposal', 'received', 'answered'),
  ('proposal', 'received', 'accepted'),
  ('proposal', 'received', 'declined'),
  ('proposal', 'read', 'answered'),
  ('proposal', 'read', 'accepted'),
  ('proposal', 'read', 'declined'),
  ('proposal', 'answered', 'accepted'),
  ('proposal', 'answered', 'declined');
create trigger register_projects_transition before update of status on public.register_projects
  for each row execute function private.enforce_transition('status', 'proposal');

-- The audit trail is looked through by deed and by what it was done to.
create function private.action_search(action text, subject text) returns text
language sql immutable parallel safe as $$
  select private.search_form(action || ' ' || subject)
$$;
create index admin_actions_search on private.admin_actions
  using gin (private.action_search(action, subject) gin_trgm_ops);

-- Lists go by number; a provider's own id has no order.
alter table private.webhook_events add column number bigint generated always as identity;
create index webhook_events_amiss on private.webhook_events (number)
  where processed_at is null or outcome like 'refused%';

create index operations_failed on chain.operations (id) where status = 'failed';

-- Each comparison of the ledger with what card processor, PIX provider and chain say, with what differed.
create table private.reconciliations (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default clock_timestamp(),
  -- How many payments and wallets were compared.
  compared integer not null check (compared >= 0),
  -- [{side, subject, ledger, other}], amounts in centavos.
  differences jsonb not null check (jsonb_typeof(differences) = 'array')
);
alter table private.reconciliations enable row level security;
create trigger reconciliations_stay before update or delete on private.reconciliations
  for each row execute function ledger.refuse_change();

-- The market's own books: one row of state for each project, which every change of its auction locks; how many
-- bids stand in each range of amounts, so that a rank costs the same at ten bids and at a million; and the log
-- from which anyone can derive every result again.
create schema market;

create table market.state (
  project_id bigint primary key references public.projects,
  -- Bids ever accepted, bids that compete now, bids that won.
  bids bigint not null default 0,
  standing bigint not null default 0 check (standing >= 0),
  winners bigint not null default 0,
  log_length bigint not null default 0,
  log_head bytea not null default decode(repeat('00', 32), 'hex'),
  -- Fans appear in the log under names made with this, so that nobody can be recognised across projects.
  salt uuid not null default gen_random_uuid(),
  -- The project's end, kept here for the one index that finds what has to be closed.
  closes_at timestamptz not null,
  closed_at timestamptz,
  -- Something other than a window's end has freed a unit: whoever settles next looks here.
  unsettled boolean not null default false
) with (fillfactor = 50);
create index state_to_close on market.state (closes_at) where closed_at is null;
create index state_unsettled on market.state (project_id) where unsettled;

-- `level` is how many bits of the amount are dropped: a bucket of level 10 spans 1,024 centavos, of level 16 65,536. A rank
-- adds up at most 63 of the one; a finer one would have more of them, scattered over the table.
-- No foreign key, and none that is enforced in the log: every row is written under its project's lock, from its project's
-- row, and the check of each would cost more than the rest of writing it.
create table market.standing_counts (
  project_id bigint not null,
  level smallint not null check (level in (10, 16)),
  bucket integer not null,
  standing integer not null check (standing >= 0),
  primary key (project_id, level, bucket)
) with (fillfactor = 70);

-- Entry n's hash is sha256 of the hash of entry n - 1 (32 zero bytes before the first) followed by its body.
create table market.log (
  project_id bigint not null references public.projects not enforced,
  seq bigint not null check (seq > 0),
  body text not null,
  hash bytea not null check (length(hash) = 32),
  primary key (project_id, seq)
);
create trigger log_is_immutable before update or delete on market.log
  for each row execute function ledger.refuse_change();
create trigger log_is_never_emptied before truncate on market.log
  for each statement execute function ledger.refuse_change();

alter table market.state enable row level security;
alter table market.standing_counts enable row level security;
alter table market.log enable row level security;

insert into market.state (project_id, closes_at)
select id, expired_at
from public.projects;

create function market.follow_project() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into market.state (project_id, closes_at)
  values (new.id, new.expired_at)
  on conflict (project_id) do update set closes_at = excluded.closes_at, closed_at = null;
  return new;
end
$$;
create trigger projects_follow_market after insert or update of expired_at on public.projects
  for each row execute function market.follow_project();

-- Takes the projects' markets for the rest of the transaction, always in the same order.
create function market.lock(markets bigint[]) returns void
language plpgsql as $$
begin
  perform from market.state where project_id = any (markets) order by project_id for no key update;
end
$$;

-- The name under which a fan appears in one project's log.
create function market.alias(salt uuid, fan uuid) returns text
language sql immutable as $$
  select substr(encode(sha256(uuid_send(salt) || uuid_send(fan)), 'hex'), 1, 12)
$$;

-- An instant as the log writes it.
create function market.instant(at timestamptz) returns text
language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- An entry before it has its number: `body` holds JSON members without braces.
create type market.entry as (project_id bigint, kind text, body text);

-- The hash of the last of some lines, each hashed with the hash before it, the first with `head`.
create function market.next_hash(hash bytea, head bytea, line text) returns bytea
language sql immutable as $$
  select sha256(coalesce(hash, head) || convert_to(line, 'UTF8'))
$$;
create aggregate market.chain(head bytea, line text) (sfunc = market.next_hash, stype = bytea);

-- Writes entries to the logs of their projects, in the order given, and keeps the totals, which follow from them. The
-- caller holds the markets' locks.
create function market.append(entries market.entry[]) returns void
language sql as $$
  with hashed as (
    select project_id, seq, kind, line, market.chain(log_head, line) over (partition by project_id order by seq) as hash
    from (
      select project_id, seq, kind, log_head, format('{"seq":%s,"kind":"%s",%s}', seq, kind, body) as line
      from (
        select entry.project_id, kind, body, log_head,
          log_length + row_number() over (partition by entry.project_id order by place) as seq
        from unnest(entries) with ordinality as entry (project_id, kind, body, place)
        join market.state on state.project_id = entry.project_id
      ) numbered
    ) lines
  ),
  written as (
    insert into market.log (project_id, seq, body, hash)
    select project_id, seq, line, hash
    from hashed
  )
  update market.state
  set log_length = added.seq,
    log_head = added.hash,
    bids = state.bids + added.bids,
    winners = winners + added.sales,
    standing = standing + added.bids - added.sales - added.releases
  from (
    select project_id,
      max(seq) as seq,
      (array_agg(hash order by seq desc))[1] as hash,
      count(*) filter (where kind = 'bid') as bids,
      count(*) filter (where kind = 'sale') as sales,
      count(*) filter (where kind = 'release') as releases
    from hashed
    group by project_id
  ) added
  where state.project_id = added.project_id
$$;

-- Keeps the counts in step with bids that cease to stand; what adds to them is `market.record_bids`.
create function market.count_fewer(markets bigint[], amounts bigint[]) returns void
language sql as $$
  update market.standing_counts counts
  set standing = counts.standing - fewer.n
  from (
    select project_id, level, (amount >> level)::integer as bucket, count(*) as n
    from unnest(markets, amounts) as bid (project_id, amount), (values (10), (16)) as levels (level)
    group by 1, 2, 3
  ) fewer
  where (counts.project_id, counts.level, counts.bucket) = (fewer.project_id, fewer.level, fewer.bucket)
$$;

-- Rank of an amount among a project's standing bids: 1 for the best. Sums at most a few thousand counts
-- whatever the number of bids.
create function market.position(project bigint, amount bigint) returns bigint
language sql stable as $$
  select 1
    + coalesce((
      select sum(standing)
      from market.standing_counts
      where project_id = project and level = 16 and bucket > (amount >> 16)
    ), 0)
    + coalesce((
      select sum(standing)
      from market.standing_counts
      where project_id = project and level = 10
        and bucket > (amount >> 10) and bucket < (((amount >> 16) + 1) << 6)
    ), 0)
    + (
      select count(*)
      from public.bids
      where project_id = project and status in ('pending', 'bided')
        and bids.amount > position.amount and bids.amount < (((position.amount >> 10) + 1) << 10)
    )
$$;

-- Marks whoever leads now as having led, so that they hear of it when they are passed.
create function market.crown(markets bigint[]) returns void
language sql as $$
  update public.bids
  set led = true
  from (
    select (
      select id
      from public.bids
      where project_id = project and status in ('pending', 'bided')
      order by amount desc
      limit 1
    ) as id
    from unnest(markets) as project
  ) best
  where bids.id = best.id and not led
$$;

-- A unit and the bid it goes to. `ended_mint` is the token whose end freed it; null for a unit that had waited.
create type market.award as (
  project_id bigint, unit_id bigint, bid_id bigint, ended_mint bigint, freed_at timestamptz
);

-- The pseudonym of a fan in one project's log.
create or replace function market.alias(salt uuid, fan uuid) returns text
language sql immutable as $$
  select substr(encode(sha256(uuid_send(salt) || uuid_send(fan)), 'hex'), 1, 12)
$$;

-- An instant as the log writes it.
create or replace function market.instant(at timestamptz) returns text
language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- The hash of the last of some lines, each hashed with the hash before it, the first with `head`.
create or replace function market.next_hash(hash bytea, head bytea, line text) returns bytea
language sql immutable as $$
  select sha256(coalesce(hash, head) || convert_to(line, 'UTF8'))
$$;

create or replace aggregate market.chain(head bytea, line text) (sfunc = market.next_hash, stype = bytea);

-- Writes entries to the logs of their projects, in the order given, and keeps the totals, which follow from them. The
-- caller holds the markets' locks.
create or replace function market.append(entries market.entry[]) returns void
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

-- Records the log heads of projects on the chain. `event` is part of the operation's key.
create or replace function market.anchor(markets bigint[], event text) returns void
language sql as $$
  insert into chain.operations (key, kind, payload)
  select 'anchor:' || state.project_id || ':' || log_length || ':' || event, 'anchor_log', jsonb_build_object(
    'edition', contract_address,
    'log', jsonb_build_object('length', log_length, 'head', encode(log_head, 'hex'))
  )
  from market.state
  join public.projects on projects.id = state.project_id
  where state.project_id = any (markets)
$$;

-- Watchers of a project are notified when one of its units changes: this changes nothing, and they read again.
create or replace function market.wake_watchers(project bigint) returns void
language sql as $$
  update public.units set number = number where project_id = project and number = 1
$$;

-- A log entry about the auction as a whole, recorded on the chain at once.
create or replace function market.note(project bigint, kind text) returns void
language plpgsql as $$
begin
  perform market.append(array[
    row(project, kind, format('"at":"%s"', market.instant(clock_timestamp())))::market.entry
  ]);
  perform market.anchor(array[project], kind);
  perform market.wake_watchers(project);
end
$$;

/** A market with a history: any number of bids, standing, won or withdrawn, all made by the product's own means. */
import type { Sql } from '#server/platform/db/sql.ts'
import { settleDue } from '#server/product/market/settle.ts'
import { type Seeded, seedMarket } from './seed.ts'

/** Fans whose own lists are as long in a small market as in a large one. */
export const REGULARS = 100
const BIDS_OF_A_REGULAR = 30
const FANS = 100_000
/** In addition to the hot one, which is the first project. */
const AUCTIONS = 1000
const CLOSED = 100
/** Bids per call. Within a call no fan may bid twice, so the regulars' bids go in smaller ones. */
const STEP = 1000

/**
 * `bids` bids: a tenth of them stand on the first project, the others are spread over a thousand. Every regular has
 * 30 winning bids, and one that stands on the first project. A hundred of the thousand are closed at the end.
 */
export async function growMarket(sql: Sql, bids: number): Promise<Seeded> {
  const market = await seedMarket(sql, { fans: FANS, auctions: AUCTIONS + 1 })
  const hot = market.projects[0]?.id ?? 0
  await sql.unsafe(PLAN)
  const standing = bids / 10
  const regular = REGULARS * BIDS_OF_A_REGULAR
  await placeSteps(sql, 0, standing, standing, STEP)
  // The planner must not take tables for empty that have begun to fill.
  await sql`analyze`
  await placeSteps(sql, standing, standing + regular, standing, REGULARS)
  await placeSteps(sql, standing + regular, bids, standing, STEP)
  const wins = Math.max(regular, bids / 100)
  for (let won = 0; won < wins; won += AUCTIONS) {
    await sql`
      update mints
      set status = 'minted', minted_at = now(), warned_at = now(), will_expire_at = clock_timestamp()
      where status in ('pending', 'minted') and project_id <> ${hot}`
    while ((await settleDue(sql)) > 0);
  }
  await sql`update projects set expired_at = clock_timestamp() where id > ${hot + AUCTIONS - CLOSED}`
  while ((await settleDue(sql)) > 0);
  await sql`vacuum analyze`
  return market
}

/** Places bids `first` to `beyond` of the plan; `hot` is how many the first project gets. */
async function placeSteps(sql: Sql, first: number, beyond: number, hot: number, step: number): Promise<void> {
  for (let from = first; from < beyond; from += step) {
    const [row] = await sql<{ refused: number }[]>`
      select bench.place(${from}, ${Math.min(from + step, beyond)}, ${hot}) as refused`
    if (row?.refused !== 0) throw new Error(`${row?.refused} of the bids from ${from} on were refused`)
  }
}

const PLAN = `
create schema bench;
create table bench.fans as select row_number() over (order by uid) - 1 as n, uid from users where is_complete_profile;
create unique index on bench.fans (n);
create table bench.places as select row_number() over (order by id) - 1 as n, uid from projects;
create unique index on bench.places (n);

-- Which fan bids where and how much, for bid n of all; no fan twice on a project, no amount twice on a project. What
-- regulars bid on the thousand is more than anybody else's, so that it wins.
create function bench.plan(n bigint, hot bigint, out fan bigint, out place bigint, out amount bigint)
language sql immutable as $$
  select
    case
      when n < hot then n
      when n - hot < ${REGULARS * BIDS_OF_A_REGULAR} then (n - hot) % ${REGULARS}
      else ${REGULARS} + (n - hot) % ${FANS - REGULARS}
    end,
    case
      when n < hot then 0
      when n - hot < ${REGULARS * BIDS_OF_A_REGULAR}
        then 1 + ((n - hot) / ${REGULARS} + (n - hot) % ${REGULARS} * ${BIDS_OF_A_REGULAR}) % ${AUCTIONS}
      else 1 + ((n - hot) % ${FANS - REGULARS} * 7 + (n - hot) / ${FANS - REGULARS}) % ${AUCTIONS}
    end,
    case
      when n >= hot and n - hot < ${REGULARS * BIDS_OF_A_REGULAR} then 901000 + (n - hot)
      else 1000 + (n * 7919) % 900000
    end
$$;

-- Places bids first to beyond (without it); says how many were refused.
create function bench.place(first bigint, beyond bigint, hot bigint) returns integer
language sql as $$
  select count(refusal)::int
  from market.place_bids((
    select jsonb_agg(jsonb_build_object(
      'ordinal', number - first, 'fan', fans.uid, 'project', places.uid, 'amount', planned.amount, 'hash', ''
    ))
    from generate_series(first, beyond - 1) numbers (number)
    cross join bench.plan(number, hot) planned
    join bench.fans on fans.n = planned.fan
    join bench.places on places.n = planned.place
  ))
$$;
`

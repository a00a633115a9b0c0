/** One project with its figures, for its page in the back office. */
import * as v from 'valibot'
import { projectPhase } from '#domain/project.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { clipOf } from './projects.ts'
import type { AdminProjectPageWire, ProjectClosingWire } from './wire.ts'

type Row = Omit<
  AdminProjectPageWire,
  'phase' | 'createdAt' | 'expiredAt' | 'heldAt' | 'volume' | 'fees' | 'clip' | 'opensAt'
> & {
  clip: string | null
  clipSeconds: number | null
  opensAt: Date | null
  expiredAt: Date
  createdAt: Date
  heldAt: Date
  now: Date
}

/** The most bids that are summed for a page view; more would cost in proportion to the bids. */
const FEW_BIDS = 1000

export async function findAdminProject(sql: Sql, uid: string): Promise<AdminProjectPageWire | null> {
  const [[row], money] = await Promise.all([
    sql<Row[]>`
      select id, uid, version, project_name as "projectName", author, thumbnail, description, lyrics,
        timed_lyrics as "timedLyrics",
        video_id as "videoId", opens_at as "opensAt", clip, clip_seconds as "clipSeconds", symbol, fiat_price as "fiatPrice", total_supply as "totalSupply",
        valid_period as "validPeriod", expired_at as "expiredAt", author_wallet as "authorWallet",
        base_uri as "baseURI", contract_uri as "contractURI", contract_address as "contractAddress",
        is_active as "isActive", paused_at is not null as "isPaused", created_at as "createdAt",
        sold.sales, sold.undone, sold.refunded, unsold, waiting, market.holders_of(projects.id)::integer as holders, ${giftsOf(sql)},
        bids.standing, bids.held, bids.at as "heldAt", clock_timestamp() as now
      from projects
      join market.state on state.project_id = projects.id
      -- Of the same sales as their money.
      cross join lateral market.sales_of(projects.id) sold
      -- A number of bids and their money, from one reading: of now where they are few, else of the last minute.
      cross join lateral (
        select count(*) as standing, coalesce(sum(amount), 0)::float8 as held, clock_timestamp() as at
        from bids
        where bids.project_id = projects.id and status in ('pending', 'bided') and state.standing <= ${FEW_BIDS}
        having state.standing <= ${FEW_BIDS}
        union all
        select coalesce(counted.standing, 0), coalesce(counted.held, 0)::float8, figures.counted_at
        from private.figures
        left join private.project_held counted on counted.project_id = projects.id
        where state.standing > ${FEW_BIDS}
      ) bids
      where uid = ${uid}`,
    readMoney(sql, [uid]),
  ])
  const sold = money.get(uid)
  if (!row || !sold) return null
  const { now, createdAt, expiredAt, heldAt, clip, clipSeconds, ...project } = row
  const facts = { expiredAt: expiredAt.getTime(), firstLotSold: row.unsold === 0 }
  return {
    ...project,
    volume: sold.volume,
    fees: sold.fees,
    opensAt: row.opensAt?.toISOString() ?? null,
    clip: clipOf({ clip, clipSeconds }),
    heldAt: heldAt.toISOString(),
    phase: projectPhase(facts, now.getTime()),
    createdAt: createdAt.toISOString(),
    expiredAt: expiredAt.toISOString(),
  }
}

/** The names of works beside `uid` that have this video, the ten oldest. */
export async function worksWithVideo(sql: Sql, videoId: string, uid: string): Promise<string[]> {
  const works = await sql<{ name: string }[]>`
    select project_name as name from projects where video_id = ${videoId} and uid <> ${uid} order by id limit 10`
  return works.map(({ name }) => name)
}

/** Costs in proportion to the standing bids, as closing itself does; null when there is no such project. */
export async function readClosing(sql: Sql, uid: string): Promise<ProjectClosingWire | null> {
  const [row] = await sql<ProjectClosingWire[]>`
    select unsold, market.holders_of(projects.id)::integer as holders, ${giftsOf(sql)}, bids.standing, bids.held
    from projects
    join market.state on state.project_id = projects.id
    cross join lateral (
      select count(*) as standing, coalesce(sum(amount), 0)::float8 as held
      from bids
      where bids.project_id = projects.id and status in ('pending', 'bided')
    ) bids
    where uid = ${uid}`
  return row ?? null
}

/** Of the row of `projects` around it. */
const giftsOf = (sql: Sql) => sql`
  (
    select json_build_object('count', count(*), 'held', coalesce(sum(payments.amount), 0))
    from private.gifts
    join payments on payments.id = gifts.payment_id
    where gifts.project_id = projects.id and gifts.status = 'waiting'
  ) as gifts`

/** `tips`: what was added to prices, and kept. */
type Money = Pick<AdminProjectPageWire, 'volume' | 'fees'> & { tips: number }

/**
 * The money of projects by their uids, each at the cost of two days: earlier days are stored (`private.count_charts`), those that may
 * still be recounted come from the artist's account, whose transfers name those of the platform. The artist's part is
 * what is payable, to whoever shares it, and what was paid out, less what was added to prices; the rest is the platform's.
 * Only the price is volume.
 */
export async function readMoney(sql: Sql, uids: readonly string[]): Promise<Map<string, Money>> {
  const rows = parseRows(
    v.object({ uid: v.string(), volume: v.number(), shares: v.number(), tips: v.number() }),
    await sql`
    select wanted.uid, volume, shares, tips
    from unnest(${uids}::uuid[]) wanted (uid)
    cross join lateral (
      with project as (select id from projects where uid = wanted.uid),
      author as (select id, balance from ledger.accounts where code = 'project:' || wanted.uid || ':payable'),
      counted as (select coalesce(max(day) - 1, '2000-01-01') as until from private.daily_project_volume),
      since as (select until::timestamp at time zone 'America/Sao_Paulo' as instant from counted),
      legs as (
        select transfers.id, amount, 1 as sign
        from ledger.transfers
        where credit_account = (select id from author) and created_at >= (select instant from since)
          and kind = 'sale_author'
        union all
        select transfers.id, amount - private.tip_in_return(transfers.id, amount), -1
        from ledger.transfers
        where debit_account = (select id from author) and created_at >= (select instant from since)
          and kind in ('refund', 'regret')
      ),
      tips as (
        select coalesce(sum(tip - coalesce((
          select sum(private.tip_in_return(back.id, back.amount))
          from ledger.transfers back
          where back.id in (
            select name || ':sale_author'
            from unnest(array['refund:' || mints.uid, 'regret:' || mints.uid, 'dispute_return:' || mints.uid]) name
            union all
            select 'refund_of:' || refunds.uid || ':sale_author'
            from private.refunds
            where refunds.payment_id = payments.id and from_sale
          )
        ), 0)), 0) as amount
        from payments
        join mints on mints.payment_id = payments.id
        where payments.project_id = (select id from project) and tip > 0
      )
      select
        (
          coalesce((
            select sum(volume)
            from private.daily_project_volume, counted
            where project_id = (select id from project) and day < until
          ), 0) + coalesce((
            select sum(sign * (amount + coalesce((
              select other.amount from ledger.transfers other
              where legs.id like '%author' and other.id = replace(legs.id, 'author', 'platform')
            ), 0)))
            from legs
          ), 0)
        )::float8 as volume,
        (
          coalesce((select balance from author), 0) + coalesce((
            select sum(balance)
            from private.share_accounts
            join ledger.accounts on accounts.id = account_id
            where project_id = (select id from project)
          ), 0) + coalesce((
            select sum(parts.amount)
            from private.artist_payout_parts parts
            join private.artist_payouts payouts on payouts.id = payout_id
            where project_id = (select id from project) and payouts.status not in ('rejected', 'failed')
          ), 0) - (select amount from tips)
        )::float8 as shares, (select amount from tips)::float8 as tips
    ) money`,
  )
  return new Map(rows.map(({ uid, volume, shares, tips }) => [uid, { volume, fees: volume - shares, tips }]))
}

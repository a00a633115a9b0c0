/** One project with its figures, for its page in the back office. */
import { projectPhase } from '#domain/project.ts'
import type { AdminProjectPageWire } from '#domain/wire/admin-project.ts'
import type { Sql } from '../../db/sql.ts'
import { account } from '../../ledger.ts'

type Row = Omit<AdminProjectPageWire, 'phase' | 'createdAt' | 'expiredAt' | 'volume' | 'fees' | 'held'> & {
  expiredAt: Date
  createdAt: Date
  now: Date
}

export async function findAdminProject(sql: Sql, uid: string): Promise<AdminProjectPageWire | null> {
  const [[row], money] = await Promise.all([
    sql<Row[]>`
      select id, uid, version, project_name as "projectName", author, thumbnail, description, lyrics,
        video_id as "videoId", symbol, fiat_price as "fiatPrice", total_supply as "totalSupply",
        valid_period as "validPeriod", expired_at as "expiredAt", author_wallet as "authorWallet",
        base_uri as "baseURI", contract_uri as "contractURI", contract_address as "contractAddress",
        is_active as "isActive", paused_at is not null as "isPaused", created_at as "createdAt",
        total_supply - unsold + winners as sales, unsold, waiting, total_supply - unsold - waiting as holders,
        standing, clock_timestamp() as now
      from projects
      join market.state on state.project_id = projects.id
      where uid = ${uid}`,
    readMoney(sql, uid),
  ])
  if (!row) return null
  const { now, createdAt, expiredAt, ...project } = row
  const facts = { expiredAt: expiredAt.getTime(), firstLotSold: row.unsold === 0 }
  return {
    ...project,
    ...money,
    phase: projectPhase(facts, now.getTime()),
    createdAt: createdAt.toISOString(),
    expiredAt: expiredAt.toISOString(),
  }
}

type Money = Pick<AdminProjectPageWire, 'held' | 'volume' | 'fees'>

/**
 * Summed for this one project when its page is opened: the bids from their index, the sales from the author's account,
 * whose transfers name those of the platform.
 */
export async function readMoney(sql: Sql, uid: string): Promise<Money> {
  const [row] = await sql<(Pick<Money, 'held' | 'fees'> & { shares: number })[]>`
    with author as (select id from ledger.accounts where code = ${account.payable(uid)}),
    legs as (
      select transfers.id, amount, 1 as sign
      from author
      join ledger.transfers on credit_account = author.id and kind = 'sale_author'
      union all
      select transfers.id, amount, -1
      from author
      join ledger.transfers on debit_account = author.id and kind in ('refund', 'regret')
    )
    select
      coalesce((
        select sum(amount)
        from bids
        where project_id = (select id from projects where uid = ${uid}) and status in ('pending', 'bided')
      ), 0)::float8 as held,
      coalesce(sum(sign * amount), 0)::float8 as shares,
      coalesce(sum(sign * (
        select other.amount from ledger.transfers other where other.id = replace(legs.id, 'author', 'platform')
      )), 0)::float8 as fees
    from legs`
  const { held = 0, shares = 0, fees = 0 } = row ?? {}
  return { held, volume: shares + fees, fees }
}

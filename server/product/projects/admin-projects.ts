/** Every project, including drafts and closed ones. */
import { projectPhase } from '#domain/project.ts'
import { csvAmount, csvTime, csvYesNo } from '../../platform/csv.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { projectsNamed } from '../back-office/matches.ts'
import type { AdminProjectWire } from './wire.ts'

type Row = Omit<AdminProjectWire, 'phase' | 'createdAt'> & {
  unsold: number
  expiredAt: Date
  createdAt: Date
  now: Date
}

export const projects: AdminList<AdminProjectWire> = {
  async read(sql, query) {
    const id = sql`id`
    const named = query.search ? await projectsNamed(sql, query) : []
    const isNamed = named === null ? contains(sql, sql`search`, query) : sql`id = any (${named}::bigint[])`
    const rows = await sql<Row[]>`
      select id, uid, project_name as "projectName", author, thumbnail, contract_address as "contractAddress",
        fiat_price as "fiatPrice", total_supply as "totalSupply",
        -- Kept with the market: nothing is counted here.
        sales,
        unsold, is_active as "isActive", paused_at is not null as "isPaused", expired_at as "expiredAt", created_at as "createdAt",
        clock_timestamp() as now
      from projects
      join market.state on state.project_id = projects.id
      where ${beyond(sql, id, query)} and ${query.search ? isNamed : sql`true`}
        and ${inState(sql, query.filters.status)} and ${within(sql, query.filters, { at: sql`created_at` })}
      ${inOrder(sql, id, query)}`
    return page(rows.map(present), query)
  },
  columns: {
    uid: ({ uid }) => uid,
    project: ({ projectName }) => projectName,
    author: ({ author }) => author,
    contract: ({ contractAddress }) => contractAddress ?? '',
    price: ({ fiatPrice }, language) => csvAmount(fiatPrice, language),
    units: ({ totalSupply }) => String(totalSupply),
    sales: ({ sales }) => String(sales),
    isAtAuction: ({ phase }, language) => csvYesNo(phase === 'auction', language),
    isPublished: ({ isActive }, language) => csvYesNo(isActive, language),
    isPaused: ({ isPaused }, language) => csvYesNo(isPaused, language),
    createdAt: ({ createdAt }, language) => csvTime(createdAt, language),
  },
}

function present({ unsold, expiredAt, now, ...row }: Row): AdminProjectWire {
  return {
    ...row,
    phase: projectPhase({ expiredAt: expiredAt.getTime(), firstLotSold: unsold === 0 }, now.getTime()),
    createdAt: row.createdAt.toISOString(),
  }
}

/** As `stateOf` of the browser says it. */
function inState(sql: Sql, state: string | null | undefined): Fragment {
  const isOpen = sql`expired_at > clock_timestamp()`
  switch (state) {
    case 'waiting':
      return sql`(${isOpen} and not is_active and contract_address is null)`
    case 'draft':
      return sql`(${isOpen} and not is_active and contract_address is not null)`
    case 'first_lot':
      return sql`(${isOpen} and is_active and paused_at is null and unsold > 0)`
    case 'auction':
      return sql`(${isOpen} and is_active and paused_at is null and unsold = 0)`
    case 'paused':
      return sql`(${isOpen} and paused_at is not null)`
    case 'closed':
      return sql`not ${isOpen}`
    default:
      return sql`true`
  }
}
